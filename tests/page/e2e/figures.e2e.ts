// The figures of the papers: a list, figures with an address of their own that grow as they are computed, and what they lead to.
import { describe, expect, it } from "vitest";
import { PAPER_FIGURES } from "../../../www/state/paper-figures";
import { browsing, ONE_BROWSER, seldom, type Visit } from "./browser";
import { file, keepFiles } from "./saved";

const LIST = "#v=1&view=figures";
/** These take seconds. */
const SLOW = /-3[bc]$|-10c$/;
const WHOLE = '.papers .outputs[aria-busy="false"]';

async function whole(visit: Visit): Promise<void> {
  await visit.page.waitForSelector(WHOLE);
  await visit.page.waitForSelector("mi-lines-chart .drawing svg");
}

describe.each(ONE_BROWSER)("the figures in %s", (name) => {
  const open = browsing(name);

  it("open from the bar, and each has an address of its own", async () => {
    const visit = await open();
    await visit.settle();
    await visit.page.click(".more > button");
    await visit.page.click('mi-nav a[href*="view=figures"]');
    expect(await visit.waitForText('[data-figure="summary"]', "are computed here")).toMatch(/^\d\d of \d\d figures/);
    await visit.page.click('[data-opens="closed-form-7"]');
    await visit.page.waitForFunction((wanted) => location.hash === wanted, {}, `${LIST}&figure=closed-form-7`);
    await whole(visit);
    expect(await visit.text("mi-lines-chart")).toContain("50 epochs (500,000 steps), noise multiplier 2");
    expect(await visit.text('[data-figure="differs"]')).toContain("E8");
    expect(await visit.text("table.lines")).toContain("approximation");
    await visit.page.click('.papers [data-opens="training"]');
    await visit.page.waitForFunction(() => document.body.dataset.view === "training");
    await visit.settle();
    expect(await visit.field("noise_multiplier")).toBe("2");
    await visit.page.goBack();
    await whole(visit);
    await visit.page.goBack();
    await visit.waitForText('[data-figure="summary"]', "are computed here");
  });

  it("are drawn from their links", async () => {
    const visit = await open(LIST);
    for (const { id, number } of PAPER_FIGURES.filter(({ id, drawn }) => drawn === "core" && !SLOW.test(id))) {
      await visit.page.evaluate((hash) => {
        location.hash = hash;
      }, `${LIST}&figure=${id}`);
      await visit.page.waitForFunction(
        (wanted) => document.querySelector(".papers h2")?.textContent?.startsWith(wanted) ?? false,
        {},
        `${number}: `,
      );
      await visit.page.waitForSelector(`${WHOLE} table.lines`);
    }
    await visit.rest();
  });

  it("say so of what is no figure, and show the list", async () => {
    const visit = await open(`${LIST}&figure=nonsense`);
    await visit.waitForText(".notice", "There is no figure “nonsense” in the list.");
    expect(await visit.page.$$eval(".papers .list li", (all) => all.length)).toBeGreaterThan(50);
    const other = await open(`${LIST}&figure=A%20b`);
    await other.waitForText(".notice", "which is no name of a figure");
  });
});

describe.each(ONE_BROWSER)("a figure in %s", (name) => {
  const open = browsing(name);

  it("gives its series away as data, and as lines for other sites", async () => {
    const visit = await open(`${LIST}&figure=dp-does-not-bound-1`);
    await whole(visit);
    await keepFiles(visit);
    const saved = await file(visit, ".papers .outputs mi-download-button button");
    expect(saved.name).toBe("mi-bounds-figure-dp-does-not-bound-1.csv");
    const [head, first] = saved.content.toString().split("\r\n");
    expect(head).toMatch(/^figure,series,x,/);
    expect(first).toMatch(/^dp_does_not_bound_1,"?Yeom et al\. \(5\)/);
    await visit.page.click('mi-share [data-action="share"]');
    await visit.page.waitForSelector("#share-panel-embed");
    await visit.page.click("#share-panel-embed");
    await visit.waitForText("pre.taken", "figure=paper&amp;figure=dp-does-not-bound-1");
  });

  it("that needs a training run says so, and draws nothing", async () => {
    const visit = await open(`${LIST}&figure=dp-does-not-bound-6`);
    await visit.page.waitForSelector(WHOLE);
    expect(await visit.text(".papers .answer")).toMatch(/What would draw it ?A training run/);
    expect(await visit.page.$("mi-lines-chart")).toBeNull();
  });

  seldom("of times is measured here", async () => {
    const visit = await open(`${LIST}&figure=closed-form-5`);
    await whole(visit);
    expect(await visit.text(".line-legend")).toContain("measured now");
    expect(await visit.axe(".papers")).toEqual([]);
  });
});
