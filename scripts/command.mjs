// Runs other programs; a failure carries the command, the end of its output and what to try next.

import { spawn } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export class StepFailed extends Error {
  constructor(command, output, next) {
    super(command);
    this.output = output;
    this.next = next;
  }

  toString() {
    // Compilers end with the cause, npm begins with it.
    const lines = this.output
      .trimEnd()
      .split("\n")
      .filter((line) => !/^\s+at .*:\d+\)?$/.test(line));
    if (lines.length > 24) lines.splice(8, lines.length - 23, "…");
    return [`Failed: ${this.message}`, ...lines.map((line) => `  | ${line}`), `Next: ${this.next}`].join("\n");
  }
}

const running = new Set();

// A child leads its own process group, so that a timeout also ends what it started.
function stop(child) {
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGTERM");
  } catch {
    child.kill();
  }
}

process.on("exit", () => {
  for (const child of running) stop(child);
});
process.on("SIGINT", () => process.exit(130));
process.on("SIGTERM", () => process.exit(143));

/**
 * Resolves to {code, output}, whatever the code; 127 when the program does not exist. After so many minutes it is stopped,
 * and `hung` says what it was doing.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, minutes?: number, interruptible?: boolean, hung?: () => string }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function attempt(
  command,
  args,
  { cwd = root, env = {}, minutes = 20, interruptible = true, hung = () => "" } = {},
) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
    });
    if (interruptible) running.add(child);
    let output = "";
    const keep = (chunk) => {
      output += chunk;
    };
    const limit = setTimeout(() => {
      keep(`\nStopped after ${minutes} minutes. ${hung()}\n`);
      stop(child);
    }, minutes * 60_000);
    const finish = (code) => {
      clearTimeout(limit);
      running.delete(child);
      resolve({ code, output });
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    child.on("error", (error) => {
      output += `${error.message}\n`;
      finish(127);
    });
    child.on("close", (code) => finish(code ?? 1));
  });
}

/** Like `attempt`, but a code other than 0 throws. */
export async function run(command, args, { next, ...options }) {
  const { code, output } = await attempt(command, args, options);
  if (code !== 0) throw new StepFailed([command, ...args].join(" "), output, next);
  return output;
}

/** Progress goes to standard error; standard output belongs to results. */
export function announce(what, duration) {
  console.error(`• ${what}${duration ? ` (usually ${duration})` : ""}`);
}

export function pathWith(...folders) {
  return [...folders, process.env.PATH].join(delimiter);
}

/** The script behind a package's command; calling it by Node works on every platform. */
export const npmBin = {
  biome: join(root, "node_modules/@biomejs/biome/bin/biome"),
  tsc: join(root, "node_modules/typescript/bin/tsc"),
  vite: join(root, "node_modules/vite/bin/vite.js"),
  vitest: join(root, "node_modules/vitest/vitest.mjs"),
  wasmOpt: join(root, "node_modules/binaryen/bin/wasm-opt"),
};

export async function main(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.error(`\n${error}`);
    process.exit(1);
  }
}
