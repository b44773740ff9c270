// Installs Debian packages, one apt at a time.

import { existsSync } from "node:fs";
import { announce, attempt, run, StepFailed } from "./command.mjs";

let queue = Promise.resolve();

export const onDebian = existsSync("/usr/bin/apt-get");

/** `next`: what to try if it fails. */
export function aptInstall(packages, { what, duration, next }) {
  const job = queue.then(() => install(packages, { what, duration, next }));
  queue = job.catch(() => {});
  return job;
}

async function install(packages, { what, duration, next }) {
  const wanted = ["install", "-y", "--no-install-recommends", ...packages];
  const prefix = await asRoot();
  if (!prefix) {
    const command = `apt-get ${wanted.join(" ")}`;
    throw new StepFailed(command, `${what}: needs root.`, `run \`sudo ${command}\`, then this again.`);
  }
  announce(`${what} by apt: ${packages.join(" ")}`, duration);
  const [command, ...args] = [...prefix, "apt-get", "-o", "DPkg::Lock::Timeout=300"];
  // An apt that is stopped half-way leaves a package database to repair.
  const options = { env: { DEBIAN_FRONTEND: "noninteractive" }, interruptible: false, next };
  // Lists that cannot be refreshed may still do; if not, the installation says so.
  await attempt(command, [...args, "update"], options);
  await run(command, [...args, ...wanted], options);
}

/** What to put before a command so that it runs as root; null where that needs a password. */
async function asRoot() {
  if (process.getuid?.() === 0) return [];
  const { code } = await attempt("sudo", ["-n", "true"], { minutes: 0.2 });
  return code === 0 ? ["sudo", "-n", "--preserve-env=DEBIAN_FRONTEND"] : null;
}
