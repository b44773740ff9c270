// The validation page in browsers: reachable, readable, within the policy, at any width.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, ONE_BROWSER, Visit } from "./browser";

describe.each(ONE_BROWSER)("in %s", (name) => {
  let browser: Awaited<ReturnType<typeof launch>>;

  beforeAll(async () => {
    browser = await launch(name);
  });

  afterAll(async () => {
    await browser?.close();
  });

  it.each(["light", "dark"])("has nothing that axe complains of, %s", async (theme) => {
    const visit = await Visit.open(browser, "validation.html");
    if (theme === "dark") {
      if (name === "firefox") return;
      await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    }
    expect(await visit.text("h1")).toContain("Validation");
    expect(await visit.page.$$eval("table", (all) => all.length)).toBe(6);
    expect(await visit.axe()).toEqual([]);
    expect(visit.complaints).toEqual([]);
    await visit.page.close();
  });

  it.each([320, 390, 1280])("scrolls only its tables at %i px", async (width) => {
    const visit = await Visit.open(browser, "validation.html", width);
    expect(await visit.width()).toBeLessThanOrEqual(width);
    const open = await visit.page.$$eval(".scroll", (all) =>
      all.filter((region) => (region as HTMLElement).tabIndex !== 0 || !region.getAttribute("aria-label")),
    );
    expect(open).toEqual([]);
    await visit.page.close();
  });

  it("keeps the names of the columns in sight", async () => {
    const visit = await Visit.open(browser, "validation.html");
    const [before, after] = await visit.page.$eval("section:nth-of-type(2) .scroll", (region) => {
      const head = region.querySelector("thead th") as HTMLElement;
      const offset = () => head.getBoundingClientRect().top - region.getBoundingClientRect().top;
      const before = offset();
      region.scrollTop = 600;
      return [before, offset()];
    });
    expect(after).toBeCloseTo(before ?? 0, 0);
    await visit.page.close();
  });

  it("opens a setting in the calculator, and is reached from its footer and its panel", async () => {
    const visit = await Visit.open(browser, "validation.html");
    await visit.page.click(".comparison tbody th a");
    await visit.page.waitForSelector('.answer[data-stale="no"]');
    expect(visit.page.url()).toContain("num_steps=3516");
    await visit.page.waitForSelector("#training-part-bounds");
    await visit.page.click("#training-part-bounds");
    await visit.page.waitForSelector('#training-part a[href^="validation.html#v=1&"]');
    await visit.page.$eval('footer a[href$="validation.html"]', (link) => (link as HTMLElement).click());
    await visit.page.waitForSelector("#third-route");
    expect(visit.complaints).toEqual([]);
    await visit.page.close();
  });
});
