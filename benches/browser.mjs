// Runs the worker of this folder, and the built page, in Chromium, from a server on this machine.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { root } from "../scripts/command.mjs";

const types = {
  css: "text/css",
  html: "text/html",
  js: "text/javascript",
  mjs: "text/javascript",
  wasm: "application/wasm",
};
const panel = "mi-monte-carlo-panel";
const start = `${panel} button.primary:enabled`;

async function answer(request, response) {
  const { pathname } = new URL(request.url, "http://127.0.0.1");
  if (pathname === "/") return response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html>");
  const served = /^\/(?:pkg|benches|dist|dist\/assets)\/[\w.-]+\.(\w+)$/.exec(pathname);
  if (!served) return response.writeHead(404).end();
  const body = await readFile(join(root, pathname));
  response.writeHead(200, { "content-type": types[served[1]] }).end(body);
}

/** Serves this folder to Chromium while `work` uses a page of it. */
async function withPage(executablePath, work) {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(404).end());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"];
  const browser = await puppeteer.launch({ executablePath, args });
  try {
    return await work(await browser.newPage(), `http://127.0.0.1:${server.address().port}/`);
  } finally {
    await browser.close();
    server.close();
  }
}

/** What the worker measured. */
export function inBrowser(executablePath, settings) {
  return withPage(executablePath, async (page, address) => {
    await page.goto(address);
    return page.evaluate((data) => {
      const worker = new Worker("/benches/worker.mjs", { type: "module" });
      worker.postMessage(data);
      return new Promise((resolve, reject) => {
        worker.onmessage = (event) => resolve(event.data);
        worker.onerror = (event) => reject(new Error(event.message));
      });
    }, settings);
  });
}

const STILL_MS = 500;

/** Waits until the page's thread has had no long task for a while: charts beside the simulation are drawn by then. */
function quiet(page) {
  return page.evaluate(
    (still) =>
      new Promise((resolve) => {
        let rest = setTimeout(resolve, still);
        new PerformanceObserver(() => {
          clearTimeout(rest);
          rest = setTimeout(resolve, still);
        }).observe({ type: "longtask" });
      }),
    STILL_MS,
  );
}

/**
 * A simulation in the built page, started as a user does: its pace, and the longest task of the page's own thread while it
 * runs. A run that only shows that it runs waits neither for the page's rest nor for its prediction.
 */
export function onPage(executablePath, run, { workers, quick }) {
  return withPage(executablePath, async (page, address) => {
    // Beside other checks everything may take long; only what hangs takes so long.
    page.setDefaultTimeout(300_000);
    await page.setViewport({ width: 1280, height: 900 });
    const fragment = Object.entries(run).map(([name, value]) => `${name}=${value}`);
    await page.goto(`${address}dist/index.html#v=1&${fragment.join("&")}`);
    await page.waitForSelector('.answer[data-stale="no"]');
    // What stands beside the answer comes after it, part by part, and the cost is measured once it is in sight.
    await page.waitForSelector("#field-workers");
    await page.$eval("#field-workers", (field) => {
      field.closest("details").open = true;
    });
    await page.waitForSelector("#field-workers", { visible: true });
    await page.$eval("#field-workers", (field) => field.select());
    await page.type("#field-workers", `${workers}`);
    await page.waitForFunction(
      (selector, wanted) => document.querySelector(selector).expected.workers === wanted,
      {},
      panel,
      workers,
    );
    await page.$eval(panel, (element) => element.scrollIntoView());
    if (!quick) {
      await page.waitForFunction((selector) => document.querySelector(selector).expected.seconds !== null, {}, panel);
      await quiet(page);
    }
    await page.evaluate(() => {
      window.longest = 0;
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
      });
      observer.observe({ type: "longtask" });
    });
    const predicted = await page.$eval(panel, (element) => element.expected.seconds);
    // By keys: charts that come late move the button away from under a pointer.
    await page.waitForSelector(start);
    await page.focus(start);
    await page.keyboard.press("Enter");
    const ended = (selector) => !["idle", "running"].includes(document.querySelector(selector).state.status);
    await page.waitForFunction(ended, {}, panel);
    const { status, problem, samples, seconds, steps, longest_task } = await page.$eval(panel, ({ state }) => ({
      status: state.status,
      problem: state.problem,
      samples: state.samples,
      seconds: state.seconds,
      steps: state.plan?.num_steps,
      longest_task: window.longest,
    }));
    if (status !== "done") throw new Error(`The simulation on the page: ${problem?.message ?? status}`);
    return {
      workers,
      samples,
      seconds,
      predicted,
      samples_a_second: samples / seconds,
      nanoseconds_per_step: (1e9 * seconds) / (samples * steps),
      longest_task,
    };
  });
}
