// Links that are damaged, questions without an answer, and questions that take long: no figure of another state.
import { describe, expect, it } from "vitest";
import { ALL, browsing, ONE_BROWSER, VIEWS, type Visit } from "./browser";

/** A run that no worker hears of once {@link unheard} is in force. */
const SLOW = "#v=1&history=0.8,0.001,100;0.81,0.001,100;0.82,0.0011,100;0.83,0.0012,100&target_delta=0.000001";

/** Questions about that run do not reach the workers, as if they worked on it without end. */
async function unheard(visit: Visit): Promise<void> {
  await visit.page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: unknown) {
      if (!JSON.stringify(message).includes('"target_delta":0.000001')) post.call(this, message);
    };
  });
}

/** Everything on the page that reads as a figure of the training. */
function figures(visit: Visit): Promise<string[]> {
  return visit.page.$$eval(
    "mi-headline .sentence:not(.pending), mi-figure output, .glance, .proven, mi-relations output, mi-two-runs output",
    (all) =>
      all
        .filter((each) => getComputedStyle(each).visibility === "visible")
        .map((each) => each.textContent?.trim() ?? "")
        .filter((text) => /\d/.test(text)),
  );
}

describe.each(ONE_BROWSER)("in %s", (name) => {
  const open = browsing(name);

  const RUN = "#v=1&dataset_size=50000&batch_size=512&epochs=40";

  it("a damaged link shows no figure, but what is wrong and what can be done", async () => {
    const visit = await open(`${RUN}&noise_multiplier=0.9x`, 390);
    await visit.waitForText(
      ".no-answer .sentence",
      'This link is damaged: the noise multiplier "0.9x" cannot be read.',
    );
    await visit.waitForText("#field-noise_multiplier-remark", "Enter the noise multiplier as a number, such as 1.1");
    expect(await figures(visit)).toEqual([]);
    await visit.page.waitForFunction(() => document.title === "Damaged link – mi-bounds");
    const top = await visit.page.$eval(".no-answer", (place) => place.getBoundingClientRect().top);
    expect(top, "in the place of the headline").toBeLessThan(800);
    await visit.page.click(".no-answer button:nth-of-type(2)");
    const focused = () => visit.page.evaluate(() => document.activeElement?.id);
    expect(await focused()).toBe("field-noise_multiplier");
    expect(await visit.field("noise_multiplier")).toBe("0.9x");
    await visit.page.keyboard.type("0.9");
    await visit.waitForText("mi-headline .sentence", "687");
    expect(await visit.page.$(".no-answer")).toBeNull();
  });

  it("stays damaged in another view and when it is loaded again, until its default is taken", async () => {
    const visit = await open(`${RUN}&noise_multiplier=0.9x`);
    await visit.page.waitForSelector(".no-answer");
    await visit.page.click('mi-nav a[href*="view=guarantee"]');
    await visit.page.waitForFunction(() => document.body.dataset.view === "guarantee");
    await visit.waitForText(".no-answer .sentence", "damaged");
    await visit.page.goBack();
    await visit.page.waitForFunction(() => document.body.dataset.view === "training");
    await visit.page.reload();
    await visit.waitForText(".no-answer .sentence", "damaged");
    const use = await visit.page.$(".no-answer button");
    expect(await use?.evaluate((button) => button.textContent?.trim())).toBe("Use 1.1");
    await use?.click();
    await visit.waitForText("mi-headline .sentence", "640");
    await visit.page.waitForFunction(() => !location.hash.includes("noise_multiplier"));
  });

  it.each([
    ["noise_multiplier=-3", "the noise multiplier is -3; allowed is from"],
    ["epochs=3&epochs=4", 'it gives the epochs more than once, as "3" and as "4"'],
    ["nosie_multiplier=2", "it has a name that this page does not know: “nosie_multiplier”"],
    ["sampling=magic", 'the sampling "magic" is none of poisson'],
    ["b.epochs=x", 'for B, the epochs "x" cannot be read'],
    ["history=1,2", "the schedule cannot be read"],
    ["v=9&noise_multiplier=2", "it has version 9, and this page reads version 1"],
  ])("%s is damage", async (fragment, words) => {
    const visit = await open(`#${fragment}`);
    await visit.waitForText(".no-answer .sentence", words);
    expect(await figures(visit)).toEqual([]);
  });

  it("where nothing is proven the headline says so, and leads to what is", async () => {
    const visit = await open("#v=1&dataset_size=64000");
    await visit.settle();
    await visit.waitForText("mi-figure output", /\d/);
    await visit.choose("sampling", "shuffle");
    const said = "For shuffled epochs, nothing is proven when a record is added or removed.";
    await visit.waitForText(".no-answer .sentence", said);
    expect(await visit.page.$("mi-figure, mi-headline, mi-roc-chart, mi-sweep-chart")).toBeNull();
    await visit.page.waitForFunction(() => !document.title.includes("Advantage"));
    await visit.page.click('[data-action="share"]');
    await visit.page.waitForSelector("mi-share-panel [role=tab]");
    await visit.page.click("#share-panel-statement");
    await visit.waitForText("#share-panel", "no answer to share");
    await visit.page.click('[data-action="close"]');
    await visit.page.click(".no-answer button");
    await visit.waitForText("mi-headline .sentence", "between");
    expect(
      await visit.page.$eval(
        'input[name="choice-neighboring_relation"]:checked',
        (button) => (button as HTMLInputElement).value,
      ),
    ).toBe("replace_one");
  });

  it("a link is not copied while it would leave out what was typed", async () => {
    const visit = await open("#v=1&epochs=30");
    await visit.settle();
    await visit.type("noise_multiplier", "0.9x");
    await visit.waitForText("#field-noise_multiplier-remark", "Enter the noise multiplier");
    await visit.page.click("#views mi-copy-button button");
    const said = await visit.waitForText("#views mi-copy-button [role=status]", "Not copied");
    expect(said).toContain("Enter the noise multiplier as a number, such as 1.1");
    await visit.page.click('[data-action="share"]');
    await visit.waitForText("#share-panel", "There is no link to these inputs");
    expect(await visit.page.$("#share-panel mi-copy-button")).toBeNull();
  });

  it("what takes long is covered by what it belongs to, and can be cancelled", async () => {
    const visit = await open();
    await visit.settle();
    const before = await visit.text("mi-headline .sentence");
    const height = () => visit.page.$eval(".answer .covered-place", (place) => place.getBoundingClientRect().height);
    const tall = await height();
    await unheard(visit);
    await visit.page.evaluate((hash) => {
      location.hash = hash;
    }, SLOW);
    await visit.waitForText(".answer .cover", "Previous setting; computing a schedule of 4 phases, 400 steps…");
    expect(await figures(visit), "the older figures are out of sight").toEqual([]);
    expect(await height()).toBe(tall);
    await visit.page.$eval(".answer .cover button", (button) => (button as HTMLElement).click());
    await visit.waitForText(".no-answer .sentence", "Cancelled: a schedule of 4 phases");
    expect(await figures(visit)).toEqual([]);
    await visit.page.click(".no-answer button:nth-of-type(2)");
    await visit.settle();
    expect(await visit.text("mi-headline .sentence")).toBe(before);
  });

  it("a calibration that takes long leaves no line of the one before", async () => {
    const visit = await open("#v=1&view=calibrate");
    await visit.settle();
    await visit.waitForText(".glance", /\d/);
    await unheard(visit);
    await visit.page.evaluate(() => {
      location.hash = "#v=1&view=calibrate&target=epsilon&target_delta=0.000001";
    });
    await visit.waitForText(".answer .cover", "Previous setting; computing");
    expect(await visit.text(".glance")).toBe("");
  });

  it.runIf(ALL)("each view has its own title and its own sentence", async () => {
    const visit = await open("#v=1&view=noise");
    const heads = new Set<string>();
    for (const view of VIEWS) {
      await visit.page.$eval(`mi-nav a[href*="view=${view}"], mi-nav li:first-child a`, () => {});
      await visit.page.evaluate((name) => {
        location.hash = `#v=1&view=${name}`;
      }, view);
      await visit.page.waitForFunction((name) => document.body.dataset.view === name, {}, view);
      const head = `${await visit.text("h1")} ${await visit.text(".lede")}`;
      heads.add(head);
      expect(head).not.toContain("exact");
      if (view === "noise" || view === "guarantee") expect(head).not.toContain("DP-SGD");
    }
    expect(heads.size).toBe(VIEWS.length);
  });

  it("another prior is not taken for the coin of the headline", async () => {
    const visit = await open("#v=1&prior=0.01");
    const said = await visit.waitForText("mi-headline .sentence", "in a fair coin toss");
    expect(said).toContain("At your prior of 0.01, blind guessing alone is right in 99% of cases");
  });

  it.runIf(ALL && name === "chromium")("has nothing for axe to find, light and dark, and fits 320 pixels", async () => {
    const visit = await open("#epochs=3&epochs=4&noise_multiplier=0.9x&colour=red", 320);
    const clean = async () => {
      for (const value of ["light", "dark"]) {
        await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);
        await visit.fade();
        expect(await visit.axe()).toEqual([]);
      }
      expect(await visit.width()).toBeLessThanOrEqual(320);
    };
    await visit.waitForText(".no-answer", "colour");
    await clean();
    await visit.page.evaluate(() => {
      location.hash = "#v=1&sampling=shuffle";
    });
    await visit.waitForText(".no-answer", "nothing is proven");
    await clean();
    await unheard(visit);
    await visit.page.evaluate((hash) => {
      location.hash = hash;
    }, SLOW);
    await visit.page.waitForSelector(".answer .cover button");
    await visit.page.$eval(".answer .cover button", (button) => (button as HTMLElement).click());
    await visit.waitForText(".no-answer", "Cancelled");
    await clean();
  });
});
