// After one visit the page works without network: another state, every view, and a simulation.
import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve } from "../../../scripts/serve.mjs";
import { CHOICES } from "../../../www/state/choices";
import { BROWSERS, launch, Visit } from "./browser";
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
    expect(visit.complaints).toEqual([]);
    await visit.page.close();
  });
});
