// Accuracy against advantage: no point that is beaten passes for one that is not, and each leads to its own run.
import { describe, expect, it } from "vitest";
import type { ExperimentResult, Figure, SettingResult } from "../../../src/boundary/wasm/core";
import { securityChart, tradeOffChart } from "../../../www/charts/data/observed-accuracy";
import { settingInWords } from "../../../www/words/laboratory";
import { tradeOff, unbeatenInWords } from "../../../www/words/trade-off";

function figure(kind: Figure["kind"], estimate: number): Figure {
  return { lower: estimate - 0.01, estimate, upper: estimate, kind, method: "", theorem: "", sources: [] };
}

function setting(value: number, advantage: number, accuracy: number, label: string | null = null): SettingResult {
  const roc = {} as SettingResult["proved"][number]["roc"];
  return {
    ...{
      parameter: "noise_multiplier",
      value,
      label,
      history: [value, 0.1, 100],
      trainings: 2,
      bound: null,
      clipping_norm: null,
    },
    proved: [{ relation: "add_or_remove_one", advantage: figure("upper", advantage), roc, epsilon: null }],
    measures: [{ name: "test_accuracy", mean: figure("estimate", accuracy) }],
    ...{ attacks: [], exceeds: [], series: [] },
  };
}

function result(settings: SettingResult[], experiment = "trade_off"): ExperimentResult {
  return { library_version: "0", experiment, units: 1, units_done: 1, settings };
}

describe("a trade-off", () => {
  const all = [setting(0.5, 0.9, 0.95), setting(1, 0.5, 0.7), setting(2, 0.3, 0.8), setting(4, 0.1, 0.4)];

  it("knows which trainings no other beats, the most private first", () => {
    expect(tradeOff(result(all)).map(({ setting: { value }, beaten }) => [value, beaten])).toEqual([
      [4, false],
      [2, false],
      [1, true],
      [0.5, false],
    ]);
  });

  it("beats the same accuracy by less advantage, and no equal", () => {
    const beaten = (settings: SettingResult[]) => tradeOff(result(settings)).map((point) => point.beaten);
    expect(beaten([setting(1, 0.5, 0.7), setting(2, 0.4, 0.7)])).toEqual([false, true]);
    expect(beaten([setting(1, 0.4, 0.6), setting(2, 0.4, 0.7)])).toEqual([true, false]);
    expect(beaten([setting(1, 0.4, 0.7), setting(2, 0.4, 0.7)])).toEqual([false, false]);
  });

  it("is said in a sentence, and of a single training not at all", () => {
    expect(unbeatenInWords(tradeOff(result(all)))).toBe(
      "Of 4 trainings, 3 are beaten by no other that has at least the accuracy at no more certified advantage: noise multiplier 4 (mean accuracy 0.400, advantage at most 0.100); noise multiplier 2 (mean accuracy 0.800, advantage at most 0.300); noise multiplier 0.5 (mean accuracy 0.950, advantage at most 0.900).",
    );
    expect(unbeatenInWords(tradeOff(result(all.slice(0, 1))))).toBe("");
    expect(settingInWords(setting(2, 0.1, 0.5, "clipping norm 1, sample rate 0.1"))).toBe(
      "noise multiplier 2, clipping norm 1, sample rate 0.1",
    );
  });

  it("is of its own experiment, and of what was trained", () => {
    expect(tradeOff(result(all, "sampling"))).toEqual([]);
    expect(tradeOff(result(all.map((one) => ({ ...one, trainings: 0 }))))).toEqual([]);
    expect(tradeOffChart(result(all.slice(0, 1)))).toBeNull();
  });

  it("is drawn with the numbers as they are", () => {
    const chart = tradeOffChart(result(all));
    expect(chart?.marks.map(({ points }) => points.map(({ x, y }) => [x, y]))).toEqual([
      [
        [0.1, 0.4],
        [0.3, 0.8],
        [0.9, 0.95],
      ],
      [[0.5, 0.7]],
    ]);
    expect(chart?.stops[2]?.says).toMatch(
      /^noise multiplier 1: advantage at most 0\.500, accuracy .*; beaten by another$/,
    );
  });
});

describe("accuracy against Bayes security", () => {
  const recorded = (security: number, accuracy: number, label: string) => {
    const one = setting(1, 0.5, accuracy, label);
    return { ...one, measures: [...one.measures, { name: "bayes_security", mean: figure("approximation", security) }] };
  };
  const all = [recorded(0.9, 0.8, "full diameter"), recorded(0.7, 0.95, "approximate diameter")];

  it("has a point for each training with its analysis, at its closed form", () => {
    const chart = securityChart(result(all, "instrumented"));
    expect(chart?.marks.map(({ name, points }) => [name, points[0]?.x, points[0]?.y])).toEqual([
      ["noise multiplier 1, full diameter", 0.9, 0.8],
      ["noise multiplier 1, approximate diameter", 0.7, 0.95],
    ]);
    expect(new Set(chart?.marks.map(({ symbol }) => symbol)).size).toBe(2);
    expect(chart?.stops.map(({ x }) => x)).toEqual([0.7, 0.9]);
    const [from = 1, to = 0] = chart?.x.domain ?? [];
    expect(from).toBeLessThan(0.7);
    expect(to).toBeGreaterThan(0.9);
  });

  it("is there for instrumented trainings only, once there are any", () => {
    expect(securityChart(result(all))).toBeNull();
    const untrained = all.map((one) => ({ ...one, trainings: 0 }));
    expect(securityChart(result(untrained, "instrumented"))).toBeNull();
  });
});
