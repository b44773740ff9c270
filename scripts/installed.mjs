// Whether a folder was filled from these very files.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const digest = (files) => files.map((file) => createHash("sha256").update(readFileSync(file)).digest("hex")).join("\n");
const stamp = (folder) => join(folder, ".installed-from");

export function isFresh(folder, ...files) {
  return existsSync(stamp(folder)) && readFileSync(stamp(folder), "utf8") === digest(files);
}

export function markFresh(folder, ...files) {
  writeFileSync(stamp(folder), digest(files));
}
