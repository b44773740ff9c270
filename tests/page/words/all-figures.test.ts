// Every figure of a run as rows: each key of the result once, at a few digits.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { initSync, training } from "../../../pkg/mi_bounds.js";
import { defaults } from "../../../www/state/parameters/table";
import { trainingOptions } from "../../../www/state/questions/run";
import { trainingRows } from "../../../www/words/all-figures";
import { foundInWords, limitInWords, sideInWords } from "../../../www/words/figure";
import { assumptionInWords, runInBrief } from "../../../www/words/run";

initSync({ module: readFileSync(new URL("../../../pkg/mi_bounds_bg.wasm", import.meta.url)) });

function result(at_epsilon: number | null) {
  const outcome = training(trainingOptions({ ...defaults(), at_epsilon }));
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}

describe("all figures", () => {
  it("tell what becomes of a guess", () => {
    const run = { noise_multiplier: 2.5, batch_size: 16384, dataset_size: 1281167, num_steps: 71589, baseline: 1e-6 };
    const outcome = training(trainingOptions({ ...defaults(), ...run }));
    if (!outcome.ok) throw new Error(outcome.error.message);
    const row = trainingRows(outcome.value).find(({ name }) => name === "baseline");
    expect(row?.label).toBe("A guess that is right once in 1,000,000 without the model");
    expect(row?.words).toContain("right at most once in 2269,");
    expect(trainingRows(result(null)).some(({ name }) => name === "baseline")).toBe(false);
  });

  it("have a row each, and say with four digits what they are", () => {
    const rows = trainingRows(result(1));
    const names = rows.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of [
      "bayes_security",
      "accuracy",
      "tpr-0.01",
      "precision-0.1",
      "gdp_mu",
      "delta-at-epsilon",
      "tv_a",
    ])
      expect(names).toContain(name);
    expect(sideInWords(rows[0]?.figure ?? result(1).advantage)).toBe("0.1133");
    for (const { figure, words } of rows) {
      expect(figure.theorem).not.toBe("");
      expect(words).not.toBe("");
    }
  });

  it("have delta and TV_a only where an epsilon is asked for", () => {
    const names = trainingRows(result(null)).map(({ name }) => name);
    expect(names).not.toContain("tv_a");
  });
});

describe("the run and its results in words", () => {
  it("count members, and say what chance finds", () => {
    const [first] = result(null).tpr;
    if (!first) throw new Error("no rate");
    expect(foundInWords(first)).toEqual({ says: "3 of 1000", chance: "chance finds 1" });
    expect(foundInWords({ ...first, kind: "upper" }).says).toBe("≤ 3 of 1000");
    expect(foundInWords({ ...first, kind: "lower", lower: 0.0029 }).says).toBe("≥ 2 of 1000");
  });

  it("call a lower end no limit", () => {
    const { advantage } = result(null);
    expect(limitInWords(advantage)).toContain("Proven limit");
    expect(limitInWords({ ...advantage, kind: "lower" })).not.toContain("limit");
  });

  it("are one line, and say what is assumed", () => {
    const run = { ...defaults(), dataset_size: 50_000, batch_size: 512, epochs: 40, noise_multiplier: 0.9 };
    expect(runInBrief(run)).toBe("512 of 50,000 · 40 epochs · noise 0.9 · Poisson");
    expect(runInBrief(run, "noise_multiplier")).toBe("512 of 50,000 · 40 epochs · Poisson");
    expect(runInBrief({ ...run, sample_rate: 0.01, num_steps: 20_000 })).toBe(
      "rate 0.01 · 20,000 steps · noise 0.9 · Poisson",
    );
    expect(assumptionInWords(run)).toEqual({
      said: "Poisson sampling, add or remove one",
      asked: "Does your loader shuffle?",
    });
    expect(assumptionInWords({ ...run, sampling: "shuffle" }).asked).toBe("");
  });
});
