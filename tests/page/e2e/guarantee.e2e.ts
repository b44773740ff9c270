// The guarantee view: what follows from epsilon and delta, what more knowledge adds, and files good and bad.
import { describe, expect, it } from "vitest";
import { browsing, ONE_BROWSER, seldom, themesOf, type Visit } from "./browser";
import { choose, problems, used } from "./files";

const HEADLINE = "mi-headline .sentence";
/** The example of the issue, which unfolds the part that it sets. */
const SAMPLED = "#v=1&view=guarantee&epsilon=1&delta=0.05&sampling_probability=0.1&attack_rate=6%25";

describe.each(ONE_BROWSER)("guarantee in %s", (name) => {
  const open = browsing(name);
  let visit: Visit;

  it("says what epsilon 8 means, and keeps what is changed in the link", async () => {
    visit = await open();
    await visit.settle();
    await visit.page.click('mi-nav a[href*="view=guarantee"]');
    await visit.waitForText(HEADLINE, "at most 9997 right; blind guessing gets 5000");
    await visit.type("guarantee_epsilon", "1");
    await visit.settle();
    await visit.page.waitForFunction(() => location.hash === "#v=1&view=guarantee&epsilon=1");
    expect(await visit.text(HEADLINE)).toContain("at most 732 right");
    expect(await visit.text('output[data-figure="advantage"]')).toBe("≤ 0.4622");
    await visit.unfold();
    expect(await visit.waitForText('output[data-figure="table-advantage"]', "at most 0.4622")).toBe("at most 0.4622");
    expect(await visit.waitForText("mi-comparison-chart .drawing", "Erlingsson")).toContain("Humphries");

    const second = await open(new URL(visit.page.url()).hash);
    await second.settle();
    expect(await second.text('output[data-figure="advantage"]')).toBe("≤ 0.4622");
    expect(second.complaints).toEqual([]);
    await second.page.close();
    await visit.page.goBack();
    await visit.waitForText('mi-nav [aria-current="page"]', "Training");
  });

  it("takes every form of a guarantee, and refuses beside the control", async () => {
    visit = await open("#v=1&view=guarantee");
    await visit.settle();
    for (const [form, field, text] of [
      ["pure_dp", "guarantee_epsilon", "0.5"],
      ["gdp", "guarantee_gdp_mu", "0.5"],
      ["zcdp", "zcdp_rho", "0.1"],
    ] as const) {
      await visit.choose("guarantee", form);
      await visit.type(field, text);
      await visit.settle();
    }
    await visit.choose("guarantee", "rdp");
    await visit.settle();
    await visit.type("rdp", "2, 0.1");
    await visit.settle();
    await visit.page.waitForFunction(() => location.hash.endsWith("rdp=2,0.1"));
    await visit.type("rdp", "1, 0.1");
    await visit.waitForText("#field-rdp-remark", "Line 1, column 1: order is 1; allowed is above 1");
    await visit.choose("guarantee", "approximate_dp");
    await visit.type("guarantee_delta", "2");
    await visit.waitForText('[id="field-guarantee_delta-remark"]', "The delta must be between 0 and 1");
  });

  it("unfolds what the link sets, and bounds each record of a file", async () => {
    visit = await open(SAMPLED);
    await visit.settle();
    expect(await visit.waitForText('output[data-figure="positive_accuracy"]', "at most 64.45%")).toBe("at most 64.45%");
    await choose(visit, "probabilities", "name,p\nAda,0.1\nBob,0.5\n");
    expect(await visit.waitForText(used("probabilities"), "In use")).toContain("2 rows");
    await visit.waitForText('[data-figure="records"]', "1 of 2 records");
    for (const [text, wanted] of [
      ["", "The file is empty"],
      ["p\n", "no line with numbers follows the header"],
      ["0.1\n0.2,0.3", "Line 2, column 2: the row has 2 cells"],
      ["0.1\nhalf", 'Line 2, column 1: "half" is not a finite number'],
      ["0.1\nNaN", '"NaN" is not a finite number'],
      ["0.1\n1.5", "1.5 is out of range; allowed is from 0 up to 1"],
    ] as const) {
      await choose(visit, "probabilities", text);
      await visit.waitForText(problems("probabilities"), wanted);
    }
    // What was good before is still in use.
    expect(await visit.text('[data-figure="records"]')).toContain("1 of 2 records");
  });

  seldom("tells what deletion, dependence and the example say", async () => {
    visit = await open(
      "#v=1&view=guarantee&guarantee=pure_dp&epsilon=1&sampling_probability=0.01&deletions=8&dependent_records=20&example_noise_multiplier=3.7307",
    );
    await visit.settle();
    await visit.waitForText('[data-figure="unlearning"]', "Guaranteed: none of the 8 deleted");
    await visit.type("deletions", "9");
    await visit.waitForText('[data-figure="unlearning"]', "Not guaranteed");
    expect(await visit.waitForText('output[data-figure="record_epsilon"]', /\d/)).toMatch(/^up to 0.0(5|49)/);
    expect(await visit.page.$$eval(".checklist li", (items) => items.length)).toBeGreaterThan(3);
    await visit.page.waitForFunction(() => document.querySelectorAll("mi-lines-chart .drawing svg").length === 3);
  });

  seldom("speaks the coordinates of its chart as keys move along it", async () => {
    visit = await open("#v=1&view=guarantee&epsilon=1");
    await visit.settle();
    await visit.unfold();
    await visit.page.waitForSelector("mi-lines-chart .drawing svg");
    await visit.page.focus("mi-lines-chart .drawing");
    await visit.page.keyboard.press("End");
    await visit.waitForText("mi-lines-chart [role=status]", "the guarantee 100");
    await visit.page.keyboard.press("Home");
    await visit.waitForText("mi-lines-chart [role=status]", "blind guessing 0.0001%");
  });

  // Only Chromium lets a test choose the theme.
  it.each(themesOf(name))("has nothing for axe to find in the %s theme, and fits 320 pixels", async (theme) => {
    visit = await open(SAMPLED, 320);
    if (name === "chromium") await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    await visit.settle();
    await visit.unfold();
    await visit.waitForText('output[data-figure="record_epsilon"]', /\d/);
    await visit.type("prior", "x");
    await visit.waitForText("#field-prior-remark", "Enter the prior");
    await visit.unfold();
    expect(await visit.width()).toBeLessThanOrEqual(320);
    await visit.fade();
    expect(await visit.axe()).toEqual([]);
  });
});
