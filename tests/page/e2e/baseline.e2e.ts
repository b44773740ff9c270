// What a guess about a record is worth, over all baselines: what is drawn, listed and saved is what the module says of the rates.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { guarantee, initSync, training } from "../../../pkg/mi_bounds.js";
import type { Outcome, TprFigure } from "../../../src/boundary/wasm/core";
import { onceIn } from "../../../www/words/baseline";
import { rounded } from "../../../www/words/number";
import { browsing, ONE_BROWSER, type Visit } from "./browser";
import { file, keepFiles } from "./saved";

const CHART = 'mi-lines-chart[data-chart="baseline"]';
const FOLD = "If somebody guesses what a record holds, or whose it is";
/** The batches are the whole data set, so that the closed form of the Gaussian mechanism applies. */
const RUN = { noise_multiplier: 2, sample_rate: 1, num_steps: 10 };
const GUARANTEE = { epsilon: 2, delta: 1e-6 };

/** What the module says of the rates of false positives that are these baselines. */
function rates(outcome: Outcome<{ tpr: TprFigure[] }>): number[] {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value.tpr.map(({ upper }) => upper ?? 1);
}

/** What the folded chart draws, lists and saves. */
async function chartOf(visit: Visit) {
  await visit.page.waitForSelector(`${CHART} .drawing svg`);
  await visit.page.$eval(`${CHART} .behind details`, (details) => {
    (details as HTMLDetailsElement).open = true;
  });
  const texts = (selector: string) =>
    visit.page.$$eval(`${CHART} ${selector}`, (all) => all.map(({ textContent }) => textContent?.trim() ?? ""));
  const head = await texts(".scroll th");
  const cells = await texts(".scroll td");
  await keepFiles(visit);
  const saved = await file(visit, `${CHART} [data-save="csv"]`);
  const [titles = [], ...numbers] = saved.content
    .toString()
    .trim()
    .split("\r\n")
    .map((row) => row.split(","));
  return {
    lines: await visit.page.$$eval(`${CHART} .drawing g[stroke-width="2.25"] path[d^="M"]`, (all) => all.length),
    legend: await texts(".line-legend li"),
    head,
    rows: Array.from({ length: cells.length / head.length }, (_, i) =>
      cells.slice(i * head.length, (i + 1) * head.length),
    ),
    saved: { titles, numbers: numbers.map((row) => row.map(Number)) },
  };
}

/** Every line has its mark, every row of the table and of the file its rate. */
function expectAgreement(
  { lines, legend, head, rows, saved }: Awaited<ReturnType<typeof chartOf>>,
  wanted: (baselines: number[]) => number[],
): void {
  expect(lines).toBe(legend.length);
  expect(head).toEqual(["right without the model", ...legend]);
  expect(saved.titles).toEqual(head);
  expect(saved.numbers).toHaveLength(200);
  const baselines = saved.numbers.map(([baseline]) => baseline ?? Number.NaN);
  expect([baselines[0], baselines.at(-1)]).toEqual([1e-12, 0.5]);
  const upper = wanted(baselines);
  saved.numbers.forEach(([, certified], at) => {
    expect((certified ?? Number.NaN) / (upper[at] ?? 0)).toBeCloseTo(1, 9);
  });
  expect(rows).toHaveLength(15);
  const listed = rows.map(([baseline, certified]) => `${baseline}: ${certified}`);
  expect(listed).toEqual(rows.map((_, i) => `${rounded(baselines[14 * i] ?? 0, 4)}: ${onceIn(upper[14 * i] ?? 0)}`));
}

beforeAll(() => {
  initSync({ module: readFileSync(fileURLToPath(new URL("../../../pkg/mi_bounds_bg.wasm", import.meta.url))) });
});

describe.each(ONE_BROWSER)("the chart of all baselines in %s", (name) => {
  const open = browsing(name);
  let visit: Visit;

  it("unfolds in the view of a training, with the rates of the run", async () => {
    visit = await open("#v=1&noise_multiplier=2&sample_rate=1&num_steps=10");
    await visit.settle();
    expect(await visit.page.$(CHART)).toBeNull();
    await visit.page.locator(`mi-unfold summary::-p-text(${FOLD})`).click();
    const shown = await chartOf(visit);
    expect(shown.legend).toEqual([
      "certified (upper bound)",
      "closed form of Bayes security (upper bound)",
      "closed form of the Gaussian mechanism (upper bound)",
      "blind guessing",
    ]);
    expectAgreement(shown, (fpr) => rates(training({ ...RUN, fpr })));
  });

  it("is open in the view of a guarantee where a link asks about a guess", async () => {
    visit = await open("#v=1&view=guarantee&epsilon=2&delta=1e-6&baseline=1e-9");
    await visit.settle();
    const shown = await chartOf(visit);
    expect(shown.legend).toEqual([
      "certified (upper bound)",
      "closed form of Bayes security (upper bound)",
      "blind guessing",
    ]);
    expectAgreement(shown, (fpr) => rates(guarantee({ ...GUARANTEE, fpr })));
  });
});
