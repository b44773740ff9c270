// A plugin of Vite: the validation page in the built site, and from the server while developing.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, runnerImport } from "vite";

const FILE = "validation.html";
const SCRIPT = "www/page/own-run.ts";
const WORKER = "www/engine/exact.worker.ts";

/** The page as text; it is made by TypeScript, which only Vite reads. */
export async function validationPage(root, own) {
  const { loadCore } = await import(pathToFileURL(join(root, "bin/core.mjs")).href);
  const { module } = await runnerImport(join(root, "scripts/validation/site.ts"), { root, configFile: false });
  return module.validationPage(root, await loadCore(), own);
}

/** The script in one file, apart from the calculator's: a file that both shared would start the calculator here. */
async function ownScript(root) {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: join(root, SCRIPT),
        output: { entryFileNames: "assets/own-run-[hash].js", codeSplitting: false },
      },
    },
  });
  return output[0];
}

export function validation(root) {
  return {
    name: "validation",
    generateBundle: {
      // The names of the workers are known then.
      order: "post",
      async handler(_options, bundle) {
        const worker = Object.keys(bundle).find((name) => /\/exact\.worker-[^/]*\.js$/.test(name));
        if (!worker) this.error("the worker of the exact engine is missing");
        const { fileName, code } = await ownScript(root);
        this.emitFile({ type: "asset", fileName, source: code });
        const own = { script: `./${fileName}`, worker: `./${worker}` };
        this.emitFile({ type: "asset", fileName: FILE, source: await validationPage(root, own) });
      },
    },
    configureServer(server) {
      const own = { script: `/${SCRIPT}`, worker: `/${WORKER}?worker_file&type=module` };
      server.middlewares.use(`/${FILE}`, (_request, response, next) => {
        validationPage(root, own).then((text) => response.setHeader("content-type", "text/html").end(text), next);
      });
    },
  };
}
