// What Lighthouse says of every view, but for its speed, which is the machine's: `npm run lighthouse` prints that.
import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { AUDITED_VIEWS, audit } from "../../../scripts/lighthouse.mjs";
import { launch } from "./browser";

const LEAST = 98;
const CATEGORIES = ["accessibility", "best-practices", "seo"];

describe("Lighthouse", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch("chromium");
  });
  afterAll(() => browser.close());

  it.each(AUDITED_VIEWS)("%s", async (view) => {
    const { scores, lost } = await audit(browser, `${inject("pageUrl")}#v=1&view=${view}`, { categories: CATEGORIES });
    expect(Object.keys(scores)).toEqual(CATEGORIES);
    for (const category of CATEGORIES) expect(scores[category], lost.join("; ")).toBeGreaterThanOrEqual(LEAST);
  });
});
