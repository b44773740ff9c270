// A plugin of Vite: a static page for each entry of the register in the built site, and from the server while developing.

import { join } from "node:path";
import { runnerImport } from "vite";

const FOLDER = "register";

/** The text of each file by its name; they are made by TypeScript, which only Vite reads. */
export async function registerPages(root) {
  const { module } = await runnerImport(join(root, "scripts/register/site.ts"), { root, configFile: false });
  return module.registerPages(root);
}

export function register(root) {
  return {
    name: "register",
    async generateBundle() {
      for (const [name, source] of await registerPages(root))
        this.emitFile({ type: "asset", fileName: `${FOLDER}/${name}`, source });
    },
    configureServer(server) {
      server.middlewares.use(`/${FOLDER}`, (request, response, next) => {
        const name = new URL(request.url, "http://localhost").pathname.slice(1) || "index.html";
        registerPages(root).then((pages) => {
          const text = pages.get(name);
          if (text) response.setHeader("content-type", "text/html").end(text);
          else next();
        }, next);
      });
    },
  };
}
