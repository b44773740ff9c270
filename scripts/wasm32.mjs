// Finds or installs a Rust that compiles to wasm32: by rustup, or else from Debian's packages.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { onDebian } from "./apt.mjs";
import { announce, attempt, StepFailed } from "./command.mjs";
import { debianIsChosen, debianRust, setUpDebian } from "./debian.mjs";
import { has } from "./rust.mjs";

const target = "wasm32-unknown-unknown";

/** Resolves to what builds need on PATH, their environment, and the command for clippy. */
export async function wasm32Rust({ lints }) {
  const usual = { folders: [], env: {}, clippy: ["cargo", "clippy"] };
  if (await isInstalled()) return usual;
  if (!debianIsChosen()) {
    const refusal = await addByRustup();
    if (refusal === null) return usual;
    if (!onDebian) {
      const next = `check the network and run \`rustup target add ${target}\`, or install the target as your system offers it.`;
      throw new StepFailed(`rustup target add ${target}`, refusal, next);
    }
  }
  await setUpDebian({ lints });
  return debianRust;
}

async function isInstalled() {
  const { code, output } = await attempt("rustc", ["--print", "sysroot"]);
  if (code !== 0) return false;
  const sysroot = output.trim();
  // Debian's own folder lacks what its linker is called; scripts/debian.mjs makes a complete one.
  if (onDebian && sysroot === "/usr") return false;
  const libraries = join(sysroot, "lib/rustlib", target, "lib");
  return existsSync(libraries) && readdirSync(libraries).some((name) => name.startsWith("libstd-"));
}

/** null when it worked, else what rustup said. */
async function addByRustup() {
  if (!(await has("rustup"))) return "rustup is not installed.";
  announce(`Rust's ${target} library by rustup`, "10 s");
  const env = { RUSTUP_MAX_RETRIES: "1" };
  const { code, output } = await attempt("rustup", ["target", "add", target], { env, minutes: 3 });
  if (code === 0 && (await isInstalled())) return null;
  if (onDebian) announce("  rustup could not fetch it; taking Debian's packages instead");
  return output;
}
