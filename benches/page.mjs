// The built page in Chromium: when its example is painted and when the first number that it computes, what is loaded before each, and
// the longest task of the page's own thread while the noise multiplier is moved.

import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { root } from "../scripts/command.mjs";
import { serve } from "../scripts/serve.mjs";
import { median } from "./spread.mjs";

const LOADS = 10;
const REST_MS = 2000;
const FIRST_NUMBER = '#calculator .answer[data-stale="no"] mi-headline .gain';
const KEY_PAUSE_MS = 40;
const MOVES = 30;

const quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"];

/** Notes the time at which the example, which needs no script, and the first number have been painted, the shifts of the layout, and the long tasks. */
function watch(selector) {
  const seen = { example: null, replaced: null, number: null, shift: 0, tasks: [] };
  window.seen = seen;
  const painted = () => {
    seen.number ??= performance.now();
  };
  const observer = new MutationObserver(() => {
    if (document.querySelector("#calculator > div")) seen.replaced ??= performance.now();
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(painted));
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  const observe = (type, hear) => new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({ type });
  observe("paint", ({ startTime }) => {
    seen.example ??= startTime;
  });
  observe("longtask", ({ duration }) => seen.tasks.push(duration));
  observe("layout-shift", ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value;
  });
}

async function load(browser, address) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  await page.setCacheEnabled(false);
  const sizes = [];
  page.on("response", async (response) => {
    const size = Number(response.headers()["content-length"] ?? 0);
    sizes.push({ name: response.url().split("/").at(-1) || "index.html", size, at: performance.now() });
  });
  await page.evaluateOnNewDocument(watch, FIRST_NUMBER);
  // A new window loads the browser's own interface, on the same cores.
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const start = performance.now();
  await page.goto(address);
  await page.waitForFunction(() => window.seen.number !== null);
  const first = await page.evaluate(() => window.seen.number);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { shift, tasks, example, replaced } = await page.evaluate(() => window.seen);
  await context.close();
  const before = sizes.filter(({ at }) => at - start <= first);
  // What was painted first is the example only while it stands.
  return { first, example: example < replaced ? example : first, shift, longest: Math.max(0, ...tasks), before };
}

/** So many cold visits: medians, and the most for layout shift and long tasks. */
export async function firstNumber(browser, address, count = LOADS) {
  const loads = [];
  for (let i = 0; i < count; i++) loads.push(await load(browser, address));
  return {
    example_ms: median(loads.map(({ example }) => example)),
    first_number_ms: median(loads.map(({ first }) => first)),
    slowest_ms: Math.max(...loads.map(({ first }) => first)),
    layout_shift: Math.max(...loads.map(({ shift }) => shift)),
    longest_task_ms: Math.max(...loads.map(({ longest }) => longest)),
    bytes_before: median(loads.map(({ before }) => before.reduce((sum, { size }) => sum + size, 0))),
    files_before: loads[0].before.map(({ name, size }) => `${name} ${size}`),
  };
}

/** Keys move the slider through its range and back, at each place of the page where other charts are in sight. */
export async function slider(browser, address, moves = MOVES) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  await page.evaluateOnNewDocument(watch, FIRST_NUMBER);
  await page.goto(address);
  await page.waitForFunction(() => window.seen.number !== null);
  await new Promise((resolve) => setTimeout(resolve, 2500));
  const places = [];
  for (const [part, at] of [
    ["roc", "mi-headline"],
    ["roc", "mi-roc-chart"],
    ["settings", "mi-sweep"],
    ["bounds", "mi-comparison-chart"],
  ]) {
    await page.$eval(`#training-part-${part}`, (tab) => tab.click());
    await page.waitForSelector(at);
    await page.$eval(at, (element) => element.scrollIntoView({ block: "start", behavior: "instant" }));
    await new Promise((resolve) => setTimeout(resolve, 700));
    await page.evaluate(() => window.seen.tasks.splice(0));
    await page.focus('mi-training-form input[aria-label="Noise multiplier, slider"]');
    for (const [key, count] of [
      ["ArrowRight", moves],
      ["ArrowLeft", 2 * moves],
    ])
      for (let i = 0; i < count; i++) {
        await page.keyboard.press(key);
        await new Promise((resolve) => setTimeout(resolve, KEY_PAUSE_MS));
      }
    await new Promise((resolve) => setTimeout(resolve, 500));
    const tasks = await page.evaluate(() => window.seen.tasks);
    places.push({ at, longest_task_ms: Math.max(0, ...tasks), long_tasks: tasks.length });
  }
  await page.close();
  return places;
}

/** Both, of the page in dist/. */
export async function visits(executablePath, { loads = LOADS, moves = MOVES } = {}) {
  const browser = await puppeteer.launch({ executablePath, args: quiet });
  const { url, stop } = await serve(join(root, "dist"), { compressed: true });
  try {
    return { load: await firstNumber(browser, url, loads), slider: await slider(browser, url, moves) };
  } finally {
    await browser.close();
    await stop();
  }
}

if (process.argv[1] === import.meta.filename) {
  console.log(await visits(process.env.CHROMIUM_PATH ?? "/usr/bin/chromium"));
}
