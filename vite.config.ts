import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import manifest from "./package.json" with { type: "json" };
import { formulas } from "./scripts/mathml.mjs";
import { mediaType } from "./scripts/media-types.mjs";
import { register } from "./scripts/register.mjs";
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

/** `npm start` shows the embeds of the last build, as they lie beside the built page. */
const embedsBeside: Plugin = {
  name: "embeds-beside",
  apply: "serve",
  configureServer(server) {
    server.middlewares.use(`/${manifest.version}`, async (request, response) => {
      const name = basename(new URL(request.url ?? "/", "http://localhost").pathname);
      const file = await readFile(new URL(`./lib/${name}`, import.meta.url)).catch(() => null);
      response.writeHead(file ? 200 : 404, { "content-type": mediaType(name) ?? "application/octet-stream" });
      response.end(file ?? "not found");
    });
  },
};

/** Starts the first worker before anything else is read: it has the longest way to the first number. */
const WORKERS = "www/engine/spawn.ts";
const firstWorker: Plugin = {
  name: "first-worker",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle }) {
      const chunk = Object.values(bundle ?? {}).find(
        (file) => file.type === "chunk" && file.moduleIds.some((id) => id.endsWith(WORKERS)),
      );
      const source = bundle ? `./${chunk?.fileName}` : `/${WORKERS}`;
      // The policy stands above the title, and holds for what follows it.
      const again = new RegExp(`\\s*<script[^>]*src="${source}"></script>`);
      return html
        .replace(again, "")
        .replace("<title>", `<script type="module" async src="${source}"></script>\n    <title>`);
    },
  },
};

/** One file for each moment of a visit, with all that it needs and no earlier file has: many small ones arrive later. */
const moments = [WORKERS, "www/page/main.ts", "www/views/training/training-results.ts"];
const groups = moments.map((file, i) => ({
  name: basename(file, ".ts"),
  test: (id: string) => id.endsWith(file),
  priority: moments.length - i,
}));

const here = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  base: "./",
  plugins: [policyForDevelopment, embedsBeside, firstWorker, formulas, validation(here), register(here)],
  worker: { format: "es" },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    host: "127.0.0.1",
    watch: { ignored: ["**/target/**", "**/pkg/**", "**/dist/**", "**/lib/**", "**/.tools/**"] },
  },
});
