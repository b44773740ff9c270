// The page as one file that opens from a disk: scripts, workers, modules and styles are inside of it.
import { createHash } from "node:crypto";
import { defineConfig, type Plugin } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import { formulas } from "./scripts/mathml.mjs";

const NAME = "mi-bounds.html";

/** A file on a disk may not start a worker from another one: their code is inside, and becomes a blob. */
const workersInside: Plugin = {
  name: "workers-inside",
  enforce: "pre",
  transform(code) {
    if (!code.includes("new Worker(")) return null;
    const imports: string[] = [];
    const inside = code.replaceAll(/new Worker\(new URL\("([^"]+)", import\.meta\.url\), \{[^}]*\}\)/g, (_, file) => {
      const name = `Inside${imports.length}`;
      imports.push(`import ${name} from "${file}?worker&inline";`);
      return `new ${name}()`;
    });
    return { code: [...imports, inside].join("\n"), map: null };
  },
};

/** One module in each worker, the whole one, which stands inside of its glue: the small one would arrive no earlier. */
const wholeModuleOnly: Plugin = {
  name: "whole-module-only",
  enforce: "pre",
  load(id) {
    if (id.endsWith("/www/engine/core-source.ts")) return "export const wholeModule = () => undefined;";
    if (id.endsWith("/www/engine/first-core.ts")) return "export const firstTraining = async () => null;";
    // Its worker would have the module inside once more: a third more to open, for a view that few open.
    if (id.endsWith("/www/views/laboratory/load.ts")) return "export const loadLaboratory = null;";
    return null;
  },
};

/** A file on a disk needs no service worker. */
const NO_WORKER = "\0no-service-worker";
const alwaysOffline: Plugin = {
  name: "always-offline",
  enforce: "pre",
  resolveId: (id) => (id.endsWith("/offline") ? NO_WORKER : null),
  load: (id) => (id === NO_WORKER ? "export const keepForOffline = () => {};" : null),
};

/** What is inside is named by its hash, so that the policy stays as strict as that of the page: nothing else may run. */
const policyOfOneFile: Plugin = {
  name: "policy-of-one-file",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("there is no page to put a policy into");
      const html = String(page.source);
      const hashes = (tag: string) =>
        [...html.matchAll(new RegExp(`<${tag}(?:\\s[^>]*)?>([\\s\\S]*?)</${tag}>`, "g"))]
          .map(
            ([, text]) =>
              `'sha256-${createHash("sha256")
                .update(text ?? "")
                .digest("base64")}'`,
          )
          .join(" ");
      page.source = html
        .replace("script-src 'self'", () => `script-src ${hashes("script")}`)
        .replace("style-src 'self'", () => `style-src ${hashes("style")}`)
        // Workers are blobs, and their module is fetched from where it stands in their own text.
        .replace("worker-src 'self'", "worker-src blob:")
        .replace("connect-src 'self'", "connect-src data:")
        .replace("; font-src 'self'", "");
      page.fileName = NAME;
    },
  },
};

const inWorkers = () => [wholeModuleOnly, formulas];

export default defineConfig({
  base: "./",
  plugins: [
    workersInside,
    alwaysOffline,
    wholeModuleOnly,
    formulas,
    viteSingleFile({ removeViteModuleLoader: true }),
    policyOfOneFile,
  ],
  worker: { format: "iife", plugins: inWorkers },
  build: {
    outDir: "dist-single",
    target: "es2022",
    assetsInlineLimit: () => true,
    modulePreload: false,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 10_000,
  },
});
