// The texts of embeds, computed while a site is built: for `mi-bounds fallback` and for the hooks of site generators.

import { existsSync } from "node:fs";
import { buildIfCheckout, loadCore } from "./core.mjs";

const texts = new URL("../lib/fallback.js", import.meta.url);
const builder = new URL("../scripts/build-lib.mjs", import.meta.url);

let core;

/** Resolves to the page with every `<mi-… fallback>` filled. Rejects with what is wrong, by line, element and parameter. */
export async function fallback(html) {
  core ??= await start();
  return core.fillFallbacks(html, core);
}

async function start() {
  await buildIfCheckout();
  if (!existsSync(texts)) await (await import(builder)).buildLib();
  const [{ fillFallbacks }, { training, calibrate, guarantee, attributes, noise, paper_figure }] = await Promise.all([
    import(texts),
    loadCore(),
  ]);
  return { fillFallbacks, training, calibrate, guarantee, attributes, noise, paper_figure };
}
