// Serves a folder as a plain file host would: under a sub-path, without special response headers.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { mediaType } from "./media-types.mjs";

const SUB_PATH = "/docs/calculator/";
/** As hosts of static files do it: long enough for the files of one visit. */
const CACHED = "public, max-age=600";

/**
 * Resolves to the address and a function that stops the server.
 * Files are compressed, and kept by the browser, where `compressed`; those of the type `missing` were not uploaded.
 */
export async function serve(folder, { compressed = false, missing } = {}) {
  const answers = new Map();
  const answerTo = async (path) => {
    if (path.startsWith("..") || extname(path) === missing) return null;
    const raw = await readFile(join(folder, path)).catch(() => null);
    if (!raw) return null;
    const type = mediaType(path);
    const headers = { "content-type": type ?? "application/octet-stream" };
    if (!compressed) return { headers, body: raw };
    const body = type ? await promisify(gzip)(raw) : raw;
    const encoding = type ? { "content-encoding": "gzip" } : {};
    return { headers: { ...headers, "content-length": body.length, "cache-control": CACHED, ...encoding }, body };
  };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://127.0.0.1").pathname);
    const inside = path.startsWith(SUB_PATH) ? normalize(path.slice(SUB_PATH.length) || "index.html") : "..";
    if (!answers.has(inside)) answers.set(inside, await answerTo(inside));
    const answer = answers.get(inside);
    if (!answer) return response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    response.writeHead(200, answer.headers).end(answer.body);
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
