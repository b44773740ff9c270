// The validation page in browsers: reachable, readable, within the policy, at any width.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, ONE_BROWSER, seldom, themesOf, Visit } from "./browser";

describe.each(ONE_BROWSER)("in %s", (name) => {
  let browser: Awaited<ReturnType<typeof launch>>;

  beforeAll(async () => {
    browser = await launch(name);
  });

  afterAll(async () => {
    await browser?.close();
  });

  it.each(themesOf(name))("has nothing that axe complains of, %s", async (theme) => {
    const visit = await Visit.open(browser, "validation.html");
    if (name === "chromium") await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    expect(await visit.text("h1")).toContain("Validation");
    await visit.page.waitForSelector("#own-run table");
    expect(await visit.page.$$eval("table", (all) => all.length)).toBe(7);
    expect(await visit.axe()).toEqual([]);
    expect(visit.complaints).toEqual([]);
    await visit.page.close();
  });

  seldom.each([320, 390, 1280])("scrolls only its tables at %i px", async (width) => {
    const visit = await Visit.open(browser, "validation.html", width);
    expect(await visit.width()).toBeLessThanOrEqual(width);
    const open = await visit.page.$$eval(".scroll", (all) =>
      all.filter((region) => (region as HTMLElement).tabIndex !== 0 || !region.getAttribute("aria-label")),
    );
    expect(open).toEqual([]);
    await visit.page.close();
  });

  it("sets formulas beside the certified figures of the run that its link carries", async () => {
    const visit = await Visit.open(browser, "validation.html#v=1&noise_multiplier=1&sample_rate=0.01&num_steps=1000");
    await visit.page.waitForSelector("#own-run td.ours");
    expect(await visit.text("#own-run .lede")).toContain("noise 1, sample rate 0.01, 1000 steps");
    const rows = await visit.page.$$eval("#own-run tbody tr", (all) =>
      all.map((row) => row.textContent?.replace(/\s+/g, " ").trim() ?? ""),
    );
    expect(rows).toHaveLength(8);
    expect(rows[0]).toMatch(/^Advantage ?closed form.* 0\.1610 about 0\.1256 ▼ understates −22%$/);
    expect(rows[4]).toMatch(/^TPR at FPR 0\.1%.*% about .*% ▲ above × \d/);
    // Another run in the same tab, and one for which no formula is known.
    await visit.page.evaluate(() => location.assign("#v=1&noise_multiplier=2"));
    await visit.waitForText("#own-run .lede", "noise 2");
    await visit.page.evaluate(() => location.assign("#v=1&sampling=shuffle&neighboring_relation=replace_one"));
    await visit.waitForText("#own-run .lede", "shuffled epochs");
    await visit.page.evaluate(() => location.assign("#v=1&noise_multiplier=-1"));
    await visit.waitForText("#own-run .below", "noise multiplier");
    expect(visit.complaints).toEqual([]);
    await visit.page.close();
  });

  seldom.each([390, 1280])("has the space of the run before its answer is there, at %i px", async (width) => {
    const visit = await Visit.open(browser, "validation.html", width);
    await visit.page.waitForSelector("#own-run table");
    const [after, before] = await visit.page.$eval("#own-run", (section) => {
      const next = section.nextElementSibling as HTMLElement;
      const after = next.offsetTop;
      section.querySelector("[data-worker]")?.replaceChildren();
      (section as HTMLElement).hidden = true;
      return [after, next.offsetTop];
    });
    expect(before).toBe(after);
    await visit.page.close();
  });

  seldom("keeps the names of the columns in sight", async () => {
    const visit = await Visit.open(browser, "validation.html");
    const [before, after] = await visit.page.$eval("section[aria-labelledby='advantage'] .scroll", (region) => {
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
    await visit.page.waitForSelector("#own-run table");
    await visit.page.click(".comparison tbody th a");
    await visit.page.waitForSelector('.answer[data-stale="no"]');
    expect(visit.page.url()).toContain("num_steps=3516");
    await visit.page.waitForSelector("#training-part-bounds");
    await visit.page.click("#training-part-bounds");
    await visit.page.waitForSelector('#training-part a[href^="validation.html#v=1&"]');
    await visit.page.$eval('footer a[href$="validation.html"]', (link) => (link as HTMLElement).click());
    await visit.page.waitForSelector("#third-route");
    await visit.page.waitForSelector("#own-run table");
    expect(visit.complaints).toEqual([]);
    await visit.page.close();
  });
});
