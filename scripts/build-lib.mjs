// Builds lib/, which the npm package and dist/<version>/ are made of: the embeds, the browser's core, their types.

import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildWasm } from "./build-wasm.mjs";
import { announce, main, npmBin, root, run } from "./command.mjs";

const lib = join(root, "lib");

/** Types and the texts for Node are no business of a browser. */
const forBrowsers = (name) => /\.(?:js|wasm|css|html|csv)$/.test(name) && name !== "fallback.js";

export async function buildLib() {
  announce("the embeds into lib/", "5 s");
  const build = [npmBin.vite, "build", "--config", join(root, "vite.embed.config.ts"), "--logLevel", "warn"];
  // Under a test runner, libraries would otherwise be taken in their builds for development.
  const options = { env: { NODE_ENV: "production" }, next: "correct what Vite names." };
  await run(process.execPath, build, options);
  await run(process.execPath, [...build, "--mode", "node"], options);
  cpSync(join(root, "www/embed/types"), lib, { recursive: true });
}

/** Puts the embeds of this version beside the built page, after it: Vite empties dist/. */
export async function publishLib() {
  await buildLib();
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const folder = join(root, "dist", version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(lib)) {
    if (forBrowsers(name)) cpSync(join(lib, name), join(folder, name));
  }
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    await buildWasm();
    // `--publish`: into dist/ too, where the built page lies already.
    await (process.argv.includes("--publish") ? publishLib() : buildLib());
  });
}
