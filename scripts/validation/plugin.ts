// A plugin of Vite: the validation page in the built site, and from the server while developing.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { computed, tables } from "./comparison";
import { page } from "./page";
import { stored } from "./settings";

const FILE = "validation.html";
const STYLES = ["tokens.css", "elements.css", "validation.css"];

export async function validationPage(root: string): Promise<string> {
  const all = stored(root);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const style = STYLES.map((name) => readFileSync(join(root, "www/styles", name), "utf8")).join("\n");
  return page(all, tables(all, await computed(root, all)), version, style);
}

export function validation(root: string): Plugin {
  return {
    name: "validation",
    async generateBundle() {
      this.emitFile({ type: "asset", fileName: FILE, source: await validationPage(root) });
    },
    configureServer(server) {
      server.middlewares.use(`/${FILE}`, (_request, response, next) => {
        validationPage(root).then((text) => response.setHeader("content-type", "text/html").end(text), next);
      });
    },
  };
}
