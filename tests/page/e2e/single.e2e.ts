// The page as one file, opened from the disk: it computes, draws and simulates, and asks for nothing else.
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, ONE_BROWSER, Visit } from "./browser";

const FILE = pathToFileURL(fileURLToPath(new URL("../../../dist-single/mi-bounds.html", import.meta.url))).href;
const PANEL = "mi-monte-carlo-panel";

describe.each(ONE_BROWSER)("one file in %s", (name) => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch(name);
  });
  afterAll(() => browser.close());

  it("computes, draws and simulates", async () => {
    const visit = await Visit.open(browser, "#v=1&samples=2048", 1280, FILE);
    await visit.settle();
    expect(await visit.text(".sentence")).toContain("at most 557 right");
    await visit.page.waitForSelector("mi-roc-chart .drawing svg");
    await visit.page.$eval(`${PANEL} button.primary`, (button) => (button as HTMLElement).click());
    await visit.waitForText(`${PANEL} .status`, /^ ?Done/);
    await visit.type("noise_multiplier", "2");
    await visit.page.waitForFunction(() => location.hash === "#v=1&noise_multiplier=2&samples=2048");
    // Requests to anything but the file, refusals of its policy and errors would all be complaints.
    expect(visit.complaints).toEqual([]);
    await visit.page.close();
  });

  it("opens every view", async () => {
    const visit = await Visit.open(browser, "#v=1&view=guarantee", 1280, FILE);
    for (const view of ["noise", "attributes", "calibrate"]) {
      await visit.page.waitForSelector('.outputs[aria-busy="false"]');
      await visit.page.evaluate((wanted) => {
        location.hash = `#v=1&view=${wanted}`;
      }, view);
      await visit.page.waitForFunction((wanted) => document.body.dataset.view === wanted, {}, view);
    }
    await visit.page.evaluate(() => {
      location.hash = "#v=1&view=method";
    });
    await visit.waitForText("main", "References");
    expect(visit.complaints).toEqual([]);
    await visit.page.close();
  });
});
