// Builds the WebAssembly package into pkg/, if its sources changed since the last time: the whole module with vector
// instructions, and the small first module, which does without. The order of all operations
// is the same, and so are the digits.

import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { announce, main, npmBin, pathWith, root, run } from "./command.mjs";
import { setUp, wasmBindgen } from "./setup.mjs";

const target = "wasm32-unknown-unknown";
const stamp = join(root, "pkg/.built-from");
const first = "mi_bounds_first";

// What wasm-opt may assume of browsers; that it is told is asked for by some of its passes.
const instructions = [
  "--enable-bulk-memory",
  "--enable-nontrapping-float-to-int",
  "--enable-sign-ext",
  "--enable-mutable-globals",
  "--enable-reference-types",
  "--enable-multivalue",
];
const quick = ["-O3", "--enable-simd"];
const short = ["-Oz", "--converge", "--strip-producers"];

/** `rust` is what `setUp` resolves to; without it, set-up runs only if there is something to build. */
export async function buildWasm(rust) {
  const sources = digest();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  const ready = rust ?? (await setUp());
  announce("WebAssembly modules", "90 s");
  const fetched = ["fetch", "--locked"];
  await run(ready.env.CARGO ?? "cargo", fetched, { env: ready.env, next: "check the network, then run this again." });
  const withVectors = makeModule({
    rust: ready,
    name: "mi_bounds",
    output: "pkg",
    profile: "release",
    rustflags: pathsRemoved(),
    optimise: quick,
  });
  // It has a folder of its own: other flags, and everything is compiled again.
  const apart = { ...ready, env: { ...ready.env, CARGO_TARGET_DIR: join(targetFolder(ready.env), "first") } };
  const withoutVectors = makeModule({
    rust: apart,
    name: first,
    output: "target/first/pkg",
    profile: "first",
    rustflags: [...pathsRemoved(), "-Ctarget-feature=-simd128", "--cfg=first_module"],
    optimise: short,
  });
  await Promise.all([withVectors, withoutVectors]);
  for (const file of [`${first}.js`, `${first}.d.ts`, `${first}_bg.wasm`, `${first}_bg.wasm.d.ts`]) {
    copyFileSync(join(root, "target/first/pkg", file), join(root, "pkg", file));
  }
  // Its classes can be disposed of, which the libraries of older targets do not know.
  const types = join(root, "pkg/mi_bounds.d.ts");
  writeFileSync(types, `/// <reference lib="esnext.disposable" />\n${readFileSync(types, "utf8")}`);
  writeFileSync(stamp, sources);
}

function targetFolder(env) {
  return env.CARGO_TARGET_DIR ?? process.env.CARGO_TARGET_DIR ?? join(root, "target");
}

/** One module and its JavaScript, `name.js` and `name_bg.wasm`, in the folder `output`. */
async function makeModule({ rust, name, output, profile, rustflags, optimise }) {
  const env = { ...rust.env, PATH: pathWith(...rust.folders) };
  const config = `target.${target}.rustflags=${JSON.stringify(rustflags)}`;
  // Of what is a library for other crates, too, cargo leaves out the optimisation over all crates.
  const compile = ["rustc", "--lib", "--crate-type", "cdylib", "--profile", profile, "--target", target, "--locked"];
  const folder = targetFolder(env);
  await run(env.CARGO ?? "cargo", [...compile, "--config", config], {
    env,
    next: "correct what the compiler names; if it is not the code, delete target/ and .tools/ and run this again.",
  });
  const compiled = join(folder, target, profile, "mi_bounds.wasm");
  await run(wasmBindgen, [compiled, output, name], { next: `delete ${wasmBindgen} and run this again.` });
  const module = join(output, `${name}_bg.wasm`);
  const shorten = [npmBin.wasmOpt, module, "-o", module, ...optimise, ...instructions];
  await run(process.execPath, shorten, { next: "delete node_modules/ and run this again." });
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
