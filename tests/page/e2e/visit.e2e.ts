// A first visit, by somebody who knows none of the words; and links that take nothing away.
import { readFileSync } from "node:fs";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { ALL, BROWSERS, launch, ONE_BROWSER, onceADay, seldom, themesOf, VIEWS, Visit } from "./browser";

const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
const ADVANTAGE = 'output[data-figure="advantage"]';
const OFFER = "mi-offer .offer";

describe.each(BROWSERS)("a visit in %s", (name) => {
  const once = onceADay(name);
  let browser: Browser;
  let visit: Visit;

  beforeAll(async () => {
    browser = await launch(name);
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    await visit.page.evaluate(() => {
      try {
        localStorage.clear();
      } catch {
        // Refused by the test.
      }
    });
    await visit.page.close();
    expect(visit.complaints).toEqual([]);
  });

  async function click(selector: string): Promise<void> {
    await visit.page.waitForSelector(selector);
    await visit.page.$eval(selector, (element) => (element as HTMLElement).click());
  }

  const titled = (page: Page, pattern: string) =>
    page.waitForFunction((wanted) => new RegExp(wanted).test(document.title), { timeout: 120_000 }, pattern);

  /** As a link followed from elsewhere, in the same tab. */
  async function follow(fragment: string): Promise<void> {
    await visit.page.evaluate((hash) => {
      location.hash = hash;
    }, fragment);
    await visit.settle();
  }

  seldom("says the state in title and description, in each view", async () => {
    visit = await Visit.open(browser);
    await titled(visit.page, "^Advantage ≤ 0\\.1134 – noise 1\\.1, 256 of 60,000, 3516 steps – mi-bounds$");
    const description = await visit.page.$eval('meta[name="description"]', (meta) => meta.getAttribute("content"));
    expect(description).toContain("Noise 1.1, 256 of 60,000, 3516 steps.");
    for (const [view, title] of [
      ["guarantee", "^Advantage ≤ \\d.* – epsilon .*, delta .* – Guarantee – mi-bounds$"],
      ["calibrate", "^\\d.* – noise multiplier for TPR at FPR .* ≤ .* – Calibrate – mi-bounds$"],
      ["attributes", "^Advantage ≤ \\d.* – noise 1\\.1.* – Attributes – mi-bounds$"],
      ["noise", "^eta 0\\.1 – Noise – mi-bounds$"],
      ["figures", "^Figures – mi-bounds$"],
      ["laboratory", "^Laboratory – mi-bounds$"],
      ["register", "^Register – mi-bounds$"],
      ["method", "^Method – mi-bounds$"],
    ]) {
      await click(`mi-nav a[href*="view=${view}"]`);
      await titled(visit.page, title ?? "");
    }
  });

  seldom("says in each view what its numbers do not say, and no other view's", async () => {
    visit = await Visit.open(browser);
    for (const [view, words] of [
      ["training", "most data loaders shuffle"],
      ["guarantee", "A mechanism with this guarantee may be as bad as that"],
      ["calibrate", "most data loaders shuffle"],
      ["attributes", "twice the clipping norm"],
      ["noise", "A spread that was estimated"],
      ["figures", "No pixel was read off a printed picture"],
      ["laboratory", "An attack shows what can be found at least"],
      ["register", "it may have been corrected since"],
    ] as const) {
      await follow(`#v=1&view=${view}`);
      const told = await visit.page.$$eval("main .limits", (sections) =>
        sections
          .filter((section) => section.checkVisibility())
          .map((section) => section.textContent?.replace(/\s+/g, " ") ?? ""),
      );
      expect(told, view).toHaveLength(1);
      expect(told.join(" "), view).toContain(words);
    }
  });

  it("offers the reader's own settings back after a link, in the tab and in the next visit", async () => {
    visit = await Visit.open(browser);
    await visit.settle();
    await visit.type("noise_multiplier", "3");
    await visit.settle();
    await follow("#v=1&noise_multiplier=2");
    expect(await visit.waitForText(OFFER, "noise 3, 256 of 60,000")).toContain("You were working on another setting");
    expect(await visit.field("noise_multiplier")).toBe("2");
    await visit.page.close();

    visit = await Visit.open(browser, "#v=1&noise_multiplier=4");
    await visit.waitForText(OFFER, "noise 3, 256 of 60,000");
    await visit.page.focus(`${OFFER} button`);
    await visit.page.keyboard.press("Enter");
    await visit.settle();
    expect(await visit.field("noise_multiplier")).toBe("3");
    expect(await visit.page.$(OFFER)).toBeNull();
    expect(await visit.page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Training");
    await visit.page.goBack();
    await visit.settle();
    await visit.page.waitForFunction(
      () => (document.querySelector("#field-noise_multiplier") as HTMLInputElement).value === "4",
    );
    await visit.page.close();

    visit = await Visit.open(browser, "#v=1&noise_multiplier=5");
    await visit.waitForText(OFFER, "noise 3, 256 of 60,000");
    await click(`${OFFER} button + button`);
    await visit.page.waitForFunction((offer) => !document.querySelector(offer), {}, OFFER);
    await visit.page.close();

    visit = await Visit.open(browser, "#v=1&noise_multiplier=6");
    await visit.settle();
    expect(await visit.page.$(OFFER)).toBeNull();
  });

  once("offers nothing to who has changed nothing, nor for the same state in another view", async () => {
    visit = await Visit.open(browser, "#v=1&noise_multiplier=2");
    await visit.settle();
    await follow("#v=1&noise_multiplier=3");
    await visit.fade();
    expect(await visit.page.$(OFFER)).toBeNull();
    await visit.type("noise_multiplier", "4");
    await visit.settle();
    await click('mi-nav a[href*="view=calibrate"]');
    await visit.settle();
    await visit.page.goBack();
    await visit.settle();
    await visit.fade();
    expect(await visit.page.$(OFFER)).toBeNull();
    expect(await visit.field("noise_multiplier")).toBe("4");
  });

  it("opens a link that is followed while a change is about to be written into the address", async () => {
    visit = await Visit.open(browser, "#v=1&noise_multiplier=2");
    await visit.settle();
    await visit.page.evaluate(() => {
      const field = document.querySelector("#field-noise_multiplier") as HTMLInputElement;
      // Due just before the change is written, so that the event of the link is still to come by then.
      setTimeout(() => {
        location.hash = "#v=1&noise_multiplier=4";
      }, 250);
      field.value = "3";
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      for (const end = performance.now() + 400; performance.now() < end; );
    });
    await visit.waitForText(OFFER, "noise 3, 256 of 60,000");
    expect(await visit.field("noise_multiplier")).toBe("4");
    expect(await visit.page.evaluate(() => location.hash)).toBe("#v=1&noise_multiplier=4");
  });

  it.each(ONE_BROWSER.includes(name) ? ["garbage", "huge", "refused"] : ["refused"])(
    "works with storage that is %s",
    async (what) => {
      visit = await Visit.open(browser);
      await visit.settle();
      await visit.page.evaluateOnNewDocument((kind) => {
        if (kind === "refused") {
          Object.defineProperty(window, "localStorage", {
            get() {
              throw new DOMException("refused", "SecurityError");
            },
          });
        } else {
          const get = Storage.prototype.getItem;
          Storage.prototype.getItem = function (key) {
            return kind === "huge" ? "[".repeat(10_000_000) : get.call(this, key) && '{"not": "ours"}';
          };
        }
      }, what);
      await visit.page.goto(`${inject("pageUrl")}?again#v=1&noise_multiplier=2`);
      await visit.settle();
      await visit.type("noise_multiplier", "2.5");
      await visit.settle();
      expect(await visit.page.$(OFFER)).toBeNull();
    },
  );

  it("starts from a known setting by keyboard, and goes back", async () => {
    visit = await Visit.open(browser, "#v=1&noise_multiplier=2.25");
    await visit.settle();
    await visit.page.focus(".presets > summary");
    await visit.page.keyboard.press("Enter");
    await visit.page.waitForSelector('[data-preset="opacus-mnist-defaults"]');
    await visit.page.keyboard.press("Tab");
    expect(await visit.page.evaluate(() => document.activeElement?.getAttribute("data-preset"))).toBe(
      "opacus-mnist-defaults",
    );
    await visit.page.keyboard.press("Enter");
    await visit.waitForText(ADVANTAGE, "0.05384");
    expect(await visit.waitForText(OFFER, "noise 2.25")).toContain("Go back to it");
    await click(`${OFFER} button`);
    await visit.settle();
    expect(await visit.field("noise_multiplier")).toBe("2.25");
  });

  once("explains a word where it stands, and leads through the page", async () => {
    visit = await Visit.open(browser, "", 320);
    await visit.settle();
    await click(".chip");
    const term = 'mi-number-field mi-term[name="noise_multiplier"]';
    await click(`${term} button`);
    await visit.waitForText(`${term} .meaning`, "standard deviation of the noise");
    expect(await visit.page.$eval(`${term} button`, (button) => button.getAttribute("aria-expanded"))).toBe("true");
    expect(await visit.width()).toBeLessThanOrEqual(320);
    await visit.page.focus(`${term} button`);
    await visit.page.keyboard.press("Escape");
    await visit.waitForText(`${term} .meaning`, /^$/);

    expect(await visit.text("#new-here")).toBe("New here?");
    await click("#new-here");
    await click('#guide [data-to="#field-noise_multiplier"]');
    await visit.page.waitForFunction(() => document.activeElement?.id === "field-noise_multiplier");
    await click("#new-here");
    await click('#guide [data-to*="calibrate"]');
    await visit.page.waitForFunction(() => document.activeElement?.textContent?.trim() === "Calibrate");
    await visit.page.waitForFunction(() => localStorage.getItem("mi-bounds.tour") === "yes");
    await visit.page.reload();
    await visit.settle();
    expect(await visit.text("#new-here")).toBe("Help");
  });

  once("says beside the control what is odd about it", async () => {
    visit = await Visit.open(browser);
    await visit.waitForText('[data-caution="steps"]', "15 epochs are 3515.6 steps; 3516 are counted");
    await visit.type("batch_size", "70000");
    await visit.waitForText("#field-batch_size-remark", "up to the data set size, 60000");
    await visit.type("batch_size", "60000");
    await visit.waitForText('[data-caution="rate"]', "Each step uses every record");
    await visit.type("batch_size", "250");
    await visit.settle();
    expect(await visit.page.$$("[data-caution]")).toHaveLength(0);
    await visit.type("noise_multiplier", "0.2");
    await visit.waitForText('[data-caution="noise"]', "hides next to nothing");
  });

  once("says which version made a link, and what is newer than the page", async () => {
    visit = await Visit.open(browser, "#v=7&made=0.0.9&noise_multiplier=2");
    await visit.waitForText(".no-answer .sentence", "it has version 7, and this page reads version 1");
    await visit.page.click(".no-answer button");
    await visit.settle();
    expect(await visit.text("#calculator .notice")).toContain(
      `made with mi-bounds 0.0.9 and is computed anew with ${version}`,
    );
    expect(await visit.field("noise_multiplier")).toBe("2");
  });

  seldom("shows the chosen run of other tools again from the link", async () => {
    visit = await Visit.open(browser, "#v=1&agreement=riskcal-readme");
    await visit.waitForText("mi-agreement .detail", "sample rate 0.002");
    await visit.page.select("#agreement-preset", "small-noise");
    await visit.waitForText("mi-agreement .detail", "Noise multiplier 0.3");
    await visit.page.waitForFunction(() => location.hash === "#v=1&agreement=small-noise");
  });

  // Only Chromium lets a test choose the theme.
  once.each(themesOf(name))("has nothing for axe to find in the %s theme with all of it open", async (theme) => {
    visit = await Visit.open(browser, "#v=1&noise_multiplier=0.2", 390);
    if (name === "chromium") await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    await visit.settle();
    await visit.type("noise_multiplier", "0.25");
    await follow("#v=1&noise_multiplier=0.22");
    await click("#new-here");
    await visit.fade();
    expect(await visit.axe()).toEqual([]);
    await visit.page.keyboard.press("Escape");
    await click(".chip");
    await click(".presets > summary");
    await visit.page.waitForSelector("[data-preset]");
    await click(".unseen > summary");
    await click('mi-number-field mi-term[name="prior"] button');
    await visit.waitForText('mi-number-field mi-term[name="prior"] .meaning', "coin toss");
    await visit.page.waitForSelector(OFFER);
    await visit.fade();
    expect(await visit.axe()).toEqual([]);
    expect(await visit.width()).toBeLessThanOrEqual(390);
  });

  once("can be led through the views faster than their parts come", async () => {
    visit = await Visit.open(browser, "#v=1");
    await visit.page.evaluate(
      async (views, turns) => {
        for (let turn = 0; turn < turns; turn++) {
          location.hash = `#v=1&view=${views[turn % views.length]}`;
          // From none to several frames, so that each stage of a part's way is met.
          for (let frame = 0; frame < turn % 5; frame++) await new Promise(requestAnimationFrame);
        }
        location.hash = "#v=1&view=training";
      },
      VIEWS,
      ALL ? 60 : 20,
    );
    await visit.settle();
    await visit.rest();
  });
});
