// Runs the worker of this folder in Chromium, from a server on this machine.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { root } from "../scripts/command.mjs";

const types = { js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm" };

async function answer(request, response) {
  const { pathname } = new URL(request.url, "http://127.0.0.1");
  if (pathname === "/") return response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>");
  const served = /^\/(pkg|benches)\/[\w.-]+\.(\w+)$/.exec(pathname);
  if (!served) return response.writeHead(404).end();
  const body = await readFile(join(root, pathname));
  response.writeHead(200, { "content-type": types[served[2]] }).end(body);
}

/** What the worker measured. */
export async function inBrowser(executablePath, settings) {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(404).end());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"];
  const browser = await puppeteer.launch({ executablePath, args });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return await page.evaluate((data) => {
      const worker = new Worker("/benches/worker.mjs", { type: "module" });
      worker.postMessage(data);
      return new Promise((resolve, reject) => {
        worker.onmessage = (event) => resolve(event.data);
        worker.onerror = (event) => reject(new Error(event.message));
      });
    }, settings);
  } finally {
    await browser.close();
    server.close();
  }
}
