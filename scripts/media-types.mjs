// What a host of static files says of them.
import { extname } from "node:path";

const TYPES = {
  ".css": "text/css",
  ".csv": "text/csv",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

/** Null for a file that is not known, which hosts send as it is. */
export function mediaType(path) {
  return TYPES[extname(path)] ?? null;
}
