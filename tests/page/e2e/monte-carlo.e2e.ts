// The simulation in the page: start, cancel, run to the end, same digits again from the link.
import type { Browser } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { BROWSERS, launch, Visit } from "./browser";

const PANEL = "mi-monte-carlo-panel";
const START = `${PANEL} .buttons button:first-child`;
const CANCEL = `${PANEL} .buttons button:last-child`;
const SIMULATED = '[data-figure="monte-carlo"]';

describe.each(BROWSERS)("the simulation in %s", (name) => {
  let browser: Browser;
  let visit: Visit;

  beforeAll(async () => {
    browser = await launch(name);
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    await visit.page.close();
    expect(visit.complaints).toEqual([]);
  });

  async function run(fragment: string): Promise<string> {
    visit = await Visit.open(browser, fragment);
    await visit.settle();
    await visit.page.click(START);
    await visit.waitForText(`${PANEL} .status`, /^Done/);
    return visit.text(SIMULATED);
  }

  it("agrees with the exact value, and gives the same digits on any number of cores", async () => {
    const fragment = "#v=1&sample_rate=0.01&num_steps=100&noise_multiplier=1&samples=20000&seed=5";
    const first = await run(fragment);
    expect(await visit.text(`${PANEL} .agreement`)).toContain("agree");
    await visit.page.close();
    visit = await Visit.open(browser, "");
    await visit.page.evaluateOnNewDocument(() => Object.defineProperty(navigator, "hardwareConcurrency", { value: 1 }));
    await visit.page.reload();
    await visit.page.evaluate((hash) => {
      location.hash = hash;
    }, fragment);
    await visit.waitForText(`${PANEL} .cost`, "20,000 trainings of 100 steps");
    await visit.settle();
    await visit.page.click(START);
    await visit.waitForText(`${PANEL} .status`, /^Done/);
    expect(await visit.text(SIMULATED)).toBe(first);
  });

  it("never starts by itself, shows progress, and stops at once when it is cancelled", async () => {
    visit = await Visit.open(browser, "#v=1&samples=10000000&seed=3");
    await visit.settle();
    expect(await visit.text(`${PANEL} .status`)).toBe("Not started.");
    await visit.page.click(START);
    await visit.waitForText(SIMULATED, "simulated trainings");
    await visit.page.click(CANCEL);
    await visit.waitForText(`${PANEL} .status`, "Cancelled");
    const kept = await visit.text(SIMULATED);
    await visit.page.evaluate(() => new Promise((rest) => setTimeout(rest, 500)));
    expect(await visit.text(SIMULATED)).toBe(kept);
  });

  it("lets the exact answer through while it runs, and gives way to new parameters", async () => {
    visit = await Visit.open(browser, "#v=1&samples=10000000");
    await visit.settle();
    await visit.page.click(START);
    await visit.waitForText(SIMULATED, "simulated trainings");
    await visit.type("noise_multiplier", "2");
    await visit.settle();
    await visit.waitForText(`${PANEL} .status`, "Not started");
  });

  it("draws a fresh seed into the link", async () => {
    visit = await Visit.open(browser, "");
    await visit.settle();
    await visit.page.click(`${PANEL} .quiet`);
    await visit.page.waitForFunction(() => /seed=\d+/.test(location.hash));
  });
});
