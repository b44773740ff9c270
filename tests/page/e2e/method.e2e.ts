// The method view: its pages, its counterexamples, and what axe, narrow screens and the policy say of it.
import { describe, expect, it } from "vitest";
import { ALL, browsing, ONE_BROWSER, themesOf, type Visit } from "./browser";

const METHOD = "#v=1&view=method";

describe.each(ONE_BROWSER)("method in %s", (name) => {
  const visiting = browsing(name);
  let visit: Visit;

  async function open(section = "", width = 1280): Promise<void> {
    visit = await visiting(section ? `${METHOD}&section=${section}` : METHOD, width);
    await visit.page.waitForSelector(`#method-${section || "summary"}`);
  }

  const focused = () => visit.page.evaluate(() => document.activeElement?.id);

  it("opens with a summary of one screen, and a page for each chapter and each erratum", async () => {
    await open();
    const bottom = await visit.page.$eval(".chapters", (part) => part.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThan(800);
    await open("e9");
    await visit.page.waitForFunction(() => document.activeElement?.id === "method-e9");
    expect(await visit.page.$$eval(".erratum", (all) => all.length)).toBe(1);
    await visit.page.click('mi-method-view .contents a[href*="section=game"]');
    await visit.page.waitForFunction(() => location.hash === "#v=1&view=method&section=game");
    await visit.page.waitForFunction(() => document.activeElement?.id === "method-game");
    // The address is this one already; the link leads to the beginning all the same.
    await visit.page.evaluate(() => scrollTo(0, 5000));
    await visit.page.$eval('mi-method-view .contents a[href*="section=game"]', (link) => (link as HTMLElement).click());
    expect(await focused()).toBe("method-game");
    await visit.page.goBack();
    await visit.page.waitForFunction(() => document.activeElement?.id === "method-e9");
  });

  it.runIf(ALL)("has no page that is longer than is read in one go", async () => {
    await open();
    const sections = await visit.page.$$eval("mi-method-view .contents a", (links) =>
      links.map((link) => new URLSearchParams(new URL((link as HTMLAnchorElement).href).hash.slice(1)).get("section")),
    );
    expect(sections.length).toBeGreaterThan(12);
    for (const section of [...sections.filter((one) => one !== null && one !== "top"), "e7", "e13"]) {
      await visit.page.evaluate((hash) => {
        location.hash = hash;
      }, `${METHOD}&section=${section}`);
      await visit.page.waitForSelector(`#method-${section}`);
      const length = await visit.page.evaluate(() => document.documentElement.scrollHeight);
      expect([section, length <= 6000]).toEqual([section, true]);
    }
  });

  it("computes a counterexample when it comes into sight, and another seed on demand", async () => {
    await open("e1");
    const example = 'mi-counterexample[name="E1"]';
    await visit.page.$eval(example, (element) => element.scrollIntoView());
    const first = await visit.waitForText(example, "Broken: The printed summands lie in");
    expect(first).toContain("exact advantage 0.382925");
    await visit.page.$eval(`${example} button`, (button) => (button as HTMLElement).click());
    const second = await visit.waitForText(example, "Seed 2");
    expect(second).not.toBe(first.replace("Seed 1", "Seed 2"));
    expect(second).toContain("exact advantage 0.382925");
  });

  it("computes it for print, and copies BibTeX or shows it", async () => {
    await open("e9");
    await visit.page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    expect(await visit.waitForText('mi-counterexample[name="E9"]', "Broken")).toMatch(/64\.4405%.*24\.7831%/);
    await open("citing");
    const button = "mi-method-view mi-copy-button button";
    await visit.page.$eval(button, (element) => (element as HTMLElement).click());
    await visit.waitForText("mi-method-view mi-copy-button", /Copied|copy the selected text/);
  });

  it.each(ALL ? [320, 390, 1280] : [390])("fits a screen of %i pixels", async (width) => {
    for (const section of ["theorems", "one-number", "e13"]) {
      await open(section, width);
      await visit.unfold();
      expect(await visit.width()).toBeLessThanOrEqual(width);
      await visit.fade();
      const boxes = await visit.page.$$eval("mi-method-view .scroll, mi-method-view .formula", (all) =>
        all.map((box) => ({ scrolls: box.scrollWidth > box.clientWidth, stop: (box as HTMLElement).tabIndex === 0 })),
      );
      if (section === "theorems") expect(boxes.some(({ scrolls }) => scrolls)).toBe(width < 1000);
      expect(boxes.filter(({ scrolls, stop }) => scrolls !== stop)).toEqual([]);
    }
  });

  // Only Chromium lets a test choose the theme.
  it.each(themesOf(name))("has nothing for axe to find in the %s theme", async (theme) => {
    for (const section of ["", "words", "errata", "theorems", "e9", "links"]) {
      await open(section, 390);
      if (name === "chromium") await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
      await visit.unfold();
      await visit.fade();
      expect([section, await visit.axe()]).toEqual([section, []]);
    }
  });
});
