// What is assumed of a run: relation, sampling, schedule; where nothing is proven the page says so and goes on.
import { describe, expect, it } from "vitest";
import { browsing, ONE_BROWSER, type Visit } from "./browser";

const ADVANTAGE = 'output[data-figure="advantage"]';
const PASTE = "#schedule-text";

describe.each(ONE_BROWSER)("assumptions in %s", (name) => {
  const open = browsing(name);
  let visit: Visit;

  it("switches the relation, shows all of them side by side, and keeps them in the link", async () => {
    visit = await open();
    await visit.settle();
    await visit.page.click("#training-part-assumptions");
    const before = await visit.text(ADVANTAGE);
    await visit.choose("neighboring_relation", "replace_one");
    await visit.page.waitForFunction(
      (selector, old) => document.querySelector(selector)?.textContent !== old,
      {},
      ADVANTAGE,
      before,
    );
    await visit.settle();
    expect((await visit.text(".proven")).length).toBeGreaterThan(10);
    await visit.page.waitForFunction(
      () => location.hash === "#v=1&section=assumptions&neighboring_relation=replace_one",
    );
    const cell = await visit.waitForText('[data-cell="replace_one-poisson"][data-stale=no]', "this run");
    expect(cell).toContain(await visit.text(ADVANTAGE));
    expect(await visit.waitForText('[data-cell="add_or_remove_one-poisson"]', /\d/)).toContain(before);
  });

  it("says beside the switch where nothing is proven, and goes on with the rest", async () => {
    visit = await open("#v=1&dataset_size=64000&epochs=1&section=assumptions");
    await visit.settle();
    await visit.choose("sampling", "shuffle");
    await visit.waitForText("#choice-sampling-remark.problem", "proven");
    expect(await visit.page.$(".answer[data-stale=yes]")).not.toBeNull();
    await visit.waitForText('[data-cell="add_or_remove_one-shuffle"][data-stale=no]', "unknown");
    await visit.waitForText('[data-cell="replace_special-shuffle"][data-stale=no]', "between");
    await visit.choose("neighboring_relation", "replace_special");
    await visit.settle();
    expect(await visit.text(".sentence")).toContain(
      "Both ends are proven; where between them the truth lies is not known.",
    );
  });

  it("reads a pasted schedule, and places what is wrong by line and column", async () => {
    visit = await open();
    await visit.settle();
    await visit.unfold();
    await visit.page.click("mi-training-form button[data-action='schedule']");
    await visit.page.waitForSelector("mi-schedule");
    await visit.settle();
    await visit.unfold();
    await visit.page.type(PASTE, "1.1,0.0043,1000\n0.9,7,500");
    await visit.page.click("mi-schedule-import button");
    const problem = await visit.waitForText("#schedule-problems", "Line 2");
    expect(problem).toBe("Line 2, column 2: sample_rate is 7; allowed is above 0 up to 1");
    expect(await visit.page.$eval(PASTE, (field) => (field as HTMLTextAreaElement).value)).toContain("0.9,7,500");
    await visit.page.$eval(PASTE, (field) => (field as HTMLTextAreaElement).select());
    await visit.page.type(PASTE, "{'history': [(1.1, 0.0043, 1000), (0.9, 0.01, 500)], 'mechanism': 'rdp'}");
    await visit.page.click("mi-schedule-import button");
    await visit.page.waitForFunction(() => location.hash === "#v=1&history=1.1,0.0043,1000;0.9,0.01,500");
    await visit.settle();
    const cell = 'mi-schedule input[aria-label="Noise multiplier, phase 2"]';
    expect(await visit.page.$eval(cell, (field) => (field as HTMLInputElement).value)).toBe("0.9");
    await visit.page.focus(cell);
    await visit.page.keyboard.type("x");
    await visit.waitForText("mi-schedule .problems", "Row 2, column 1: noise_multiplier");
    expect(await visit.page.$(".answer[data-stale=yes]")).not.toBeNull();
    await visit.page.keyboard.press("Backspace");
    await visit.settle();
  });
});
