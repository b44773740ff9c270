// What the page says of experiments: it follows the numbers, and what is above a bound is said as what it is.
import { beforeAll, describe, expect, it } from "vitest";
import { loadCore } from "../../../bin/core.mjs";
import type { AttackObservation, ExperimentResult, Figure } from "../../../src/boundary/wasm/core";
import type { ExperimentState } from "../../../www/answers/laboratory-course";
import { advantageChart } from "../../../www/charts/data/observed-advantage";
import { measureCharts, stepCharts } from "../../../www/charts/data/observed-measures";
import { rocChart } from "../../../www/charts/data/observed-roc";
import { command, experimentCsv, experimentJson } from "../../../www/share/laboratory";
import {
  changesInWords,
  costInWords,
  findings,
  observedRows,
  secondsEach,
  stateInWords,
} from "../../../www/words/laboratory";
import { resultOf } from "../engine/laboratory-module";

const OPTIONS = { experiment: "gaussian_game" as const, noise_multiplier: [1, 2], trials: 4000, seed: 7 };

let game: ExperimentResult;

beforeAll(async () => {
  await loadCore();
  game = resultOf(OPTIONS);
});

/** With the advantages of the first attack replaced. */
function altered(by: (attack: AttackObservation) => Partial<AttackObservation>, exceeds: boolean): ExperimentResult {
  const settings = game.settings.map((setting) => ({
    ...setting,
    attacks: setting.attacks.map((attack) => ({ ...attack, ...by(attack) })),
    exceeds: setting.attacks.map(() => exceeds),
  }));
  return { ...game, settings };
}

describe("the finding", () => {
  it("names the attack, what it shows and what is proved", () => {
    const [first, second] = findings(game);
    expect(first).toMatch(
      /^At noise multiplier 1, the attack \(likelihood ratio\) shows an advantage of 0\.2\d+ \(.* to .*\) where 0\.2480 is proved: \d+% of it, and \d+% through all 2 settings\.$/,
    );
    expect(second).toBe("No interval lies above what is proved, as it must be.");
  });

  it("says nothing while nothing was tried", () => {
    expect(findings(resultOf(OPTIONS, 0))).toEqual([]);
  });

  it("says that a bound which does not apply is exceeded, and that this is the point", () => {
    const beyond = findings(altered(() => ({ relation: null }), true));
    expect(beyond).toHaveLength(2);
    expect(beyond[0]).toMatch(
      /^At noise multiplier \d, likelihood ratio shows .* is the most for independent records\.$/,
    );
    expect(beyond[1]).toContain(
      "likelihood ratio (2 of 2 settings) certainly finds more than is proved for independent",
    );
    expect(beyond[1]).toContain("The bound is not broken");
    expect(findings(altered(() => ({ relation: null }), false))[0]).toContain("no bound is for this game");
  });

  it("asks to be told of a bound that is broken", () => {
    const broken = findings(altered(() => ({}), true)).at(-1);
    expect(broken).toContain("likelihood ratio at noise multiplier 1; likelihood ratio at noise multiplier 2");
    expect(broken).toContain("something is wrong");
  });

  it("holds an attack against the bound of its setting, where no accountant has one", () => {
    const bound: Figure = {
      lower: null,
      estimate: 0.4,
      upper: 0.4,
      kind: "upper",
      method: "",
      theorem: "",
      sources: [],
    };
    const result = altered(() => ({ relation: null }), false);
    const settings = result.settings.map((setting) => ({
      ...setting,
      ...{ parameter: "noise_scale", label: "first_moment", proved: [], bound },
    }));
    const [first, second] = findings({ ...result, settings });
    expect(first).toContain("At first moment, the attack (likelihood ratio)");
    expect(first).toContain("where at most 0.4000 is proved");
    expect(second).toBe("No interval lies above what is proved, as it must be.");
    const less = settings.map((setting) => ({ ...setting, bound: { ...bound, estimate: 0.1, upper: 0.1 } }));
    expect(findings({ ...result, settings: less })[0]).toMatch(/is proved: 2\.\d times as much, and \d/);
    expect(advantageChart({ ...result, settings }).lines.map(({ name }) => name)).toEqual(["proved"]);
  });

  it("lists several attacks, the strongest first", () => {
    const dimension = { dimension: 200, dataset_size: 20, trainings: 50, noise_multiplier: [1] };
    const sentences = findings(resultOf({ experiment: "one_hot", ...dimension, seed: 1 }));
    expect(sentences[0]).toMatch(/the strongest attack \(/);
    const values = [...(sentences[1]?.matchAll(/(-?[\d.]+)(?:,|\.$)/g) ?? [])].map(([, value]) => Number(value));
    expect(values).toHaveLength(6);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
  });
});

describe("the state of a run", () => {
  const state: ExperimentState = {
    ...{ status: "running", options: OPTIONS, result: null, between: null, problem: null },
    ...{ units: 8, done: 0, seconds: 1, left: null, times: new Map() },
  };

  it("is said with what is left of it", () => {
    expect(stateInWords(state)).toBe("Running; computing what is proved…");
    expect(stateInWords({ ...state, result: game, done: 2, left: 30 })).toBe("Running: 25% done, about 30 s left.");
    expect(stateInWords({ ...state, status: "done", result: game, done: 8, seconds: 3 })).toBe(
      "Done: 8000 trainings in 3 s.",
    );
    expect(stateInWords({ ...state, status: "cancelled", result: game, done: 2 })).toMatch(
      /^Cancelled. The figures are/,
    );
    expect(stateInWords({ ...state, status: "cancelled" })).toBe("Cancelled before anything was found.");
    const problem = { code: "crashed", parameter: "", message: "no memory" } as const;
    expect(stateInWords({ ...state, status: "failed", problem })).toBe("Failed: no memory.");
  });

  it("is known before it starts", () => {
    expect(costInWords({ units: 4, seconds: 90, workers: 2 })).toBe(
      "About 90 s on 2 workers, measured on this machine.",
    );
  });

  it("names what was changed since", () => {
    expect(changesInWords(OPTIONS, { ...OPTIONS, trials: 9000, noise_multiplier: [1] })).toBe(
      "noise multiplier 1, 2 → 1; trials 4000 → 9000",
    );
    expect(changesInWords(OPTIONS, OPTIONS)).toBe("");
    expect(changesInWords(OPTIONS, null)).toBe("");
  });
});

describe("the charts", () => {
  it("keep the numbers as they are, wherever a point is drawn", () => {
    const result = resultOf({
      experiment: "one_hot",
      dimension: 200,
      dataset_size: 20,
      trainings: 50,
      seed: 1,
      noise_multiplier: [1, 4],
    });
    const { marks, x, y } = advantageChart(result);
    const rows = observedRows(result);
    expect(marks.flatMap(({ points }) => points)).toHaveLength(rows.length);
    for (const mark of marks) {
      expect(mark.points.map(({ exact: [value] }) => value)).toEqual([1, 4]);
      for (const point of mark.points) expect(point.x).not.toBe(0);
    }
    expect(new Set(marks.map(({ stroke, symbol }) => `${stroke} ${symbol}`)).size).toBe(marks.length);
    expect(x.ticks).toEqual([1, 4]);
    expect(y.domain[0]).toBeLessThanOrEqual(0);
  });

  it("draw rates from the curve's own points, and none of 0 on a log axis", () => {
    for (const setting of game.settings) {
      const { lines, marks, x } = rocChart(setting);
      expect(lines).toHaveLength(1);
      expect(marks[0]?.points).toHaveLength(setting.attacks[0]?.points.length ?? 0);
      if (x.type === "log") for (const point of marks[0]?.points ?? []) expect(point.left).toBeGreaterThan(0);
    }
  });

  it("draw a setting that has a name on an axis of names, and measures by themselves", () => {
    const mean: Figure = {
      lower: 0.7,
      estimate: 0.8,
      upper: 0.9,
      kind: "estimate",
      method: "",
      theorem: "",
      sources: [],
    };
    const settings = game.settings.map((setting, i) => ({
      ...setting,
      ...{
        parameter: "split",
        label: ["at random", "by education"][i] ?? "",
        measures: [{ name: "test_accuracy", mean }],
      },
    }));
    const { x } = advantageChart({ ...game, settings });
    expect(x.ticks.map(x.format)).toEqual(["at random", "by education"]);
    expect(measureCharts({ ...game, settings })).toEqual([]);
    const numbers = settings.map((setting) => ({ ...setting, label: null }));
    const [measures, ...others] = measureCharts({ ...game, settings: numbers });
    expect(others).toEqual([]);
    expect(measures?.caption).toBe("Test accuracy against split");
    expect(measures?.marks[0]?.points.map(({ y, low, high }) => [low, y, high])).toEqual([
      [0.7, 0.8, 0.9],
      [0.7, 0.8, 0.9],
    ]);
  });
});

describe("the time of a training", () => {
  it("is the mean over the units of its setting, as far as they are done", () => {
    const times = new Map([
      [0, 100],
      [3, 300],
      [1, 50],
    ]);
    expect(secondsEach(3, times)).toEqual([0.2, 0.05, null]);
  });
});

describe("the moments of a statistic", () => {
  const settings = (trials: number, dataset_size: number) =>
    resultOf({ experiment: "noise", records: "normal", dataset_size, trials, seed: 7 });

  it("are said to be exact where all halves were tried, else estimates", () => {
    expect(findings(settings(100, 8)).at(-1)).toMatch(/^All halves were tried: the moments .* are exact\.$/);
    expect(findings(settings(100, 20)).at(-1)).toMatch(/^A sample of the halves stands for all: .* are estimates/);
  });
});

describe("a chart by step", () => {
  it("has a line for each setting that recorded something, with its numbers as they are", () => {
    const series = [{ name: "gradient_distance", steps: [1, 3], means: [0.5, 0.25], largest: [0.6, 0.25] }];
    const settings = game.settings.map((setting, i) => ({ ...setting, series: i === 0 ? series : [] }));
    const [chart, ...others] = stepCharts({ ...game, settings });
    expect(others).toEqual([]);
    expect(chart?.lines.map(({ name, points }) => [name, points.map(({ x, upper }) => [x, upper])])).toEqual([
      [
        "noise multiplier 1",
        [
          [1, 0.5],
          [3, 0.25],
        ],
      ],
    ]);
    expect(chart?.stops.map(({ says }) => says)).toEqual([
      "Step 1: noise multiplier 1 0.5000",
      "Step 3: noise multiplier 1 0.2500",
    ]);
    expect(stepCharts(game)).toEqual([]);
  });
});

describe("the files", () => {
  const LINK = "https://example.org/#v=1";

  it("have every figure with all its digits", () => {
    const lines = experimentCsv({ options: OPTIONS, result: game }, LINK).trim().split("\r\n");
    const points = game.settings.flatMap(({ attacks }) => attacks.flatMap((attack) => attack.points));
    expect(lines).toHaveLength(1 + 4 + points.length);
    const found = game.settings[0]?.attacks[0]?.advantage;
    expect(lines.some((line) => line.includes(`${found?.lower},${found?.estimate},${found?.upper},estimate`))).toBe(
      true,
    );
    const columns = lines[0]?.split(",").length;
    const bare = (line: string) => line.replace(/"(?:[^"]|"")*"/g, "").split(",").length;
    expect(new Set(lines.map(bare))).toEqual(new Set([columns]));
    const json = JSON.parse(experimentJson({ options: OPTIONS, result: game }, LINK));
    expect(json).toMatchObject({ function: "experiment", link: LINK, inputs: OPTIONS, result: game });
  });

  it("have a command that asks the same", () => {
    const [, asked = ""] = /^mi-bounds experiment '(.*)'$/.exec(command(OPTIONS)) ?? [];
    expect(JSON.parse(asked)).toEqual(OPTIONS);
  });
});
