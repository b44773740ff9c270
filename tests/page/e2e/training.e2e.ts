// The training view as a person uses it: type, read, slide, make a mistake, send the link.
import type { Browser } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { BROWSERS, launch, Visit } from "./browser";

const ADVANTAGE = 'output[data-figure="advantage"]';
const EXAMPLE = "0.1133476";
const HEADLINE = "Of 1000 guesses, the best possible attacker gets at most 557 right; blind guessing gets 500.";

describe.each(BROWSERS)("training in %s", (name) => {
  let browser: Browser;
  let visit: Visit | undefined;

  beforeAll(async () => {
    browser = await launch(name);
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    const complaints = visit?.complaints ?? [];
    await visit?.page.close();
    visit = undefined;
    expect(complaints).toEqual([]);
  });

  async function open(fragment = "", width?: number): Promise<Visit> {
    visit = await Visit.open(browser, fragment, width);
    return visit;
  }

  // Only Chromium lets a test switch scripts off.
  it.runIf(name === "chromium")("can be read without script", async () => {
    const plain = await browser.newPage();
    await plain.setJavaScriptEnabled(false);
    await plain.goto(inject("pageUrl"));
    const text = await plain.$eval("main", (main) => main.textContent ?? "");
    await plain.close();
    expect(text).toContain("needs JavaScript and WebAssembly");
    expect(text).toContain("557");
    expect(text).toContain("What this says, and what it does not");
  });

  it("shows the example at once", async () => {
    const page = await open();
    await page.waitForText(ADVANTAGE, EXAMPLE);
    expect(await page.text(".sentence")).toBe(HEADLINE);
    expect(await page.text('[data-derived="epochs"]')).toBe("= 3516 steps");
    await page.waitForText(".visually-hidden[role=status]", "557 right");
  });

  it("gives the same after typing the example over another run", async () => {
    const page = await open("#v=1&dataset_size=50000&batch_size=100&epochs=3&noise_multiplier=2");
    await page.settle();
    expect(await page.text(ADVANTAGE)).not.toBe(EXAMPLE);
    await page.type("dataset_size", "60k");
    await page.type("batch_size", "256");
    await page.type("epochs", "15");
    await page.type("noise_multiplier", "1.1");
    await page.waitForText(ADVANTAGE, EXAMPLE);
    expect(await page.text("#field-dataset_size-remark")).toBe("= 60000");
  });

  it("moves with the arrow keys of a slider, by a step in the second digit", async () => {
    const page = await open();
    await page.waitForText(ADVANTAGE, EXAMPLE);
    await page.page.focus('mi-number-field input[aria-label="Noise multiplier, slider"]');
    await page.page.keyboard.press("ArrowRight");
    await page.settle();
    expect(await page.field("noise_multiplier")).toBe("1.2");
    expect(Number(await page.text(ADVANTAGE))).toBeLessThan(0.1133476);
  });

  it("says what is wrong beside the control, keeps the text and marks the numbers as old", async () => {
    const page = await open();
    await page.waitForText(ADVANTAGE, EXAMPLE);
    await page.type("noise_multiplier", "0.00001");
    // While it is typed, the text so far is refused as well.
    const remark = await page.waitForText("#field-noise_multiplier-remark", "is 0.00001; allowed");
    expect(remark).toBe("noise_multiplier is 0.00001; allowed is from 0.0001 up to 10000");
    expect(await page.page.$eval("#field-noise_multiplier", (field) => field.getAttribute("aria-invalid"))).toBe(
      "true",
    );
    expect(await page.page.$(".answer[data-stale=yes]")).not.toBeNull();
    expect(await page.text(".freshness")).toContain("last good input");
    await page.type("noise_multiplier", "1.1");
    await page.settle();
  });

  it("puts the module's refusal beside the control that it names, until it is mended", async () => {
    const page = await open();
    await page.waitForText(ADVANTAGE, EXAMPLE);
    await page.type("batch_size", "70000");
    await page.waitForText(".freshness", /batch_size|sample_rate/);
    await page.type("dataset_size", "80000");
    await page.settle();
  });

  it("gives the same run by sample rate and steps", async () => {
    const page = await open();
    await page.waitForText(ADVANTAGE, EXAMPLE);
    await page.page.click('input[name="given-batch_size"]:not(:checked)');
    await page.page.waitForSelector("#field-sample_rate");
    await page.page.click('input[name="given-epochs"]:not(:checked)');
    await page.page.waitForSelector("#field-num_steps");
    await page.settle();
    expect(await page.text(ADVANTAGE)).toBe(EXAMPLE);
    expect(await page.field("num_steps")).toBe("3516");
    expect(await page.text('[data-derived="batch_size"]')).toContain("= 256");
  });

  it("opens from its link with the same state and numbers", async () => {
    const first = await open();
    await first.type("noise_multiplier", "0.9");
    await first.type("prior", "10%");
    await first.settle();
    await first.page.waitForFunction(() => location.hash === "#v=1&noise_multiplier=0.9&prior=0.1");
    const numbers = await first.page.$$eval("output", (outputs) => outputs.map((output) => output.textContent));
    const hash = new URL(first.page.url()).hash;
    const second = await Visit.open(browser, hash);
    await second.settle();
    expect(await second.page.$$eval("output", (outputs) => outputs.map((output) => output.textContent))).toEqual(
      numbers,
    );
    expect(await second.field("prior")).toBe("0.1");
    expect(second.complaints).toEqual([]);
    await second.page.close();
  });

  it("follows a change of the fragment", async () => {
    const page = await open();
    await page.waitForText(ADVANTAGE, EXAMPLE);
    await page.page.evaluate(() => {
      location.hash = "#v=1&noise_multiplier=5";
    });
    await page.page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("#field-noise_multiplier")?.value === "5",
    );
    await page.settle();
  });

  it("survives a hostile link, and says what is wrong with each of its values", async () => {
    const page = await open(
      `#v=1&sampling=magic&history=1,2,3&b.noise_multiplier=%3Cscript%3E&view=nowhere&__proto__=1&fpr=${"9".repeat(5000)}&b.__proto__=2`,
    );
    const said = await page.waitForText(".no-answer", "Until then no figure is shown");
    for (const words of [
      'the sampling "magic" is none of poisson, without_replacement',
      "the schedule cannot be read (history, phase 1: sample_rate is 2; allowed is",
      'for B, the noise multiplier "<script>" cannot be read',
      "“__proto__”, “b.__proto__”",
    ]) {
      expect(said).toContain(words);
    }
    expect(await page.text("#choice-sampling-remark")).toContain("allowed are poisson, without_replacement");
    expect(await page.text('nav [aria-current="page"]')).toBe("Training");
  });

  it("copies the link, or shows it selected where the clipboard is refused", async () => {
    const page = await open("#v=1&epochs=30");
    await page.settle();
    await page.page.click("mi-copy-button button");
    await page.waitForText("mi-copy-button [role=status]", /Copied|copy the selected link/);
    const shown = await page.page.$("mi-copy-button input");
    if (shown) expect(await shown.evaluate((field) => field.value)).toContain("#v=1&epochs=30");
  });

  it.each([320, 390, 1280])("has no horizontal scroll at %d px", async (width) => {
    const page = await open("", width);
    await page.waitForText(ADVANTAGE, EXAMPLE);
    await page.unfold();
    expect(await page.width()).toBeLessThanOrEqual(width);
  });

  // Only Chromium lets a test choose the theme.
  it.each(name === "chromium" ? ["light", "dark"] : ["light"])(
    "has nothing for axe to find in the %s theme",
    async (theme) => {
      const page = await open("#v=1&b.noise_multiplier=2");
      if (name === "chromium") await page.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
      await page.settle();
      await page.type("prior", "7");
      await page.waitForText("#field-prior-remark", "allowed");
      await page.unfold();
      // Once with a refused input and its numbers faded, once at rest.
      await page.fade();
      expect(await page.axe()).toEqual([]);
      await page.type("prior", "0.5");
      await page.settle();
      await page.fade();
      expect(await page.axe()).toEqual([]);
    },
  );
});
