// The method view: its links, its counterexamples, and what axe, narrow screens and the policy say of it.
import { describe, expect, it } from "vitest";
import { browsing, ONE_BROWSER, type Visit } from "./browser";

const METHOD = "#v=1&view=method";

describe.each(ONE_BROWSER)("method in %s", (name) => {
  const visiting = browsing(name);
  let visit: Visit;

  async function open(section = "", width = 1280): Promise<void> {
    visit = await visiting(section ? `${METHOD}&section=${section}` : METHOD, width);
    await visit.page.waitForSelector("#method-citing");
  }

  const focused = () => visit.page.evaluate(() => document.activeElement?.id);
  const topOf = (id: string) => visit.page.$eval(`#${id}`, (heading) => Math.abs(heading.getBoundingClientRect().top));

  async function computeAll(): Promise<void> {
    await visit.page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await visit.page.waitForFunction(
      () => document.querySelectorAll("mi-counterexample").length === document.querySelectorAll("ul.findings").length,
      { timeout: 120_000 },
    );
  }

  it("opens the section that the link names, and makes links of its sections", async () => {
    await open("e9");
    await visit.page.waitForFunction(() => document.activeElement?.id === "method-e9");
    expect(await topOf("method-e9")).toBeLessThan(300);
    await visit.page.click('mi-method-view .contents a[href*="section=game"]');
    await visit.page.waitForFunction(() => location.hash === "#v=1&view=method&section=game");
    await visit.page.waitForFunction(() => document.activeElement?.id === "method-game");
    await visit.page.evaluate(() => scrollTo(0, 5000));
    // The address is this one already; the link leads there all the same.
    await visit.page.$eval('mi-method-view .contents a[href*="section=game"]', (link) => (link as HTMLElement).click());
    expect(await topOf("method-game")).toBeLessThan(300);
    expect(await focused()).toBe("method-game");
    await visit.page.goBack();
    await visit.page.waitForFunction(() => document.activeElement?.id === "method-e9");
  });

  it("leads from every link inside to a heading", async () => {
    await open();
    const lost = await visit.page.$$eval("mi-method-view a", (links) =>
      links
        .map((link) => new URLSearchParams(new URL((link as HTMLAnchorElement).href).hash.slice(1)).get("section"))
        .filter((section) => !document.getElementById(`method-${section}`)),
    );
    expect(lost).toEqual([]);
  });

  it("computes a counterexample when it comes into sight, and another seed on demand", async () => {
    await open();
    const example = 'mi-counterexample[name="E1"]';
    expect(await visit.text(example)).toContain("Computed when it comes into sight.");
    await visit.page.$eval(example, (element) => element.scrollIntoView());
    const first = await visit.waitForText(example, "Broken: The printed summands lie in");
    expect(first).toContain("exact advantage 0.382925");
    await visit.page.$eval(`${example} button`, (button) => (button as HTMLElement).click());
    const second = await visit.waitForText(example, "Seed 2");
    expect(second).not.toBe(first.replace("Seed 1", "Seed 2"));
    expect(second).toContain("exact advantage 0.382925");
  });

  it("is whole wherever it is asked for while it is drawn part by part", async () => {
    visit = await visiting(METHOD);
    await visit.page.waitForSelector("mi-method-view .contents a");
    await visit.page.$$eval("mi-method-view .contents a", (links) =>
      links.find((link) => link.textContent === "How to cite")?.click(),
    );
    expect(await focused()).toBe("method-citing");

    visit = await visiting(METHOD);
    await visit.page.waitForSelector("mi-method-view .contents a");
    const missing = await visit.page.evaluate(async () => {
      dispatchEvent(new Event("beforeprint"));
      await new Promise((soon) => setTimeout(soon));
      return [...document.querySelectorAll("mi-counterexample")].filter((one) => !one.querySelector("ul.findings"))
        .length;
    });
    expect(missing).toBe(0);
    expect(await visit.page.$$eval("mi-counterexample", (all) => all.length)).toBeGreaterThan(20);
    expect(await visit.page.$("#method-links")).not.toBeNull();
  });

  it("computes all of them for print, and copies BibTeX or shows it", async () => {
    await open();
    await computeAll();
    expect(await visit.text('mi-counterexample[name="E9"]')).toMatch(/0\.644405.*0\.247831.*Broken/);
    const pending = await visit.page.$$eval(".pending", (all) => all.length);
    expect(pending).toBe(0);
    const button = "mi-method-view mi-copy-button button";
    await visit.page.$eval(button, (element) => (element as HTMLElement).click());
    await visit.waitForText("mi-method-view mi-copy-button", /Copied|copy the selected text/);
  });

  it.each([320, 390, 1280])("fits a screen of %i pixels", async (width) => {
    await open("theorems", width);
    await computeAll();
    await visit.unfold();
    expect(await visit.width()).toBeLessThanOrEqual(width);
    await visit.fade();
    const boxes = await visit.page.$$eval("mi-method-view .scroll, mi-method-view .formula", (all) =>
      all.map((box) => ({ scrolls: box.scrollWidth > box.clientWidth, stop: (box as HTMLElement).tabIndex === 0 })),
    );
    expect(boxes.filter(({ scrolls }) => scrolls).length > 0).toBe(width < 1000);
    expect(boxes.filter(({ scrolls, stop }) => scrolls !== stop)).toEqual([]);
  });

  // Only Chromium lets a test choose the theme.
  it.each(name === "chromium" ? ["light", "dark"] : ["light"])(
    "has nothing for axe to find in the %s theme",
    async (theme) => {
      await open("", 390);
      if (name === "chromium") await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
      await computeAll();
      await visit.unfold();
      await visit.fade();
      expect(await visit.axe()).toEqual([]);
    },
  );
});
