import { cpSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fallback } from "mi-bounds/fallback";
import { defineConfig } from "vitepress";

const manifest = createRequire(import.meta.url).resolve("mi-bounds/package.json");
const { version } = createRequire(import.meta.url)(manifest);

// A frame loads a page of its own, which lies beside the site's.
const beside = join(import.meta.dirname, `../public/mi-bounds-${version}`);
cpSync(join(dirname(manifest), "lib"), beside, { recursive: true });

/** The texts of `fallback` come before Vue, which would remove them from a finished page. */
const fallbackTexts = {
  name: "fallback-texts",
  enforce: "pre",
  transform: (text, file) => (file.endsWith(".md") && text.includes("<mi-") ? fallback(text) : null),
};

export default defineConfig({
  title: "Private models",
  description: "How the models are trained, and what that may reveal about one record.",
  base: process.env.SITE_BASE ?? "/",
  head: [["link", { rel: "icon", href: "data:," }]],
  // These names are elements of the browser, not components of Vue.
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("mi-") } } },
  vite: {
    plugins: [fallbackTexts],
    // The worker is a module of several files.
    worker: { format: "es" },
  },
  themeConfig: {
    nav: [
      { text: "Privacy", link: "/" },
      { text: "Larger batches", link: "/guide/batches" },
    ],
    outline: false,
  },
});
