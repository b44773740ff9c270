// A plugin of Vite: the validation page in the built site, and from the server while developing.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runnerImport } from "vite";

const FILE = "validation.html";

/** The page as text; it is made by TypeScript, which only Vite reads. */
export async function validationPage(root) {
  const { loadCore } = await import(pathToFileURL(join(root, "bin/core.mjs")).href);
  const { module } = await runnerImport(join(root, "scripts/validation/site.ts"), { root, configFile: false });
  return module.validationPage(root, await loadCore());
}

export function validation(root) {
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
