// Builds the WebAssembly package into pkg/, if its sources changed since the last time.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { announce, main, pathWith, root, run } from "./command.mjs";
import { setUp, toolFolders } from "./setup.mjs";

const stamp = join(root, "pkg/.built-from");

/** `rust` is what `setUp` resolves to; without it, set-up runs only if there is something to build. */
export async function buildWasm(rust) {
  const sources = digest();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  const { env, folders } = rust ?? (await setUp());
  announce("WebAssembly package by wasm-pack", "30 s");
  await run(env.CARGO ?? "cargo", ["fetch", "--locked"], { env, next: "check the network, then run this again." });
  const args = ["build", "--release", "--target", "web", "--no-pack", "--mode", "no-install"];
  await run("wasm-pack", [...args, "--", "--config", pathsRemoved()], {
    env: { ...env, PATH: pathWith(...folders, ...toolFolders) },
    next: "correct what the compiler names; if it is not the code, delete target/ and .tools/ and run this again.",
  });
  // The folder belongs to the npm package, which this file would keep out of it.
  rmSync(join(root, "pkg/.gitignore"), { force: true });
  writeFileSync(stamp, sources);
}

function digest() {
  const files = ["Cargo.toml", "Cargo.lock", ".cargo/config.toml"];
  for (const entry of readdirSync(join(root, "src"), { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
  }
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

/** Panic messages name source files; where these lie on this machine is nobody's business. */
function pathsRemoved() {
  const crates = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry/src");
  const folders = existsSync(crates) ? readdirSync(crates).map((name) => [join(crates, name), "crates"]) : [];
  const flags = [...folders, [root, "."]].map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
  return `target.wasm32-unknown-unknown.rustflags=${JSON.stringify(flags)}`;
}

if (process.argv[1] === import.meta.filename) await main(() => buildWasm());
