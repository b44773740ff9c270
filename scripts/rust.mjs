// Finds or installs the Rust that builds and tests native code.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { aptInstall, onDebian } from "./apt.mjs";
import { announce, attempt, root, run, StepFailed } from "./command.mjs";

const oldest = readFileSync(join(root, "Cargo.toml"), "utf8").match(/^rust-version = "(.+)"/m)[1];
const byHand = `install Rust ${oldest} or newer with rustup (rust-lang.org/tools/install).`;

/** Makes `cargo` and, for the tests, its `fmt` and `clippy` callable. */
export async function nativeRust({ lints }) {
  if (!(await isRecent())) await install({ lints });
  if (!lints || ((await has("cargo", "fmt")) && (await has("cargo", "clippy")))) return;
  if (await has("rustup")) {
    announce("rustfmt and clippy by rustup", "10 s");
    const next = "check the network, or run `rustup component add rustfmt clippy`.";
    await run("rustup", ["component", "add", "rustfmt", "clippy"], { next, minutes: 5 });
  } else if (onDebian) {
    await aptInstall(["rustfmt-web", "rust-web-clippy"], {
      what: "rustfmt and clippy",
      duration: "10 s",
      next: byHand,
    });
  }
}

async function install({ lints }) {
  if (await has("rustup")) {
    process.env.RUSTUP_TOOLCHAIN = "stable";
    if (await isRecent()) return;
    announce(`Rust ${oldest} or newer by rustup`, "60 s");
    const args = ["toolchain", "install", "stable", "--profile", "minimal", "--component", "rustfmt,clippy"];
    await run("rustup", args, { next: "check the network, or run `rustup update stable`.", minutes: 15 });
  } else if (onDebian) {
    const packages = ["rustc-web", "cargo-web", ...(lints ? ["rustfmt-web", "rust-web-clippy"] : [])];
    await aptInstall(packages, { what: "Rust", duration: "60 s", next: byHand });
  }
  if (await isRecent()) return;
  const { output } = await attempt("rustc", ["--version"]);
  throw new StepFailed("rustc --version", output, byHand);
}

async function isRecent() {
  if (!(await has("cargo"))) return false;
  const { code, output } = await attempt("rustc", ["--version"]);
  if (code !== 0) return false;
  const [major, minor] = versionOf(output);
  const [oldestMajor, oldestMinor] = versionOf(oldest);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

function versionOf(text) {
  return text
    .match(/(\d+)\.(\d+)/)
    .slice(1)
    .map(Number);
}

export async function has(program, ...args) {
  return (await attempt(program, [...args, "--version"])).code === 0;
}
