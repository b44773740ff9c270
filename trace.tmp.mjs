import puppeteer from "puppeteer-core";
import { serve } from "./scripts/serve.mjs";
import { fileURLToPath } from "node:url";
import { readFileSync } from "node:fs";
const { url, stop } = await serve(fileURLToPath(new URL("./dist/", import.meta.url)));
const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
for (const frag of ["gaussian_game&trials=60000", "one_hot"]) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(url + "#view=laboratory"); await page.waitForSelector(".experiments");
  await new Promise((r) => setTimeout(r, 1500));
  await page.tracing.start({ path: "/tmp/trace.json", categories: ["toplevel", "devtools.timeline", "v8"] });
  await page.evaluate((f) => { location.hash = `#v=1&view=laboratory&section=${f}`; }, frag);
  await page.waitForSelector('[data-status="done"]', { timeout: 60000 });
  await new Promise((r) => setTimeout(r, 1500));
  await page.tracing.stop();
  const { traceEvents: ev } = JSON.parse(readFileSync("/tmp/trace.json", "utf8"));
  const names = new Map(ev.filter((e) => e.name === "thread_name").map((e) => [e.pid + ":" + e.tid, e.args.name]));
  const main = ev.filter((e) => /RunTask/.test(e.name) && names.get(e.pid + ":" + e.tid) === "CrRendererMain" && e.dur > 25000);
  console.log(frag, main.sort((a, b) => b.tdur - a.tdur).slice(0, 12).map((e) => `${(e.dur / 1000).toFixed(0)}/${(e.tdur / 1000).toFixed(0)}`).join(" "));
  await page.close();
}
await browser.close(); await stop();
