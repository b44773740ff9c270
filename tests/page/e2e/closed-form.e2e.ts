// The closed form of Bayes security in the training view: folded, asked for once it is open, and held against exact.
import { describe, expect, it } from "vitest";
import { browsing, ONE_BROWSER, themesOf, type Visit } from "./browser";

const PART = "mi-closed-form";
const SUMMARY = "#training-part mi-unfold > details > summary";
const CLOSED = 'output[data-figure="security-closed_form"]';

describe.each(ONE_BROWSER)("the closed form in %s", (name) => {
  const open = browsing(name);
  let visit: Visit;

  /** The kinds of question that the page asks from now on. */
  async function listen(): Promise<() => Promise<string[]>> {
    await visit.page.evaluate(() => {
      const asked: string[] = [];
      Object.assign(window, { asked });
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (this: Worker, message: unknown, ...rest: unknown[]) {
        asked.push((message as { kind: string }).kind);
        return post.call(this, message, ...(rest as [StructuredSerializeOptions]));
      };
    });
    return () => visit.page.evaluate(() => (window as unknown as { asked: string[] }).asked);
  }

  it("is asked for only while its part is open", async () => {
    visit = await open("#v=1&section=bounds");
    await visit.settle();
    await visit.page.waitForSelector(SUMMARY);
    expect(await visit.page.$(PART)).toBeNull();
    const asked = await listen();
    await visit.type("noise_multiplier", "1.3");
    await visit.settle();
    await visit.waitForText("mi-two-runs", /./);
    expect(await asked()).toContain("training");
    expect(await asked()).not.toContain("bayes_security");
    await visit.page.$eval(SUMMARY, (summary) => (summary as HTMLElement).click());
    await visit.waitForText(CLOSED, /about/);
    expect((await asked()).filter((kind) => kind === "bayes_security").length).toBe(1);
    expect(await asked()).not.toContain("calibrate");
  });

  it("says how far off it is, and what becomes of a target", async () => {
    visit = await open("#v=1&target_bayes_security=0.9");
    await visit.settle();
    expect(await visit.waitForText(CLOSED, "about 0.9084")).toBe("about 0.9084");
    expect(await visit.text('[data-error="security-closed_form"]')).toBe("+0.0218");
    expect(await visit.text('output[data-figure="security-error_term"]')).toBe("says nothing");
    expect(await visit.text('[data-figure="closed-form-error"]')).toContain("promises more safety than there is");
    expect(await visit.text(`${PART} .notice`)).toContain("neither an upper nor a lower bound");
    await visit.waitForText('output[data-figure="security-epsilon-exact"]', /\d/);
    expect(await visit.text('[data-figure="choice"]')).toContain("meant to give 0.9 and gives 0.8708");
    expect(await visit.text('output[data-figure="choice-noise"]')).toBe("about 1.007");
    expect(await visit.waitForText('output[data-figure="choice-needed"]', "1.21 suffices")).toBe("1.21 suffices");
    await visit.type("target_bayes_security", "0.95");
    await visit.waitForText('[data-figure="choice"]', "meant to give 0.95");
    await visit.page.waitForFunction(() => location.hash === "#v=1&target_bayes_security=0.95");
    await visit.type("target_bayes_security", "2");
    await visit.waitForText("#field-target_bayes_security-remark", "must be between 1e-9 and 0.999999999");
    expect(await visit.page.$('[data-figure="choice"]')).toBeNull();
    expect(await visit.text(".freshness")).toContain("Proven limit");
  });

  it("says in a sentence where it is not defined, and comes back", async () => {
    visit = await open("#v=1&target_bayes_security=0.9&noise=laplace");
    await visit.waitForText('[data-figure="undefined"]', "only for Gaussian noise");
    await visit.choose("noise", "gaussian");
    await visit.waitForText(CLOSED, "0.9084");
    await visit.choose("neighboring_relation", "replace_one");
    await visit.waitForText(CLOSED, "0.8181");
  });

  // Only Chromium lets a test choose the theme.
  it.each(themesOf(name))("has nothing for axe to find in the %s theme, and fits 320 pixels", async (theme) => {
    visit = await open("#v=1&target_bayes_security=0.9", 320);
    if (name === "chromium") await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    await visit.settle();
    await visit.waitForText('output[data-figure="choice-needed"]', "suffices");
    expect(await visit.width()).toBeLessThanOrEqual(320);
    await visit.fade();
    expect(await visit.axe()).toEqual([]);
  });
});
