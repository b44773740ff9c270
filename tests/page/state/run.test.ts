// One run, given in two ways: switching between them changes nothing.
import { describe, expect, it } from "vitest";
import { inputsOf, textOf } from "../../../www/state/inputs/inputs";
import { givenBy } from "../../../www/state/inputs/same-run";
import { readFragment } from "../../../www/state/link/fragment";
import { defaults } from "../../../www/state/parameters/table";
import {
  deltaOf,
  epochsOf,
  monteCarloOptions,
  rateOf,
  stepsOf,
  trainingOptions,
} from "../../../www/state/questions/run";
import links from "../../golden/links.json";

describe("the run", () => {
  it("has the steps of the example", () => {
    expect(stepsOf(defaults())).toBe(3516);
    expect(rateOf(defaults())).toBe(256 / 60_000);
  });

  it.each(["shuffle", "balls_and_bins"] as const)("counts %s in whole batches of an epoch", (sampling) => {
    const run = { ...defaults(), sampling };
    expect(stepsOf(run)).toBe(15 * 235);
    expect(stepsOf({ ...run, epochs: 1 })).toBe(235);
    expect(stepsOf({ ...run, epochs: 1.5 })).toBe(353);
    expect(epochsOf({ ...run, num_steps: 3525 })).toBe(15);
    expect(stepsOf({ ...run, sample_rate: 1 / 49, epochs: 49 })).toBe(49 * 49);
  });

  it("never gives one thing twice", () => {
    expect(Object.keys(trainingOptions(defaults()))).toEqual(expect.not.arrayContaining(["sample_rate", "num_steps"]));
    const other = trainingOptions({ ...defaults(), sample_rate: 0.01, num_steps: 1000 });
    expect(other).toMatchObject({ sample_rate: 0.01, num_steps: 1000 });
    expect(Object.keys(other)).toEqual(expect.not.arrayContaining(["batch_size", "dataset_size", "epochs"]));
  });

  it("an attack rate that a guarantee alone takes is not asked of a training", () => {
    expect(trainingOptions(defaults()).attack_rate).toBe(0.01);
    expect(trainingOptions({ ...defaults(), attack_rate: 0 })).not.toHaveProperty("attack_rate");
  });

  it("names the assumptions that are not the usual ones", () => {
    const { neighboring_relation, sampling, ...usual } = trainingOptions(defaults());
    expect([neighboring_relation, sampling, usual.noise, usual.group_size]).toEqual(Array(4).fill(undefined));
    const other = {
      neighboring_relation: "replace_one",
      sampling: "shuffle",
      noise: "laplace",
      group_size: 4,
    } as const;
    expect(trainingOptions({ ...defaults(), ...other })).toMatchObject(other);
  });

  it("gives a schedule instead of the single phase", () => {
    const options = trainingOptions({ ...defaults(), history: [[1.1, 0.01, 100]] });
    expect(options.history).toEqual([[1.1, 0.01, 100]]);
    const single = ["noise_multiplier", "batch_size", "dataset_size", "epochs"];
    expect(Object.keys(options)).toEqual(expect.not.arrayContaining(single));
  });

  it("asks for the reader's own rate once", () => {
    expect(trainingOptions(defaults()).fpr).toEqual([0.001, 0.01, 0.1]);
    expect(trainingOptions({ ...defaults(), fpr: 1e-4 }).fpr).toEqual([0.001, 0.01, 0.1, 1e-4]);
  });

  it("chooses delta from the data set, unless it is given", () => {
    expect(deltaOf(defaults())).toBe(1e-5);
    expect(deltaOf({ ...defaults(), dataset_size: 1e6 })).toBe(1e-6);
    expect(deltaOf({ ...defaults(), target_delta: 1e-3 })).toBe(1e-3);
  });

  it("asks a simulation for what the exact engine says of the same run", () => {
    const values = { ...defaults(), prior: 0.1, fpr: 1e-4, history: [[1.1, 0.01, 100]] as [number, number, number][] };
    const { prior, fpr, history } = trainingOptions(values);
    expect(monteCarloOptions(values)).toMatchObject({ prior, fpr, history, histogram: true, seed: 1 });
  });

  it("leaves to the module what is not chosen, and to the page what changes no digit", () => {
    const plain = Object.keys(monteCarloOptions({ ...defaults(), seconds: 5, workers: 3, target_delta: 1e-9 }));
    expect(plain).toEqual(expect.not.arrayContaining(["estimator", "width", "seconds", "workers", "target_delta"]));
    const chosen = { estimator: "mixture", width: 0.01 } as const;
    expect(monteCarloOptions({ ...defaults(), ...chosen })).toMatchObject(chosen);
  });
});

describe("the switches", () => {
  it("go there and back", () => {
    const start = inputsOf();
    const there = givenBy(givenBy(start, "sample_rate"), "num_steps");
    expect(there.values).toMatchObject({ sample_rate: 256 / 60_000, num_steps: 3516 });
    expect(givenBy(givenBy(there, "epochs"), "batch_size").values).toEqual(start.values);
  });

  it("carry over what was changed meanwhile", () => {
    const inputs = inputsOf({ ...defaults(), sample_rate: 0.01, num_steps: 200 });
    const back = givenBy(givenBy(inputs, "epochs"), "batch_size");
    expect(back.values).toMatchObject({ batch_size: 600, sample_rate: null, epochs: 2, num_steps: null });
    expect(epochsOf(back.values)).toBe(2);
    expect(textOf(back, "batch_size")).toBe("600");
  });
});

describe("the simulation of a link", () => {
  // The crate's example repeat_monte_carlo is held against the same list in tests/examples.rs.
  it.each(links)("$link", ({ link, options }) => {
    const { values, faults, remarks } = readFragment(new URL(link).hash);
    expect([faults, remarks]).toEqual([[], []]);
    expect(monteCarloOptions(values)).toEqual(options);
  });
});
