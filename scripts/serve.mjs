// Serves a folder as a plain file host would: compressed, under a sub-path, without special response headers.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const SUB_PATH = "/docs/calculator/";
const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};
/** As hosts of static files do it: long enough for the files of one visit. */
const CACHED = "public, max-age=600";

/** Resolves to the address and a function that stops the server. */
export async function serve(folder) {
  const files = new Map();
  const fileAt = async (path) => {
    const raw = await readFile(join(folder, path));
    const type = TYPES[extname(path)];
    return { type: type ?? "application/octet-stream", body: type ? await promisify(gzip)(raw) : raw, packed: !!type };
  };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://127.0.0.1").pathname);
    const inside = path.startsWith(SUB_PATH) ? normalize(path.slice(SUB_PATH.length) || "index.html") : "..";
    if (!files.has(inside)) files.set(inside, inside.startsWith("..") ? null : await fileAt(inside).catch(() => null));
    const file = files.get(inside);
    if (!file) return response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    const encoding = file.packed ? { "content-encoding": "gzip" } : {};
    response.writeHead(200, {
      "content-type": file.type,
      "content-length": file.body.length,
      "cache-control": CACHED,
      ...encoding,
    });
    response.end(file.body);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${server.address().port}${SUB_PATH}`,
    stop: () =>
      new Promise((stopped) => {
        server.close(stopped);
        server.closeAllConnections();
      }),
  };
}
