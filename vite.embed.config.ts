// The embeds and the browser half of the npm package: ES modules in lib/, side by side, for pages and for bundlers.
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { formulas } from "./scripts/mathml.mjs";

const source = (file: string) => fileURLToPath(new URL(`www/${file}`, import.meta.url));

/** A file that is shipped as written, beside those that import it. */
const asWritten: Plugin = {
  name: "as-written",
  enforce: "pre",
  resolveId(id) {
    return id.endsWith("/static/spawn.js") ? { id: "./spawn.js", external: true } : null;
  },
};

/** A library's files are put inside of its code, which would delay the first figure by megabytes; these stay beside it. */
const wasmBeside: Plugin = {
  name: "wasm-beside",
  enforce: "pre",
  transform(code) {
    if (!code.includes(".wasm")) return null;
    const named = code.replaceAll(".wasm?url", ".wasm?url&no-inline").replaceAll(/\.wasm(?=['"])/g, ".wasm?no-inline");
    return { code: named, map: null };
  },
};

export default defineConfig({
  base: "./",
  publicDir: source("embed/static"),
  plugins: [asWritten, wasmBeside, formulas],
  build: {
    outDir: "lib",
    target: "es2022",
    assetsInlineLimit: 0,
    // As a library: no code that preloads, which bundlers would have to see through.
    lib: {
      entry: {
        elements: source("embed/elements.ts"),
        embed: source("embed/embed.ts"),
        frame: source("embed/frame.ts"),
        core: source("embed/core.ts"),
        exact: source("worker/exact.ts"),
        simulation: source("worker/simulation.ts"),
      },
      formats: ["es"],
    },
    rolldownOptions: {
      preserveEntrySignatures: "allow-extension",
      output: {
        minify: true,
        entryFileNames: "[name].js",
        chunkFileNames: "[name].js",
        assetFileNames: "[name][extname]",
      },
    },
  },
});
