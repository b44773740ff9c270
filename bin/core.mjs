// Loads the WebAssembly package in Node.

import { existsSync, readFileSync } from "node:fs";

const builder = new URL("../scripts/build-wasm.mjs", import.meta.url);

/** In a checkout, builds the package if its sources are newer; a published package carries it. */
export async function buildIfCheckout() {
  if (!existsSync(builder)) return;
  const { buildWasm } = await import(builder);
  await buildWasm();
}

export async function loadCore() {
  const core = await import("../pkg/mi_bounds.js");
  core.initSync({ module: readFileSync(new URL("../pkg/mi_bounds_bg.wasm", import.meta.url)) });
  return core;
}
