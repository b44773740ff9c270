// The embeds and the browser half of the npm package: ES modules in lib/, side by side, for pages and for bundlers.
// In the mode "node", what fills fallback texts while a site is built: a file of its own, without anything of a browser.
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
const filesBeside: Plugin = {
  name: "files-beside",
  enforce: "pre",
  transform(code) {
    const named = code
      .replaceAll(".wasm?url", ".wasm?url&no-inline")
      .replaceAll(/\.wasm(?=['"])/g, ".wasm?no-inline")
      .replaceAll(/(?<=new URL\("[^"]+\.csv)(?=",)/g, "?no-inline");
    return named === code ? null : { code: named, map: null };
  },
};

const browser = {
  elements: source("embed/elements.ts"),
  embed: source("embed/embed.ts"),
  frame: source("embed/frame.ts"),
  core: source("embed/core.ts"),
  exact: source("engine/exact.worker.ts"),
  simulation: source("engine/simulation.worker.ts"),
  laboratory: source("engine/laboratory.worker.ts"),
};

export default defineConfig(({ mode }) => ({
  base: "./",
  publicDir: source("embed/static"),
  plugins: [asWritten, filesBeside, formulas],
  build: {
    outDir: "lib",
    emptyOutDir: mode !== "node",
    copyPublicDir: mode !== "node",
    target: "es2022",
    assetsInlineLimit: 0,
    // As a library: no code that preloads, which bundlers would have to see through.
    lib: {
      entry: mode === "node" ? { fallback: source("embed/fallback.ts") } : browser,
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
}));
