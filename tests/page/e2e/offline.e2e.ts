// After one visit the page works without network, and a newer version of it takes over where nobody is disturbed. What cannot
// compute at all says so.
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve } from "../../../scripts/serve.mjs";
import { CHOICES } from "../../../www/state/parameters/choices";
import { BROWSERS, launch, Visit } from "./browser";
import { Site } from "./host";
import { DIST } from "./server";

const PANEL = "mi-monte-carlo-panel";

describe.each(BROWSERS)("without network in %s", (name) => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch(name);
  });
  afterAll(() => browser.close());

  it("opens another state, every view, and simulates", async () => {
    const { url, stop } = await serve(DIST);
    const visit = await Visit.open(browser, "", 1280, url);
    try {
      await visit.settle();
      await visit.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await visit.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    } finally {
      await stop();
    }
    await visit.page.evaluate(() => {
      location.hash = "#v=1&noise_multiplier=2&samples=2048";
    });
    await visit.page.reload();
    await visit.settle();
    expect(await visit.field("noise_multiplier")).toBe("2");
    await visit.page.waitForSelector("mi-roc-chart .drawing svg");
    await visit.page.$eval(`${PANEL} button.primary`, (button) => (button as HTMLElement).click());
    await visit.waitForText(`${PANEL} .status`, /^ ?Done/);
    for (const [view, words] of Object.entries(CHOICES.view.options)) {
      await visit.page.$$eval(
        "mi-nav a",
        (links, wanted) => links.find((link) => link.textContent === wanted)?.click(),
        words,
      );
      await visit.page.waitForFunction((wanted) => document.body.dataset.view === wanted, {}, view);
      if (view === "method") await visit.waitForText("main", "References");
      else await visit.page.waitForSelector('.outputs[aria-busy="false"]');
      expect(await visit.text("main")).not.toContain("could not be loaded");
    }
    await visit.page.evaluate(() => {
      location.hash = "#v=1&view=laboratory&section=gaussian_game&trials=500";
    });
    await visit.page.waitForSelector('mi-experiment-form [data-status="done"]');
    expect(visit.complaints).toEqual([]);
    await visit.page.close();
  });

  it("stays of one piece while a newer version comes, says so, and opens that with the next visit", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mi-bounds-newer-"));
    const site = await new Site({ "/docs": { folder } }).open();
    const address = `${site.url}/docs/`;
    const edit = async (file: string, change: (text: string) => string) => {
      const text = await readFile(join(folder, file), "utf8");
      expect(change(text), file).not.toBe(text);
      await writeFile(join(folder, file), change(text));
    };
    const index = async () => site.set("/docs/", await readFile(join(folder, "index.html"), "utf8"));
    const visitAgain = async () => {
      const visit = await Visit.open(browser, "", 1280, address);
      await visit.settle();
      return visit;
    };
    const isNewer = (visit: Visit) => visit.page.$eval("html", (html) => html.dataset.test === "newer");
    try {
      await cp(DIST, folder, { recursive: true });
      await index();
      const first = await visitAgain();
      await first.page.waitForFunction(() => navigator.serviceWorker.controller !== null);

      await edit("index.html", (text) => text.replace("<html ", '<html data-test="newer" '));
      await index();
      await edit("sw.js", (text) => text.replace(/(url:"index\.html",revision:")[0-9a-f]{32}/, `$1${"0".repeat(32)}`));
      await first.page.reload();
      await first.settle();
      expect(await isNewer(first)).toBe(false);
      await first.waitForText("#newer", "A newer version of this page is ready");
      await first.page.reload();
      await first.settle();
      expect(await isNewer(first), "two tabs of two versions would share files").toBe(false);
      expect(first.complaints).toEqual([]);
      await first.page.close();

      // The older one is let go a moment after its last tab.
      await expect
        .poll(
          async () => {
            const next = await visitAgain();
            const newer = await isNewer(next);
            await next.page.close();
            return newer;
          },
          { timeout: 120_000, interval: 500 },
        )
        .toBe(true);
    } finally {
      await site.close();
      await rm(folder, { recursive: true });
    }
  });

  it("says without its module that WebAssembly did not start, and stays readable", async () => {
    const server = await serve(DIST, { missing: ".wasm" });
    const page = await browser.newPage();
    try {
      await page.goto(server.url);
      await page.waitForFunction(() => document.querySelector(".answer")?.textContent?.includes("did not start"));
      expect(await page.$eval("#meaning", (section) => section.textContent)).toContain("What this does not say");
      await page.close();
    } finally {
      await server.stop();
    }
  });
});
