// The laboratory in the page: it runs at once, shows the module's own digits, is cancelled at once, and keeps to its link.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { loadCore } from "../../../bin/core.mjs";
import type { ExperimentOptions } from "../../../src/boundary/wasm/core";
import { advantageInWords } from "../../../www/words/laboratory";
import { resultOf } from "../engine/laboratory-module";
import { browsing, ONE_BROWSER, seldom, type Visit } from "./browser";

const FORM = "mi-experiment-form";
const GAME = "#v=1&view=laboratory&section=gaussian_game";
const DONE = `${FORM} [data-status="done"]`;
const RUN = `${FORM} button[type="submit"]`;
const CANCEL = `${FORM} [data-action="cancel"]`;

/** The advantages that stand in the table. */
const shown = (visit: Visit) =>
  visit.page.$$eval('[data-figure="found"]', (cells) => cells.map((cell) => Number(cell.getAttribute("data-value"))));

const found = (options: ExperimentOptions, units?: number) =>
  resultOf(options, units).settings.flatMap(({ attacks }) => attacks.map(({ advantage }) => advantage.estimate));

async function type(visit: Visit, name: string, text: string): Promise<void> {
  await visit.page.waitForSelector(`#option-${name}`);
  await visit.page.focus(`#option-${name}`);
  await visit.page.$eval(`#option-${name}`, (field) => (field as HTMLInputElement).select());
  await visit.page.keyboard.type(text);
}

/** Until the experiment has run: by itself, or at the press of Run where this machine takes it for long. */
async function ran(visit: Visit): Promise<void> {
  await visit.page.waitForFunction(
    (form, run, done) => {
      const costs = document.querySelector(`${form} .cost`)?.textContent !== "";
      if (costs && document.querySelector(`${form} [data-status="idle"]`))
        document.querySelector<HTMLButtonElement>(run)?.click();
      return document.querySelector(done) !== null;
    },
    {},
    FORM,
    RUN,
    DONE,
  );
}

describe.each(ONE_BROWSER)("the laboratory in %s", (name) => {
  const open = browsing(name);
  const start = { noise_multiplier: [0.5, 1, 2, 4], sample_rate: 0.1, num_steps: 30, trials: 20000, seed: 1 };
  let visit: Visit;

  beforeAll(loadCore);

  it("opens from the bar, and an experiment runs at once with the digits of the module", async () => {
    visit = await open();
    await visit.settle();
    const loaded = () =>
      visit.page.evaluate(
        () => performance.getEntriesByType("resource").filter(({ name }) => name.includes("laboratory")).length,
      );
    expect(await loaded()).toBe(0);
    await visit.page.click(".more > button");
    await visit.page.click('mi-nav a[href*="view=laboratory"]');
    await visit.page.waitForSelector('[data-experiment="gaussian_game"] a');
    await visit.page.click('[data-experiment="gaussian_game"] a');
    await visit.page.waitForFunction((wanted) => location.hash === wanted, {}, GAME);
    await ran(visit);
    await visit.rest();
    const options: ExperimentOptions = { experiment: "gaussian_game", ...start };
    expect(await shown(visit)).toEqual(found(options));
    const advantage = resultOf(options).settings[0]?.attacks[0]?.advantage;
    expect(await visit.text('[data-figure="found"]')).toBe(advantage && advantageInWords(advantage));
    expect(await visit.text('[data-figure="finding"]')).toContain("where 0.5614 is proved");
    // What is proved is a curve, not straight lines between four settings.
    await visit.page.waitForFunction(() => {
      const paths = [...document.querySelectorAll('[data-chart="advantage"] .drawing path')];
      return paths.some((path) => (path.getAttribute("d")?.match(/L/g) ?? []).length > 20);
    });
    expect(await visit.axe("main")).toEqual([]);
  });

  it("waits for Run after a change, says what has changed, and a link shows the same again", async () => {
    visit = await open(GAME);
    await ran(visit);
    await type(visit, "trials", "3000");
    const others = "These figures are of other settings: trials 20000 → 3000. Press Run.";
    expect(await visit.waitForText('[data-figure="other-settings"]', others)).toBe(others);
    await visit.waitForText('[data-figure="cost"]', "measured on this machine");
    await visit.page.keyboard.press("Enter");
    await visit.waitForText(`${FORM} .status`, "Done: 12,000 trainings");
    const numbers = await shown(visit);
    expect(numbers).toEqual(found({ experiment: "gaussian_game", ...start, trials: 3000 }));
    await visit.page.waitForFunction((wanted) => location.hash === wanted, {}, `${GAME}&trials=3000`);

    // On one worker, and in another page.
    const other = await open(`${GAME}&trials=3000`);
    await ran(other);
    expect(await shown(other)).toEqual(numbers);
  });

  it("is cancelled at once, and keeps what it has", async () => {
    visit = await open(`${GAME}&trials=2000000`);
    await visit.page.waitForFunction(
      (run) => {
        const button = document.querySelector<HTMLButtonElement>(run);
        button?.click();
        return document.querySelector('[data-status="running"]') !== null;
      },
      {},
      RUN,
    );
    await visit.waitForText(`${FORM} .status`, /[1-9][\d.]*% done/);
    const frames = await visit.page.$eval(CANCEL, async (button) => {
      (button as HTMLElement).click();
      let frames = 0;
      for (; !document.querySelector('[data-status="cancelled"]'); frames++) await new Promise(requestAnimationFrame);
      return frames;
    });
    // It waits for no worker.
    expect(frames).toBeLessThanOrEqual(3);
    const said = await visit.waitForText(`${FORM} .status`, "The figures are of the");
    await visit.page.waitForFunction(() => document.body.dataset.rest === "yes");
    const numbers = await shown(visit);
    expect(numbers.some((value) => value !== 0)).toBe(true);
    expect(said).toMatch(/of the [\d,]+ trainings that were done/);
  });

  it("says beside the control what is not allowed, loses nothing that was typed, and answers the rest", async () => {
    visit = await open(`${GAME}&trials=5&nonsense=1`);
    const remark = "#option-trials-remark";
    const refused = "trials is 5; allowed is a whole number from 100 up to 10000000";
    expect(await visit.waitForText(remark, refused)).toBe(refused);
    expect(await visit.text(".notice")).toContain("“nonsense” is no option of this experiment");
    expect(await visit.page.$eval(RUN, (button) => (button as HTMLButtonElement).disabled)).toBe(true);
    await type(visit, "noise_multiplier", "1, two");
    await visit.waitForText("#option-noise_multiplier-remark", '"two" is not a number');
    expect(await visit.page.$eval("#option-trials", (field) => (field as HTMLInputElement).value)).toBe("5");
    await type(visit, "noise_multiplier", "1");
    await type(visit, "trials", "1000");
    await visit.page.waitForFunction(
      (run) => document.querySelector<HTMLButtonElement>(run)?.disabled === false,
      {},
      RUN,
    );
    await visit.page.click(RUN);
    await ran(visit);
    expect(await shown(visit)).toEqual(
      found({ experiment: "gaussian_game", ...start, noise_multiplier: [1], trials: 1000 }),
    );
    const unknown = await open("#v=1&view=laboratory&section=someday");
    await unknown.waitForText(".notice", "The laboratory has no experiment “someday”");
    await unknown.page.waitForSelector(".experiments");
  });

  it("runs the four games on one-hot records, fits a narrow screen, and is shared", async () => {
    const link = "#v=1&view=laboratory&section=one_hot&noise_multiplier=1,2&trainings=100";
    visit = await open(link, 390);
    await ran(visit);
    const defaults = { dimension: 2000, dataset_size: 1000, sample_rate: 0.1, num_steps: 50, seed: 1 };
    const options = { experiment: "one_hot" as const, ...defaults, noise_multiplier: [1, 2], trainings: 100 };
    expect(await shown(visit)).toEqual(found(options));
    expect(await visit.width()).toBeLessThanOrEqual(390);
    await visit.page.click('[data-action="share"]');
    await visit.page.waitForSelector('[role="tab"]');
    const tabs = await visit.page.$$eval('[role="tab"]', (all) => all.map((tab) => tab.textContent?.trim()));
    expect(tabs).toEqual(["Link", "Data", "Code", "Cite", "Embed"]);
    await visit.page.$$eval('[role="tab"]', (all) => (all[2] as HTMLElement).click());
    const asked = await visit.waitForText(".taken", "mi-bounds experiment");
    expect(JSON.parse(asked.replace(/^mi-bounds experiment '|'$/g, ""))).toEqual(options);
  });

  it("marks the trainings that no other beats, and opens each in Training", async () => {
    const small = "dataset_size=60&trainings=2&layers=0&layer_width=4&num_steps=20";
    visit = await open(`#v=1&view=laboratory&section=trade_off&noise_multiplier=1,4&${small}`);
    await ran(visit);
    await visit.page.waitForSelector('[data-chart="trade-off"] .drawing svg');
    const beaten = await visit.page.$$eval("[data-beaten]", (rows) =>
      rows.map((row) => row.getAttribute("data-beaten")),
    );
    expect(beaten).toHaveLength(2);
    // The most private training is beaten by none: more noise, and no other as much.
    expect(beaten[0]).toBe("no");
    await visit.page.click('[data-opens="training"]');
    await visit.settle();
    expect(await visit.page.evaluate(() => location.hash)).toBe("#v=1&sample_rate=0.1&num_steps=20&noise_multiplier=4");
  });

  seldom("keeps a page of many measures short", async () => {
    const small = "dataset_size=20&trainings=2&num_steps=10&noise_multiplier=4,8,16";
    visit = await open(`#v=1&view=laboratory&section=dependent_data&${small}`);
    await ran(visit);
    expect(await visit.page.$$eval("mi-experiment-results details .measures > div", (all) => all.length)).toBe(6);
    expect(await visit.page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3500);
    await visit.page.$eval("mi-experiment-results details:has(.measures) > summary", (summary) =>
      (summary as HTMLElement).click(),
    );
    await visit.page.waitForSelector('[data-chart="measure"] .drawing svg');
  });

  it("trains on a table beside the page, and on the reader's own", async () => {
    const options = {
      ...{
        experiment: "trade_off" as const,
        label: "digit",
        noise_multiplier: [1],
        clipping_norms: [1],
        sample_rates: [0.1],
      },
      ...{ dataset_size: 100, trainings: 2, layers: 0, layer_width: 4, num_steps: 20, seed: 1 },
    } as const;
    const set = Object.entries(options).filter(([key]) => key !== "experiment");
    const link = set.map(([key, value]) => `${key}=${value}`).join("&");
    const digits = readFileSync(new URL("../../../data/digits.csv", import.meta.url), "utf8");
    const counted = (table: string, label = "digit") =>
      found({ ...options, label, noise_multiplier: [1], clipping_norms: [1], sample_rates: [0.1], table });
    visit = await open(`#v=1&view=laboratory&section=trade_off&${link}`);
    await ran(visit);
    await visit.rest();
    expect(await shown(visit)).toEqual(counted(digits));

    const rows = Array.from({ length: 60 }, (_, i) => `${i % 7},${i % 3},${i % 2 ? "yes" : "no"}`);
    const table = ["age,town,sick", ...rows].join("\n");
    await visit.page.$eval(
      `${FORM} input[type=file]`,
      (field, content) => {
        const holder = new DataTransfer();
        holder.items.add(new File([content], "people.csv"));
        (field as HTMLInputElement).files = holder.files;
        field.dispatchEvent(new Event("change", { bubbles: true }));
      },
      table,
    );
    await visit.waitForText(`${FORM} .remark.problem, ${FORM} .cost.problem`, "digit");
    await type(visit, "label", "sick");
    await visit.page.waitForFunction(
      (selector) => document.querySelector<HTMLButtonElement>(selector)?.disabled === false,
      {},
      RUN,
    );
    await visit.page.click(RUN);
    await visit.page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('[data-figure="found"]')]
          .map((cell) => cell.getAttribute("data-value"))
          .join() === wanted,
      {},
      counted(table, "sick").join(),
    );
    await ran(visit);
  });

  seldom("hands the recorded distances to Attributes, which certifies the same", async () => {
    const set = { dataset_size: 60, trainings: 1, layers: 0, layer_width: 4, num_steps: 10, seed: 1 };
    const link = Object.entries(set).map(([key, value]) => `${key}=${value}`);
    visit = await open(`#v=1&view=laboratory&section=instrumented&${link.join("&")}`);
    await ran(visit);
    expect(await visit.waitForText('[data-figure="table"]', "20,190 rows, 8 columns")).toBe("20,190 rows, 8 columns");
    const certified = await visit.page.$$eval('[data-figure="certified"]', (cells) =>
      cells.map((cell) => cell.textContent?.trim() ?? ""),
    );
    expect(certified.filter((text) => text !== "–")).toHaveLength(4);
    const times = await visit.page.$$eval('[data-figure="time"]', (cells) => cells.map((cell) => cell.textContent));
    expect(times.every((text) => /^[\d.]+ s$/.test(text ?? ""))).toBe(true);
    expect(await visit.page.$$('[data-chart="security"] .line-legend li')).toHaveLength(4);
    expect(await visit.axe("main")).toEqual([]);
    await visit.page.click('[data-opens="attributes"]');
    // The address changes before the page has heard of it, and still rests.
    await visit.page.waitForFunction(() => document.body.dataset.view === "attributes");
    await visit.rest();
    const [number = ""] = certified[1]?.match(/[\d.]+/) ?? [];
    expect(await visit.text("main")).toContain(number);
    expect(await visit.text("main")).toContain("the Laboratory: logistic regression, approximate");
  });

  seldom("publishes a regression on a table with noise", async () => {
    const link = "records=table&statistic=regression&predictors=mean_texture&dataset_size=6&trials=1000";
    visit = await open(`#v=1&view=laboratory&section=noise&${link}`);
    await ran(visit);
    await visit.rest();
    const table = readFileSync(new URL("../../../data/breast-cancer.csv", import.meta.url), "utf8");
    const options: ExperimentOptions = {
      ...{ experiment: "noise", records: "table", statistic: "regression", table, column: "mean_radius" },
      ...{ predictors: "mean_texture", dataset_size: 6, eta: 0.1, trials: 1000, seed: 1 },
    };
    expect(await shown(visit)).toEqual(found(options));
    expect(await visit.text("main")).toContain("Published intercept");
    expect(await visit.axe("main")).toEqual([]);
  });
});
