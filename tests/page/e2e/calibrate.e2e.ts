// The calibrate view: a sentence that is changed, its answer, and the way into the training view.
import { describe, expect, it } from "vitest";
import { browsing, ONE_BROWSER, seldom, themesOf, type Visit } from "./browser";

const FOUND = 'output[data-figure="calibrated"]';

describe.each(ONE_BROWSER)("calibrate in %s", (name) => {
  const open = browsing(name);
  let visit: Visit;

  it("answers the sentence, keeps it in the link, and carries the value over", async () => {
    visit = await open();
    await visit.settle();
    await visit.page.click('mi-nav a[href*="view=calibrate"]');
    await visit.waitForText(FOUND, /\d/);
    expect(await visit.text('mi-nav [aria-current="page"]')).toBe("Calibrate");
    await visit.choose("target", "advantage");
    await visit.type("advantage", "0.2");
    await visit.settle();
    await visit.page.waitForFunction(() => location.hash === "#v=1&view=calibrate&target=advantage&advantage=0.2");
    expect(Number.parseFloat(await visit.text('[data-figure="achieved"]'))).toBeLessThanOrEqual(0.2);
    expect(await visit.text('[data-figure="neighbour"]')).toContain("misses the target of 0.2");
    const value = await visit.text(FOUND);
    expect(value).toMatch(/^0\.\d{3}$/);
    const exact = await visit.page.$eval(FOUND, (output) => Number(output.getAttribute("data-value")));
    expect(exact).toBeLessThanOrEqual(Number(value));
    expect(await visit.text(".kept")).toBe("The advantage is at most 0.2.");
    expect(await visit.waitForText("mi-sweep-chart .drawing", "the answer")).toContain("target");

    const second = await open(new URL(visit.page.url()).hash);
    await second.settle();
    expect(await second.text(FOUND)).toBe(value);
    expect(second.complaints).toEqual([]);
    await second.page.close();

    await visit.page.click("mi-solution .primary");
    await visit.waitForText('output[data-figure="advantage"]', /^0\.(2|19)/);
    expect(await visit.field("noise_multiplier")).toBe(value);
    // The button is gone with its view.
    expect(await visit.page.evaluate(() => document.activeElement?.className)).toBe("answer");
    await visit.page.goBack();
    await visit.waitForText(FOUND, /\d/);
  });

  it("finds a factor on the noise of a schedule, and carries the schedule over", async () => {
    visit = await open("#v=1&view=calibrate&target=eta&eta=0.005&history=1.2,0.01,400;0.9,0.02,100");
    await visit.settle();
    expect(await visit.text(".found .name")).toBe("Noise factor");
    const factor = Number(await visit.text(FOUND));
    expect(factor).toBeGreaterThan(0);
    expect(await visit.text(".found .also")).toContain("= noise multipliers ");
    expect(await visit.text(".kept")).toBe("The eta at prior 0.5 is at most 0.005.");
    await visit.waitForText("mi-sweep-chart .drawing", "noise factor");
    await visit.type("eta", "0.6");
    await visit.waitForText("#sentence-eta", "The eta must be between 1e-12 and 0.5");
    await visit.type("eta", "0.005");
    await visit.rest();

    await visit.page.click("mi-solution .primary");
    await visit.waitForText('output[data-figure="advantage"]', /^0\.0(1|09)/);
    const noise = await visit.page.$$eval('mi-schedule input[aria-label^="Noise multiplier"]', (cells) =>
      cells.map((cell) => Number((cell as HTMLInputElement).value)),
    );
    expect(noise).toEqual([factor * 1.2, factor * 0.9]);
    await visit.page.goBack();
    await visit.waitForText(FOUND, /\d/);
  });

  seldom("keeps the positive accuracy to a target", async () => {
    visit = await open("#v=1&view=calibrate&target=positive_accuracy&attack_rate=5%25&positive_accuracy=70%25");
    await visit.settle();
    expect(await visit.text(".kept")).toBe("The positive accuracy at prior 0.5 and attack rate 5% is at most 70%.");
    expect(Number.parseFloat(await visit.text('[data-figure="achieved"]'))).toBeLessThanOrEqual(70);
    await visit.type("attack_rate", "x");
    await visit.waitForText("#sentence-attack_rate", "Enter the attack rate");
  });

  seldom("finds the prior at which a quantity that grows with it keeps to its target", async () => {
    visit = await open("#v=1&view=calibrate&target=precision&precision=60%25&fpr=1%25");
    await visit.settle();
    await visit.choose("solve_for", "prior");
    await visit.settle();
    expect(await visit.text(".found .name")).toBe("Prior");
    expect(await visit.text(".found .also")).toMatch(/^= one member among [\d.,]+ candidates$/);
    expect(await visit.text(".kept")).toBe("The precision at FPR 1% is at most 60%.");
    expect(await visit.page.$("#field-prior")).toBeNull();
    await visit.waitForText("mi-sweep-chart .drawing", "prior");
    const prior = await visit.text(FOUND);
    await visit.page.click("mi-solution .primary");
    await visit.waitForText('output[data-figure="advantage"]', /^0\.\d/);
    await visit.page.waitForFunction((wanted) => location.hash.includes(`prior=${wanted}`), {}, prior);
    await visit.page.goBack();
    await visit.waitForText(FOUND, /\d/);
    // Of a figure without a prior the noise is looked for instead.
    await visit.choose("target", "advantage");
    await visit.settle();
    expect(await visit.text(".found .name")).toBe("Noise multiplier");
  });

  seldom("finds a whole number of steps, and says why nothing can be found", async () => {
    visit = await open("#v=1&view=calibrate&solve_for=num_steps&target=bayes_security");
    await visit.settle();
    expect(Number((await visit.text(FOUND)).replaceAll(",", ""))).toBeGreaterThan(0);
    await visit.choose("target", "tpr");
    await visit.type("tpr", "0.0001");
    await visit.waitForText(".unreachable", "No value keeps to this target: ");
    await visit.type("tpr", "nought");
    await visit.waitForText("#sentence-tpr", "Enter the target TPR as a percentage, such as 1%");
    await visit.type("tpr", "5%");
    await visit.settle();
  });

  // Only Chromium lets a test choose the theme.
  it.each(themesOf(name))("has nothing for axe to find in the %s theme", async (theme) => {
    visit = await open("#v=1&view=calibrate&target=precision", 390);
    if (name === "chromium") await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    await visit.settle();
    await visit.type("fpr", "x");
    await visit.waitForText("#sentence-fpr", "Enter the FPR");
    await visit.unfold();
    expect(await visit.width()).toBeLessThanOrEqual(390);
    await visit.fade();
    expect(await visit.axe()).toEqual([]);
  });
});
