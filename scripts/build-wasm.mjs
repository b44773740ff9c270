// Builds the WebAssembly package into pkg/, if its sources changed since the last time: the whole module with vector
// instructions, the laboratory's with the same, and the small first module, which does without. The order of all operations
// is the same, and so are the digits.

import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { announce, main, pathWith, root, run } from "./command.mjs";
import { setUp, toolFolders } from "./setup.mjs";

const stamp = join(root, "pkg/.built-from");
const withoutVectors = "-Ctarget-feature=-simd128";

/** `rust` is what `setUp` resolves to; without it, set-up runs only if there is something to build. */
export async function buildWasm(rust) {
  const sources = digest();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  const { env, folders } = rust ?? (await setUp());
  announce("WebAssembly package by wasm-pack", "90 s");
  await run(env.CARGO ?? "cargo", ["fetch", "--locked"], { env, next: "check the network, then run this again." });
  const [first, laboratory] = ["mi_bounds_first", "mi_bounds_laboratory"];
  // It has a folder of its own: other flags, and everything is compiled again.
  const folder = join(env.CARGO_TARGET_DIR ?? process.env.CARGO_TARGET_DIR ?? join(root, "target"), "first");
  const whole = { env, folders, rustflags: pathsRemoved(), args: ["--release"] };
  const withVectors = async () => {
    await wasmPack({ ...whole, output: "pkg" });
    // After the whole, not beside it: both leave their module in one place of the same folder, which spares the
    // dependencies a second build.
    await wasmPack({ ...whole, output: "target/laboratory", name: laboratory, features: ["laboratory-module"] });
  };
  await Promise.all([
    withVectors(),
    wasmPack({
      env: { ...env, CARGO_TARGET_DIR: folder },
      folders,
      output: "target/first/pkg",
      rustflags: [...pathsRemoved(), withoutVectors, "--cfg=first_module"],
      args: ["--profile", "first"],
      name: first,
    }),
  ]);
  for (const [name, built] of [
    [first, "target/first/pkg"],
    [laboratory, "target/laboratory"],
  ]) {
    for (const file of [`${name}.js`, `${name}.d.ts`, `${name}_bg.wasm`, `${name}_bg.wasm.d.ts`]) {
      copyFileSync(join(root, built, file), join(root, "pkg", file));
    }
  }
  // The class of a simulation can be disposed of, which the libraries of older targets do not know.
  const types = join(root, "pkg/mi_bounds.d.ts");
  writeFileSync(types, `/// <reference lib="esnext.disposable" />\n${readFileSync(types, "utf8")}`);
  // The folder belongs to the npm package, which this file would keep out of it.
  rmSync(join(root, "pkg/.gitignore"), { force: true });
  writeFileSync(stamp, sources);
}

function wasmPack({ env, folders, output, rustflags, args: more, name, features = [] }) {
  const config = `target.wasm32-unknown-unknown.rustflags=${JSON.stringify(rustflags)}`;
  const named = name ? ["--out-name", name] : [];
  const args = [
    "build",
    ...more,
    ...named,
    "--target",
    "web",
    "--no-pack",
    "--mode",
    "no-install",
    "--out-dir",
    output,
  ];
  const chosen = features.flatMap((feature) => ["--features", feature]);
  return run("wasm-pack", [...args, "--", ...chosen, "--config", config], {
    env: { ...env, PATH: pathWith(...folders, ...toolFolders) },
    next: "correct what the compiler names; if it is not the code, delete target/ and .tools/ and run this again.",
  });
}

function digest() {
  const files = ["Cargo.toml", "Cargo.lock", ".cargo/config.toml", "scripts/build-wasm.mjs"];
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
  return [...folders, [root, "."]].map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
}

if (process.argv[1] === import.meta.filename) await main(() => buildWasm());
