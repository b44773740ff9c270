import puppeteer from "puppeteer-core";
import { serve } from "./scripts/serve.mjs";
import { fileURLToPath } from "node:url";
const { url, stop } = await serve(fileURLToPath(new URL("./dist/", import.meta.url)));
const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const only = process.argv[2];
for (const [name, frag, w, dark] of [
  ["overview", "#view=laboratory", 1280, false], ["overview-n", "#view=laboratory", 390, true],
  ["gauss", "#view=laboratory&section=gaussian_game", 1280, false], ["gauss-n", "#view=laboratory&section=gaussian_game", 390, true],
  ["onehot", "#view=laboratory&section=one_hot", 1280, true], ["onehot-n", "#view=laboratory&section=one_hot", 390, false],
]) {
  if (only && !name.includes(only)) continue;
  const page = await browser.newPage();
  page.on("console", (m) => ["error","warn"].includes(m.type()) && console.log(name, m.text()));
  page.on("pageerror", (e) => console.log(name, String(e)));
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  await page.setViewport({ width: w, height: 900 });
  await page.evaluateOnNewDocument(() => { window.longest = []; new PerformanceObserver((l) => { for (const e of l.getEntries()) window.longest.push([Math.round(e.startTime), Math.round(e.duration)]); }).observe({ type: "longtask", buffered: true }); });
  const t = Date.now();
  await page.goto(url + frag);
  if (!name.startsWith("overview")) {
    await new Promise((r) => setTimeout(r, 6000)); await page.screenshot({path:"/tmp/shots/dbg.png",fullPage:true}); console.log(await page.evaluate(() => document.querySelector("mi-experiment-form")?.innerText), await page.evaluate(()=>document.body.dataset.rest)); process.exit();
    const svg = Date.now() - t;
    await page.waitForSelector('[data-status="done"]', { timeout: 60000 });
    const status = await page.$eval(".status", (e) => e.textContent);
    console.log(name, "picture", svg, "done", Date.now() - t, status, await page.$eval('[data-figure="finding"]', (e) => e.textContent.replace(/\s+/g, " ")));
    await new Promise((r) => setTimeout(r, 800));
  } else await page.waitForSelector(".experiments");
  console.log(name, JSON.stringify(await page.evaluate(() => window.longest)), "width", await page.evaluate(() => document.documentElement.scrollWidth));
  await new Promise((r) => setTimeout(r, 500));
  await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: true });
  await page.close();
}
await browser.close(); await stop();
