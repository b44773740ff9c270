// The training view as a person uses it: type, read, slide, make a mistake, send the link.
import type { Browser } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { ALL, BROWSERS, launch, onceADay, seldom, themesOf, Visit } from "./browser";

const ADVANTAGE = 'output[data-figure="advantage"]';
const EXAMPLE = "0.1133";
const HEADLINE = "Of 1000 guesses, the best possible attacker gets at most 557 right; blind guessing gets 500.";

describe.each(BROWSERS)("training in %s", (name) => {
  const once = onceADay(name);
  let browser: Browser;
  let visit: Visit | undefined;

  beforeAll(async () => {
    browser = await launch(name, { whole: true });
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
    expect(text).toContain("What this does not say");
  });

  it("shows the example at once", async () => {
    const page = await open();
    await page.waitForText(ADVANTAGE, EXAMPLE);
    expect(await page.text(".sentence")).toBe(HEADLINE);
    expect(await page.text('[data-derived="run"]')).toBe("= rate 0.004267, 3516 steps");
    await page.waitForText(".visually-hidden[role=status]", "557 right");
  });

  seldom("gives the same after typing the example over another run", async () => {
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
    expect(Number(await page.text(ADVANTAGE))).toBeLessThan(0.1133);
  });

  once("says what is wrong beside the control, keeps the text and marks the numbers as old", async () => {
    const page = await open();
    await page.waitForText(ADVANTAGE, EXAMPLE);
    await page.type("noise_multiplier", "0.00001");
    // While it is typed, the text so far is refused as well.
    const remark = await page.waitForText("#field-noise_multiplier-remark", "must be");
    expect(remark).toBe("The noise multiplier must be between 0.0001 and 10,000");
    expect(await page.page.$eval("#field-noise_multiplier", (field) => field.getAttribute("aria-invalid"))).toBe(
      "true",
    );
    expect(await page.page.$(".answer[data-stale=yes]")).not.toBeNull();
    expect(await page.text(".freshness")).toContain("last good input");
    await page.type("noise_multiplier", "1.1");
    await page.settle();
  });

  once("puts the module's refusal beside the control that it names, until it is mended", async () => {
    const page = await open();
    await page.waitForText(ADVANTAGE, EXAMPLE);
    await page.type("batch_size", "70000");
    await page.waitForText(".freshness", /batch size|sample rate/);
    await page.type("dataset_size", "80000");
    await page.settle();
  });

  seldom("gives the same run by sample rate and steps", async () => {
    const page = await open();
    await page.waitForText(ADVANTAGE, EXAMPLE);
    await page.page.select("#given-batch_size", "sample_rate");
    await page.page.waitForSelector("#field-sample_rate");
    await page.page.select("#given-epochs", "num_steps");
    await page.page.waitForSelector("#field-num_steps");
    await page.settle();
    expect(await page.text(ADVANTAGE)).toBe(EXAMPLE);
    expect(await page.field("num_steps")).toBe("3516");
    expect(await page.text('[data-derived="run"]')).toContain("= 256 records a step on average, 15 epochs");
  });

  once("opens from its link with the same state and numbers", async () => {
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

  once("follows a change of the fragment", async () => {
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

  once("survives a hostile link, and says what is wrong with each of its values", async () => {
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

  it("has noise and answer on one screen, and keeps the answer in a line once it is scrolled away", async () => {
    const page = await open();
    await page.page.setViewport({ width: 1280, height: 800 });
    await page.waitForText(ADVANTAGE, EXAMPLE);
    // The settings of a test before may be offered back.
    await page.page.$$eval("mi-offer button + button", (drop) => {
      for (const one of drop) (one as HTMLElement).click();
    });
    await page.rest();
    const place = (selector: string) =>
      page.page.$eval(selector, (one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return { top, bottom };
      });
    await page.type("noise_multiplier", "0.9");
    await page.settle();
    const [field, sentence, form] = [
      await place("#field-noise_multiplier"),
      await place("mi-headline .sentence"),
      await place("mi-training-form"),
    ];
    expect(field.top).toBeLessThan(200);
    expect(sentence.top).toBeGreaterThan(50);
    expect(sentence.bottom).toBeLessThan(200);
    expect(form.bottom, "no scrolling inside of the controls").toBeLessThan(800);
    expect((await place("mi-roc-chart .drawing")).bottom).toBeLessThan(820);
    expect((await page.page.$$('.glance[data-away="no"]')).length).toBe(1);
    await page.page.$eval(".simulation", (part) => part.scrollIntoView());
    await page.page.waitForSelector('.glance[data-away="yes"]');
    expect(await page.text(".glance")).toContain("of 1000 right; advantage 0.");
    expect((await place(".glance")).top).toBeGreaterThan(50);
  });

  it.runIf(ALL)("is as long as a few screens, and so are the other views", async () => {
    const page = await open();
    for (const [view, most] of [
      ["training", 3500],
      ["guarantee", 2500],
      ["calibrate", 2500],
      ["attributes", 2500],
      ["noise", 2500],
    ] as const) {
      await page.page.evaluate((next) => {
        location.hash = `#v=1&view=${next}`;
      }, view);
      await page.page.waitForFunction((next) => document.body.dataset.view === next, {}, view);
      await page.settle();
      await page.rest();
      const length = await page.page.evaluate(() => document.documentElement.scrollHeight);
      expect([view, length <= most, length > 900]).toEqual([view, true, true]);
    }
    await page.page.setViewport({ width: 390, height: 844 });
    await page.page.evaluate(() => {
      location.hash = "#v=1";
    });
    await page.settle();
    await page.rest();
    expect(await page.page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(6 * 844);
  });

  once(
    "opens on a telephone with the answer first and the run in a line, and pins the answer over the form",
    async () => {
      const page = await open("#v=1&dataset_size=50000&batch_size=512&epochs=40&noise_multiplier=0.9", 390);
      await page.settle();
      expect(await page.text(".chip")).toBe("512 of 50,000 · 40 epochs · noise 0.9 · Poisson Change");
      expect(await page.page.$eval("#field-noise_multiplier", (field) => field.checkVisibility())).toBe(false);
      expect(
        await page.page.$eval(".grounds details:nth-of-type(2)", (part) => (part as HTMLDetailsElement).open),
      ).toBe(true);
      await page.page.click(".chip");
      await page.page.waitForSelector("#field-noise_multiplier", { visible: true });
      expect(await page.page.$eval("#field-noise_multiplier", (field) => field.getAttribute("inputmode"))).toBe(
        "decimal",
      );
      expect(await page.page.$eval("#field-dataset_size", (field) => field.getAttribute("inputmode"))).toBe("numeric");
      await page.page.$eval("#field-epochs", (field) => field.scrollIntoView({ block: "center" }));
      await page.page.waitForSelector('.glance[data-away="yes"]');
    },
  );

  it("keeps the focus where a button goes with its own effect", async () => {
    const page = await open();
    await page.settle();
    const focused = () => page.page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
    await page.page.focus('[data-action="keep"]');
    await page.page.keyboard.press("Enter");
    await page.page.waitForSelector("mi-two-runs table");
    expect(await focused()).toBe("A is what the controls say, B is kept.");
    await page.page.focus('[data-action="drop"]');
    await page.page.keyboard.press("Enter");
    await page.page.waitForFunction(() => !document.querySelector("mi-two-runs table"));
    expect(await focused()).toBe("Keep these settings as B to compare");
  });

  once("leads from what is said above to the field that is wrong", async () => {
    const page = await open();
    await page.settle();
    await page.type("batch_size", "x");
    await page.waitForText(".freshness", "Enter the batch size as a number, such as 256");
    await page.page.click(".freshness button");
    expect(await page.page.evaluate(() => document.activeElement?.id)).toBe("field-batch_size");
    expect(await page.field("batch_size")).toBe("x");
    await page.type("noise_multiplier", "0");
    await page.waitForText("#field-noise_multiplier-remark", "without noise, nothing is hidden");
  });

  once("gives delta and TV_a at an epsilon among all figures", async () => {
    const page = await open("#v=1&at_epsilon=1");
    await page.settle();
    expect(await page.waitForText('output[data-figure="delta-at-epsilon"]', /\d/)).toMatch(/^\d/);
    expect(await page.waitForText('output[data-figure="tv_a"]', /\d/)).toMatch(/^\d/);
    await page.type("at_epsilon", "");
    await page.page.keyboard.press("Delete");
    await page.page.waitForFunction(() => !document.querySelector('output[data-figure="tv_a"]'));
  });

  once.each(ALL ? [320, 390, 1280] : [390])("has no horizontal scroll at %d px", async (width) => {
    const page = await open("", width);
    await page.waitForText(ADVANTAGE, EXAMPLE);
    await page.unfold();
    expect(await page.width()).toBeLessThanOrEqual(width);
  });

  // Only Chromium lets a test choose the theme.
  once.each(themesOf(name))("has nothing for axe to find in the %s theme", async (theme) => {
    const page = await open("#v=1&b.noise_multiplier=2");
    if (name === "chromium") await page.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    await page.settle();
    await page.type("prior", "7");
    await page.waitForText("#field-prior-remark", "must be between");
    await page.unfold();
    // Once with a refused input and its numbers faded, once at rest.
    await page.fade();
    expect(await page.axe()).toEqual([]);
    await page.type("prior", "0.5");
    await page.settle();
    await page.fade();
    expect(await page.axe()).toEqual([]);
  });
});
