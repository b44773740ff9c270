import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { formulas } from "./scripts/mathml.mjs";
import { validation } from "./scripts/validation.mjs";

/** Vite's client speaks over a WebSocket and injects styles while developing; the built page keeps the strict policy. */
const policyForDevelopment: Plugin = {
  name: "policy-for-development",
  apply: "serve",
  transformIndexHtml(html, context) {
    if (!context.server) return html;
    return html
      .replace(/connect-src [^;"]*/, (directive) => `${directive} ws:`)
      .replace(/style-src [^;"]*/, "style-src 'self' 'unsafe-inline'");
  },
};

export default defineConfig({
  base: "./",
  plugins: [policyForDevelopment, formulas, validation(fileURLToPath(new URL(".", import.meta.url)))],
  worker: { format: "es" },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    host: "127.0.0.1",
    watch: { ignored: ["**/target/**", "**/pkg/**", "**/dist/**", "**/.tools/**"] },
  },
});
