// Serves the built page from a sub-path, as a plain file server would: no special response headers.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

const SUB_PATH = "/docs/calculator/";
const DIST = fileURLToPath(new URL("../../../dist/", import.meta.url));
const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

declare module "vitest" {
  interface ProvidedContext {
    pageUrl: string;
  }
}

/** Starts the server on a free port, as if files of the type `missing` had not been uploaded. */
export async function serve(missing?: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent((request.url ?? "/").split("?")[0] ?? "/");
    const inside = path.startsWith(SUB_PATH) ? normalize(path.slice(SUB_PATH.length)) : "..";
    const file = join(DIST, inside === "." ? "index.html" : inside);
    const hidden = inside.startsWith("..") || extname(file) === missing;
    const content = hidden ? null : await readFile(file).catch(() => null);
    response.writeHead(content ? 200 : 404, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    response.end(content ?? "not found");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${SUB_PATH}`,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await serve();
  project.provide("pageUrl", url);
  return stop;
}
