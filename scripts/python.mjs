// Python packages of a requirements file in a folder of their own under .tools/.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { aptInstall, onDebian } from "./apt.mjs";
import { announce, attempt, root, run } from "./command.mjs";
import { isFresh, markFresh } from "./installed.mjs";

/** Resolves to the program to run. Without what the packages ask for: the file names all that is loaded. */
export async function pythonWith(requirements, { name, what, duration }) {
  const folder = join(root, ".tools", name);
  const python = join(folder, "bin/python");
  if (isFresh(folder, requirements)) return python;
  if (onDebian && (await attempt("python3", ["-c", "import ensurepip"])).code !== 0) {
    const next = "install Python 3.11 or later with venv, then run this again.";
    await aptInstall(["python3", "python3-venv"], { what: "Python with venv", duration: "15 s", next });
  }
  announce(`${what} in .tools/${name}`, duration);
  rmSync(folder, { recursive: true, force: true });
  const next = "install Python 3.11 or later with venv and check the network, then run this again.";
  await run("python3", ["-m", "venv", folder], { next });
  await run(python, ["-m", "pip", "install", "--quiet", "--no-deps", "--requirement", requirements], { next });
  markFresh(folder, requirements);
  return python;
}
