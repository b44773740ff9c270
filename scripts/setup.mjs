// All that a fresh clone needs; each step is silent when there is nothing to do.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { announce, attempt, pathWith, root, run } from "./command.mjs";
import { isFresh, markFresh } from "./installed.mjs";
import { nativeRust } from "./rust.mjs";
import { wasm32Rust } from "./wasm32.mjs";

const tools = join(root, ".tools");
export const toolFolders = [join(tools, "bin"), join(root, "node_modules/.bin")];
const bindgen = join(root, "scripts/wasm-bindgen");
const bindgenFiles = ["Cargo.toml", "Cargo.lock", "src/main.rs"].map((name) => join(bindgen, name));
/** For all clones of a user, as what cargo and npm fetch: it is the same program until its own sources change. */
const bindgenFolder = join(userCache(), "mi-bounds", `wasm-bindgen-${nameOf(bindgenFiles)}`);
export const wasmBindgen = join(bindgenFolder, "debug/wasm-bindgen-tool");

/** Resolves to the Rust for wasm32 (see wasm32.mjs). */
export async function setUp({ lints = false } = {}) {
  const rust = nativeRust({ lints });
  const [found] = await allOf([rust.then(() => wasm32Rust({ lints })), rust.then(bindings), npmPackages()]);
  return found;
}

/** The same without what only the page needs. */
export async function setUpRust({ lints = false } = {}) {
  await nativeRust({ lints });
  return wasm32Rust({ lints });
}

/** What the page needs beside Rust, which is there. */
export async function setUpPage() {
  await allOf([bindings(), npmPackages()]);
}

/** After a failure the others still finish: what they installed serves the next attempt. */
async function allOf(steps) {
  const ended = await Promise.allSettled(steps);
  const failed = ended.find((step) => step.status === "rejected");
  if (failed) throw failed.reason;
  return ended.map((step) => step.value);
}

async function npmPackages() {
  const [folder, lock] = ["node_modules", "package-lock.json"].map((name) => join(root, name));
  if (isFresh(folder, lock)) return;
  announce("npm packages", "60 s");
  // Started by npm, its own script is known, and no shell is needed on any platform.
  const script = process.env.npm_execpath;
  const [command, ...args] = script?.endsWith(".js") ? [process.execPath, script] : ["npm"];
  const next = "check the network, delete node_modules, then run this again.";
  await run(command, [...args, "ci", "--ignore-scripts", "--loglevel=error"], { next });
  markFresh(folder, lock);
}

/** Compiles the program that writes a module's JavaScript, unless it is there. */
async function bindings() {
  if (isFresh(bindgenFolder, ...bindgenFiles) && existsSync(wasmBindgen)) return;
  announce("wasm-bindgen by cargo", "25 s");
  const target = ["--target-dir", bindgenFolder];
  const args = ["build", "--locked", "--manifest-path", join(bindgen, "Cargo.toml"), ...target];
  await run("cargo", args, { next: "check the network and that a C compiler is installed, then run this again." });
  markFresh(bindgenFolder, ...bindgenFiles);
}

function nameOf(files) {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file)).update("\0");
  return hash.digest("hex").slice(0, 16);
}

function userCache() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === "win32" && LOCALAPPDATA) return LOCALAPPDATA;
  if (process.platform === "darwin") return join(homedir(), "Library/Caches");
  return XDG_CACHE_HOME || join(homedir(), ".cache");
}

/** Installs a program into .tools/bin, unless this version of it is there. */
export async function cargoTool(name, version, flags, duration) {
  const program = name.replace("-cli", "");
  const { code, output } = await attempt(program, ["--version"], { env: { PATH: pathWith(...toolFolders) } });
  if (code === 0 && output.split(/\s+v?/).includes(version)) return;
  announce(`${name} ${version} by cargo`, duration);
  const args = ["install", name, "--version", version, "--root", tools, ...flags];
  // They work on a megabyte at most; quick to compile matters more than quick to run.
  const env = {
    CARGO_PROFILE_RELEASE_OPT_LEVEL: "1",
    CARGO_PROFILE_RELEASE_LTO: "off",
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
  };
  await run("cargo", args, { env, next: "check the network and that a C compiler is installed, then run this again." });
}
