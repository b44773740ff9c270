// A calibration: what is asked for each unknown and target, and what is said of the answer.
import { describe, expect, it } from "vitest";
import type { CalibrateResult, Figure, HistoryEntry, Quantity, SolveFor } from "../../../src/boundary/wasm/core";
import { inputsOf } from "../../../www/state/inputs/inputs";
import { adopted } from "../../../www/state/inputs/same-run";
import { defaults, type Parameters } from "../../../www/state/parameters/table";
import {
  aroundOptions,
  calibrateNames,
  calibrateOptions,
  factorValues,
  QUANTITY,
  sweepOptions,
  sweepValues,
  sweptOver,
} from "../../../www/state/questions/quantity";
import { runOf } from "../../../www/state/questions/run";
import { alsoKnownAs, keptInWords, neighbourInWords, safeValue, valueToUse } from "../../../www/words/calibration";
import { quantityInWords } from "../../../www/words/setting";

const SCHEDULE: HistoryEntry[] = [
  [1.2, 0.01, 400],
  [0.9, 0.02, 100],
];

function asked(solve_for: SolveFor, target: Quantity = "advantage"): Parameters {
  return { ...defaults(), view: "calibrate", solve_for, target };
}

describe("the question", () => {
  it.each<[SolveFor, string[]]>([
    ["noise_multiplier", ["batch_size", "dataset_size", "epochs"]],
    ["sample_rate", ["epochs", "noise_multiplier"]],
    ["batch_size", ["dataset_size", "epochs", "noise_multiplier"]],
    ["num_steps", ["batch_size", "dataset_size", "noise_multiplier"]],
    ["epochs", ["batch_size", "dataset_size", "noise_multiplier"]],
  ])("%s is left out of the run", (solve_for, given) => {
    const { solve_for: _, target, ...run } = calibrateOptions(asked(solve_for));
    expect(target).toEqual({ advantage: 0.1 });
    expect(Object.keys(run).sort()).toEqual(given);
  });

  it.each<[Quantity, object]>([
    ["advantage", {}],
    ["bayes_security", {}],
    ["epsilon", { target_delta: 1e-5 }],
    ["tpr", { fpr: 0.001 }],
    ["precision", { fpr: 0.001, prior: 0.5 }],
    ["accuracy", { prior: 0.5 }],
    ["eta", { prior: 0.5 }],
    ["positive_accuracy", { prior: 0.5, attack_rate: 0.01 }],
    ["gdp_mu", { fpr_range: [1e-6, 1 - 1e-6] }],
  ])("%s takes what it needs", (quantity, extra) => {
    const values = asked("noise_multiplier", quantity);
    expect(calibrateOptions(values)).toMatchObject({ target: { [quantity]: values[quantity] }, ...extra });
    expect(QUANTITY[quantity].side).toBe(quantity === "bayes_security" ? "at least" : "at most");
    expect(quantityInWords(quantity, values)).not.toBe("");
  });

  it.each<[Quantity, object]>([
    ["precision", { fpr: 0.001 }],
    ["positive_accuracy", { attack_rate: 0.01 }],
  ])("the prior at which %s keeps to its target is asked of the whole run", (target, extra) => {
    const values = asked("prior", target);
    const { noise_multiplier, batch_size } = values;
    const options = calibrateOptions(values);
    expect(options).toMatchObject({ solve_for: "prior", noise_multiplier, batch_size, ...extra });
    expect(options).not.toHaveProperty("prior");
    expect(calibrateNames(values)).not.toContain("prior");
    expect(quantityInWords(target, values, "prior")).not.toContain("prior");
    expect(aroundOptions(values, 0.1)).toMatchObject({ over: "prior", quantity: target, noise_multiplier });
    const scheduled = calibrateOptions({ ...values, history: SCHEDULE });
    expect(scheduled).toMatchObject({ solve_for: "prior", history: SCHEDULE });
  });

  it("the prior is not solved for where the quantity does not grow with it", () => {
    expect(calibrateOptions(asked("prior", "advantage")).solve_for).toBe("noise_multiplier");
    expect(calibrateOptions({ ...asked("prior", "accuracy"), history: SCHEDULE }).solve_for).toBe("noise_factor");
  });

  it("of a schedule is the factor on its noise", () => {
    const values = { ...asked("epochs"), history: SCHEDULE };
    const { target: _, ...run } = calibrateOptions(values);
    expect(run).toEqual({ solve_for: "noise_factor", history: SCHEDULE });
    expect(calibrateNames(values)).toContain("history");
    expect(calibrateNames(values)).not.toContain("noise_multiplier");
    // A link may ask for the factor of a single run: it is a schedule of one phase.
    expect(calibrateOptions(asked("noise_factor"))).toMatchObject({ history: [[1.1, 256 / 60_000, 3516]] });
  });

  it("does not depend on what is wrong with the unknown itself", () => {
    expect(calibrateNames(asked("noise_multiplier"))).not.toContain("noise_multiplier");
    expect(calibrateNames(asked("epochs"))).toEqual(expect.not.arrayContaining(["epochs", "num_steps"]));
  });
});

describe("sweeps", () => {
  it("stay inside of the range, hold the present value, and count steps in whole numbers", () => {
    expect(sweepValues("sample_rate", 0.5).every((rate) => rate > 0 && rate <= 1)).toBe(true);
    expect(sweepValues("noise_multiplier", 1.1)).toContain(1.1);
    const steps = sweepValues("num_steps", 3);
    expect(steps.every((count) => Number.isInteger(count) && count >= 1)).toBe(true);
    expect(new Set(steps).size).toBe(steps.length);
    expect(sweepValues("noise_multiplier", 1.1).length).toBeLessThanOrEqual(1000);
  });

  it("vary whole epochs where batches are cut from them", () => {
    const { values } = sweepOptions({ ...defaults(), over: "num_steps", sampling: "balls_and_bins" }) ?? { values: [] };
    expect(values).toContain(15 * 235);
    expect(values.every((steps) => steps % 235 === 0)).toBe(true);
    expect(aroundOptions({ ...asked("epochs"), sampling: "balls_and_bins" }, 15).values).toContain(15 * 235);
  });

  it("leave what varies out of the run", () => {
    const options = sweepOptions({ ...defaults(), over: "sample_rate", sweep: "epsilon" });
    expect(options).toMatchObject({ quantity: "epsilon", over: "sample_rate", epochs: 15, target_delta: 1e-5 });
    expect(options).not.toHaveProperty("batch_size");
  });

  it("of a schedule run over the factor on its noise, which keeps each phase in its range", () => {
    const values = { ...defaults(), history: SCHEDULE };
    const swept = sweepOptions(values);
    expect(swept).toMatchObject({ over: "noise_factor", history: SCHEDULE });
    expect(swept.values).toContain(1);
    expect(swept).not.toHaveProperty("noise_multiplier");
    const loud = factorValues([[1e4, 0.01, 1]], 1);
    expect(Math.max(...loud)).toBe(1);
    expect(aroundOptions({ ...values, target: "tpr" }, 1.5)).toMatchObject({ over: "noise_factor", history: SCHEDULE });
  });

  it("put a single run beside a schedule", () => {
    expect(sweptOver(defaults(), { ...runOf(defaults()), history: SCHEDULE })).toBe("noise_factor");
    expect(sweepOptions(defaults(), "noise_factor")).toMatchObject({ history: [[1.1, 256 / 60_000, 3516]] });
    expect(sweptOver(defaults(), null)).toBe("noise_multiplier");
  });

  it("are in the module's units around a batch size or a number of epochs", () => {
    const batches = aroundOptions(asked("batch_size"), 600);
    expect(batches.over).toBe("sample_rate");
    expect(batches.values).toContain(0.01);
    const epochs = aroundOptions(asked("epochs"), 15);
    expect(epochs.over).toBe("num_steps");
    expect(epochs.values).toContain(3516);
  });
});

const exact = (estimate: number): Figure => ({
  lower: estimate - 1e-12,
  estimate,
  upper: estimate + 1e-12,
  kind: "exact",
  method: "fourier",
  theorem: "Theorem 6",
  sources: ["mahloujifar2022optimal"],
});

const FOUND: CalibrateResult = {
  library_version: "0.2.0",
  solve_for: "noise_multiplier",
  quantity: "tpr",
  target: 0.01,
  side: "at_most",
  value: 0.68054128,
  achieved: exact(0.00999999),
  limit: { ...exact(0.680541275), lower: 0.68054127, upper: 0.68054128 },
  noise_multipliers: null,
  unsafe_neighbour: { value: 0.68054127, achieved: { ...exact(0.0100000001), upper: 0.0100000001 } },
  parameters: {
    noise_multiplier: 0.68054128,
    sample_rate: 0.01,
    num_steps: 1000,
    history: [[0.68054128, 0.01, 1000]],
    group_size: 1,
    prior: 0.5,
    target_delta: null,
  },
  neighboring_relation: "add_or_remove_one",
  sampling: "poisson",
  noise: "gaussian",
  status: "tight",
  status_sources: [],
  warnings: [],
};

describe("the answer", () => {
  it("is short, and on its safe side", () => {
    expect(safeValue(FOUND)).toBe("0.681");
    expect(valueToUse(FOUND)).toBe(0.681);
    expect(safeValue({ ...FOUND, solve_for: "sample_rate" })).toBe("0.680");
    expect(valueToUse({ ...FOUND, solve_for: "sample_rate", value: 9.999e-6 })).toBe(9.99e-6);
    expect(valueToUse({ ...FOUND, value: 9.991 })).toBe(10);
    expect(valueToUse({ ...FOUND, value: 1.44 })).toBe(1.44);
    expect(safeValue({ ...FOUND, solve_for: "num_steps", value: 12345 })).toBe("12,345");
  });

  it("names the noise of each phase", () => {
    const found = { ...FOUND, solve_for: "noise_factor" as const };
    const said = (history: HistoryEntry[]) => alsoKnownAs(found, { ...asked("noise_factor"), history });
    expect(safeValue(found)).toBe("0.681");
    expect(said(SCHEDULE)).toBe("= noise multipliers 0.8172, 0.6129");
    expect(said([[1, 0.01, 1]])).toBe("= noise multiplier 0.681");
    expect(said(Array(6).fill([2, 0.01, 1]))).toBe("= noise multipliers 1.362, 1.362, 1.362, 1.362 and 2 more");
  });

  it("says what the value keeps to", () => {
    const values = asked("noise_multiplier", "tpr");
    expect(keptInWords(FOUND, values)).toBe(
      "At most 1% of the members are found while 0.1% of the others are accused.",
    );
    const security = { ...FOUND, quantity: "bayes_security" as const, target: 0.9, side: "at_least" as const };
    expect(keptInWords(security, values)).toBe("The Bayes security is at least 0.9.");
  });

  it("has a neighbour whose figure does not print as the target", () => {
    expect(neighbourInWords(FOUND)).toContain("gives up to 1.00000001% and misses the target of 1%");
    expect(neighbourInWords({ ...FOUND, unsafe_neighbour: null })).toContain("Every value");
  });

  it("is carried into the training view", () => {
    const inputs = inputsOf({ ...asked("epochs"), num_steps: 50 });
    const next = adopted(inputs, { ...FOUND, solve_for: "epochs", value: 7 });
    expect(next.values).toMatchObject({ view: "training", epochs: 7, num_steps: null });
    const factor = {
      ...FOUND,
      solve_for: "noise_factor" as const,
      value: 1.5,
    };
    const schedule = adopted(inputsOf({ ...asked("epochs"), history: SCHEDULE }), factor);
    expect(schedule.values.view).toBe("training");
    expect(schedule.values.history?.map(([, ...rest]) => rest)).toEqual(SCHEDULE.map(([, ...rest]) => rest));
    expect(schedule.values.history?.map(([noise]) => noise)).toEqual([1.2 * 1.5, 0.9 * 1.5]);
    expect(schedule.rows.map(({ texts: [noise] }) => Number(noise))).toEqual([1.2 * 1.5, 0.9 * 1.5]);
    const prior = { ...FOUND, solve_for: "prior" as const, value: 0.05 };
    const kept = adopted(inputsOf({ ...asked("prior", "precision"), history: SCHEDULE }), prior);
    expect(kept.values).toMatchObject({ view: "training", prior: 0.05, history: SCHEDULE });
    expect(alsoKnownAs(prior, asked("prior", "precision"))).toBe("= one member among 20 candidates");
    const noise = adopted(inputsOf(asked("noise_multiplier")), FOUND);
    expect(noise.values).toMatchObject({ view: "training", noise_multiplier: 0.68054128 });
  });
});
