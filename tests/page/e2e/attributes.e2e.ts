// The attributes view: the closed form beside the certificate, and distances from files.
import { describe, expect, it } from "vitest";
import { browsing, ONE_BROWSER, seldom, themesOf, type Visit } from "./browser";
import { choose, problems, used } from "./files";

const SECURITY = 'output[data-figure="bayes_security"]';
const ANSWER = ".answer";

describe.each(ONE_BROWSER)("attributes in %s", (name) => {
  const open = browsing(name);
  let visit: Visit;

  it("shows the closed form beside what is certified, over steps and distance", async () => {
    visit = await open("#v=1&view=attributes&num_steps=100");
    await visit.settle();
    expect(await visit.text(SECURITY)).toBe("≥ 0.9872");
    expect(await visit.text('output[data-figure="closed_form"]')).toBe("≈ 0.9923");
    expect(await visit.text("mi-headline .sentence")).toContain("guesses which of two values a record has");
    await visit.waitForText("mi-lines-chart .summary", "closed form runs below");
    await visit.choose("attributes_over", "gradient_distance");
    await visit.waitForText("mi-lines-chart .drawing", "gradient distance");
    await visit.type("gradient_distance", "2");
    await visit.settle();
    await visit.page.waitForFunction(
      () =>
        location.hash === "#v=1&view=attributes&attributes_over=gradient_distance&num_steps=100&gradient_distance=2",
    );
    const figures = () => visit.page.$$eval("mi-figure output", (all) => all.map((one) => one.textContent));
    const before = await figures();
    const second = await open(new URL(visit.page.url()).hash);
    await second.settle();
    expect(await second.page.$$eval("mi-figure output", (all) => all.map((one) => one.textContent))).toEqual(before);
    await second.page.close();
    await visit.type("gradient_distance", "3");
    await visit.waitForText(
      '[id="field-gradient_distance-remark"]',
      "the gradient distance R is 3; allowed is from 0 up to 2",
    );
  });

  seldom("asks for the prior of a value of the attribute, not of membership", async () => {
    visit = await open("#v=1&view=attributes&prior=0.3");
    await visit.settle();
    const words = await visit.page.$eval(
      "mi-number-field:has(> .field-head > #field-prior)",
      (field) => field.textContent ?? "",
    );
    expect(words).toContain("value of the attribute");
    expect(words).not.toMatch(/member/i);
    await visit.page.evaluate(() => {
      location.hash = "#v=1";
    });
    await visit.unfold();
    await visit.waitForText("#field-prior-help", "How likely membership is before the attack");
  });

  it("takes a distance for each step, as CSV or JSON", async () => {
    visit = await open("#v=1&view=attributes&distance_source=steps");
    await visit.waitForText(ANSWER, "is missing");
    await visit.page.type("#table-distances", "0.5 0.25");
    await visit.choose("distance_source", "constant");
    await visit.choose("distance_source", "steps");
    await visit.page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>("#table-distances")?.value === "0.5 0.25",
    );
    await choose(visit, "distances", "step,R_t\n1,0.5\n2,0.25\n3,0.5\n");
    expect(await visit.waitForText(used("distances"), "In use")).toContain("3 rows");
    await visit.settle();
    const three = await visit.text(SECURITY);
    await choose(visit, "distances", "[0.5, 0.5]", "distances.json");
    await visit.page.waitForFunction(
      (selector, old) => document.querySelector(selector)?.textContent !== old,
      {},
      SECURITY,
      three,
    );
    await choose(visit, "distances", "0.5\n-1\n");
    await visit.waitForText(problems("distances"), "Line 2, column 1: -1 is out of range");
    await choose(visit, "distances", "0.5\n2.5\n");
    await visit.waitForText(ANSWER, "gradient distances is 2.5; allowed is from 0 up to 2");
  });

  it("measures raw gradients", async () => {
    visit = await open("#v=1&view=attributes&distance_source=gradients");
    await visit.waitForText(ANSWER, "is missing");
    await choose(visit, "gradients", "3,0\n0,0.5\n");
    expect(await visit.waitForText('output[data-figure="diameter"]', "≤ 1.119")).toBe("≤ 1.119");
    await visit.settle();
    expect(await visit.text(SECURITY)).toMatch(/^≥ 0\.\d+$/);
    await visit.type("attributes_values", "3");
    await visit.waitForText('[id="field-attributes_values-remark"]', "blocks");
  });

  // Only Chromium lets a test choose the theme.
  it.each(themesOf(name))("has nothing for axe to find in the %s theme, and fits 320 pixels", async (theme) => {
    visit = await open("#v=1&view=attributes&distance_source=gradients", 320);
    if (name === "chromium") await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    await choose(visit, "gradients", "3,0\n0,0.5\n");
    await visit.settle();
    await visit.page.waitForSelector("mi-lines-chart .drawing svg");
    await visit.type("prior", "x");
    await visit.waitForText("#field-prior-remark", "Enter the prior");
    await visit.unfold();
    expect(await visit.width()).toBeLessThanOrEqual(320);
    await visit.fade();
    expect(await visit.axe()).toEqual([]);
  });
});
