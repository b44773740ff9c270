// What a browser loads of the built page, in bytes after gzip.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../scripts/command.mjs";

export function sizes() {
  const files = readdirSync(join(root, "dist"), { recursive: true, withFileTypes: true }).filter((f) => f.isFile());
  let [wasm, rest] = [0, 0];
  // A browser loads one of both builds.
  for (const file of files) {
    const bytes = gzipSync(readFileSync(join(file.parentPath ?? file.path, file.name))).length;
    if (file.name.endsWith(".wasm")) wasm = Math.max(wasm, bytes);
    else rest += bytes;
  }
  return { wasm, rest };
}
