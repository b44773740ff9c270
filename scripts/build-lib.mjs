// Builds lib/, which the npm package and dist/<version>/ are made of: the embeds, the browser's core, their types.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildWasm } from "./build-wasm.mjs";
import { announce, main, npmBin, root, run } from "./command.mjs";

const lib = join(root, "lib");

/** What browsers load; the rest of lib/ is for compilers and for Node. */
const FOR_BROWSERS = /\.(?:js|wasm|css|html)$/;

export async function buildLib() {
  announce("the embeds into lib/", "5 s");
  const config = join(root, "vite.embed.config.ts");
  const next = "correct what Vite names.";
  return run(process.execPath, [npmBin.vite, "build", "--config", config, "--logLevel", "warn"], { next });
}

/** Puts the embeds of this version beside the built page, after it: Vite empties dist/. */
export async function publishLib() {
  await buildLib();
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const folder = join(root, "dist", version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(lib)) {
    if (FOR_BROWSERS.test(name)) cpSync(join(lib, name), join(folder, name));
  }
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    await buildWasm();
    await buildLib();
  });
}
