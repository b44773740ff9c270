// A wasm32 toolchain from Debian's packages, for machines where rustup cannot fetch one.
// Debian ships no compiled wasm32 library, so it is compiled once from the packaged sources into a system folder of
// our own, which links to Debian's for everything else; nothing is written outside the project.

import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { aptInstall, onDebian } from "./apt.mjs";
import { announce, attempt, root, run } from "./command.mjs";

const target = "wasm32-unknown-unknown";
const rustc = "/usr/bin/rustc";
const cargo = "/usr/bin/cargo";
const clippy = "/usr/bin/cargo-clippy";
const linker = "/usr/bin/wasm-ld-19";
const sources = "/usr/lib/rustlib/src/rust/library";
const home = join(root, ".tools/debian-rust");
const stamp = join(home, "made-from");

export const debianRust = {
  // What asks PATH for a rustc finds this one.
  folders: [join(home, "bin")],
  env: {
    RUSTC: join(home, "bin/rustc"),
    CARGO: cargo,
    // Debian's rustc asks for a linker called rust-lld, which no package has.
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: linker,
    // Two compilers in one target folder would rebuild each other's work.
    CARGO_TARGET_DIR: join(root, "target/debian"),
    // clippy-driver does not ask rustc where the library is.
    SYSROOT: home,
  },
  // `cargo clippy` would prefer the one in ~/.cargo/bin, which is rustup's.
  clippy: [clippy, "clippy"],
};

/** Whether an earlier run chose this way. */
export const debianIsChosen = () => onDebian && existsSync(stamp);

export async function setUpDebian({ lints }) {
  const files = [rustc, cargo, linker, sources, ...(lints ? [clippy] : [])];
  if (!files.every((file) => existsSync(file))) {
    const packages = ["rustc-web", "cargo-web", "rust-web-src", "lld-19", ...(lints ? ["rust-web-clippy"] : [])];
    const next = `install Rust with rustup on a machine that can run \`rustup target add ${target}\`.`;
    await aptInstall(packages, { what: "Debian's Rust and its sources", duration: "60 s", next });
  }
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== (await origin())) await compileLibrary();
}

async function origin() {
  const { output } = await attempt(rustc, ["-vV"]);
  return `${output}${home}\n`;
}

async function compileLibrary() {
  announce(`Rust's ${target} library from Debian's sources`, "25 s");
  const crate = join(root, "target/wasm32-library");
  rmSync(crate, { recursive: true, force: true });
  mkdirSync(join(crate, "src"), { recursive: true });
  writeFileSync(join(crate, "src/lib.rs"), "");
  writeFileSync(join(crate, "Cargo.toml"), '[package]\nname = "empty"\nedition = "2021"\n\n[workspace]\n');
  const env = {
    RUSTC: rustc,
    RUSTC_BOOTSTRAP: "1",
    CARGO_TARGET_DIR: join(crate, "target"),
    // The release build optimises across crates, which needs the bitcode that cargo leaves out here.
    RUSTFLAGS: "-Cembed-bitcode=yes",
  };
  const vendored = [
    "--config=source.crates-io.replace-with='debian'",
    `--config=source.debian.directory='${join(sources, "vendor")}'`,
  ];
  const args = ["build", "--release", "--target", target, "-Zbuild-std=std,panic_abort,proc_macro", ...vendored];
  const next = "run `apt-get install --reinstall rust-web-src`, then this again.";
  await run(cargo, args, { cwd: crate, env, next });

  rmSync(home, { recursive: true, force: true });
  const libraries = join(home, "lib/rustlib", target, "lib");
  mkdirSync(libraries, { recursive: true });
  const built = join(crate, "target", target, "release/deps");
  for (const name of readdirSync(built)) {
    if (name.endsWith(".rlib") && !name.startsWith("libempty-")) cpSync(join(built, name), join(libraries, name));
  }
  for (const name of readdirSync("/usr/lib/rustlib")) {
    if (name !== target) symlinkSync(join("/usr/lib/rustlib", name), join(home, "lib/rustlib", name));
  }
  mkdirSync(join(home, "bin"));
  writeFileSync(join(home, "bin/rustc"), `#!/bin/sh\nexec ${rustc} --sysroot "${home}" "$@"\n`);
  chmodSync(join(home, "bin/rustc"), 0o755);
  writeFileSync(stamp, await origin());
  rmSync(crate, { recursive: true, force: true });
}
