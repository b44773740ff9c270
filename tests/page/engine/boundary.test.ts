// The module's boundary in Node: each export once, each error once, and the page's ranges against the module's.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  fresh_seed,
  initSync,
  library_version,
  monte_carlo_chunk,
  monte_carlo_plan,
  monte_carlo_result,
  noise_sample,
  ranges,
  Simulation,
  training,
} from "../../../pkg/mi_bounds.js";
import type {
  MonteCarloOptions,
  MonteCarloResult,
  Outcome,
  Ranges,
  TrainingOptions,
} from "../../../src/boundary/wasm/core";
import { optionsOf } from "../../../www/state/parameters/choices";
import { rangeOf } from "../../../www/state/parameters/parameter";
import { defaults } from "../../../www/state/parameters/table";
import { monteCarloOptions, trainingOptions } from "../../../www/state/questions/run";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const EXAMPLE_ADVANTAGE = 0.1133476027;

function value<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}

beforeAll(() => {
  initSync({ module: readFileSync(`${root}pkg/mi_bounds_bg.wasm`) });
});

describe("ranges", () => {
  it("are those that the page has", () => {
    for (const [name, range] of Object.entries(ranges())) expect(rangeOf(name as keyof Ranges)).toEqual(range);
  });
});

describe("training", () => {
  it("answers the page's default question", () => {
    const result = value(training(trainingOptions(defaults())));
    expect(result.parameters).toMatchObject({ num_steps: 3516, noise_multiplier: 1.1, prior: 0.5, target_delta: 1e-5 });
    expect(result.advantage.kind).toBe("exact");
    expect(Math.abs(result.advantage.estimate - EXAMPLE_ADVANTAGE)).toBeLessThan(1e-10);
    expect(result.advantage.lower).toBeLessThanOrEqual(result.advantage.estimate);
    expect(result.advantage.upper).toBeGreaterThanOrEqual(result.advantage.estimate);
    expect(result.tpr.map(({ fpr }) => fpr)).toEqual([0.001, 0.01, 0.1]);
    expect(result.roc?.fpr.length).toBe(result.roc?.upper.length);
    expect(result.epsilon?.target_delta).toBe(1e-5);
  });

  it("leaves out what is not asked for", () => {
    const result = value(training({ noise_multiplier: 1, sample_rate: 0.01, num_steps: 10 }));
    expect([result.epsilon, result.humphries, result.erlingsson, result.yeom, result.roc]).toEqual(Array(5).fill(null));
  });

  const good = { noise_multiplier: 1, sample_rate: 0.01, num_steps: 10 };
  const refused: [code: string, parameter: string, options: unknown][] = [
    ["out_of_range", "noise_multiplier", { ...good, noise_multiplier: 0 }],
    ["out_of_range", "noise_multiplier", { ...good, noise_multiplier: Number.NaN }],
    ["out_of_range", "prior", { ...good, prior: 2 }],
    ["missing", "noise_multiplier", { sample_rate: 0.01, num_steps: 10 }],
    ["conflict", "batch_size", { ...good, batch_size: 2, dataset_size: 100 }],
  ];

  it.each(refused)("%s: %s", (code, parameter, options) => {
    const outcome = training(options as TrainingOptions);
    expect(outcome).toMatchObject({ ok: false, error: { code, parameter } });
    if (!outcome.ok) expect(outcome.error.message).toContain(parameter);
  });

  it.each([null, 5, "noise", { ...good, num_steps: "ten" }])("malformed: %j", (options) => {
    expect(training(options as unknown as TrainingOptions)).toMatchObject({ ok: false, error: { code: "malformed" } });
  });
});

describe("monte_carlo", () => {
  const options: MonteCarloOptions = { noise_multiplier: 1, sample_rate: 0.1, num_steps: 20, samples: 20_000, seed: 7 };

  /** The sum of all chunks, in parts of `part` chunks. */
  function sumOf(simulation: Simulation, part = Number.POSITIVE_INFINITY): Float64Array {
    const { chunks } = simulation.plan();
    let tallies: Float64Array[] = [];
    for (let index = 0; index < chunks; index++) {
      tallies.push(simulation.chunk(index));
      if (tallies.length >= part) tallies = [simulation.sum(tallies)];
    }
    return simulation.sum(tallies);
  }

  function resultOf(run: MonteCarloOptions): MonteCarloResult {
    const simulation = value(Simulation.of(run));
    return value(simulation.result(sumOf(simulation)));
  }

  it("plans chunks that cover the samples, and looks that end with them", () => {
    const plan = value(monte_carlo_plan({ ...options, samples: 5e6 }));
    expect(plan.samples).toBeGreaterThanOrEqual(5e6);
    expect((plan.chunks - 1) * plan.samples_per_chunk).toBeGreaterThanOrEqual(plan.samples);
    expect(plan.looks.at(-1)).toBe(plan.chunks);
    expect(plan.steps_drawn).toBeGreaterThan(plan.samples * plan.num_steps);
  });

  it("adds up to an estimate near the exact value, with all that was asked", () => {
    const asked = { ...options, fpr: [0.01], roc_points: 5, histogram: true, epsilon: [0.5] };
    const result = resultOf(asked);
    const exact = value(training({ noise_multiplier: 1, sample_rate: 0.1, num_steps: 20 })).advantage.estimate;
    // Six standard errors: false alarm in 2e-9 of seeds, and the seed is fixed.
    expect(Math.abs(result.advantage.estimate - exact)).toBeLessThan(6 * result.standard_error);
    expect(result).toMatchObject({ samples: 20_000, seed: 7, side: "exact", width_reached: false });
    expect(result.tpr.map(({ fpr }) => fpr)).toEqual([0.01]);
    expect(result.tv_a.map(({ epsilon }) => epsilon)).toEqual([0.5]);
    expect(result.roc?.fpr.length).toBeGreaterThanOrEqual(5);
    expect(result.histogram?.edges.length).toBe((result.histogram?.out.length ?? 0) + 1);
  });

  it("leaves out what is not asked for", () => {
    const result = resultOf(options);
    expect([result.roc, result.histogram, result.tpr, result.tv_a]).toEqual([null, null, [], []]);
  });

  it("adds up in the order of the chunks, in whatever parts: the digits that tests/monte_carlo.rs has from the native build", () => {
    const run = { ...options, samples: 2048, histogram: true, estimator: "control_variate" } as const;
    const source = readFileSync(`${root}tests/monte_carlo.rs`, "utf8");
    const fixed = (name: string) =>
      new RegExp(`const ${name}: \\[f64; 6\\] = \\[([^\\]]*)\\]`).exec(source)?.[1]?.split(",").slice(0, 6).map(Number);
    const simulation = value(Simulation.of(run));
    const total = sumOf(simulation);
    const moments = 6 * 2;
    expect([...total.slice(1, 7)]).toEqual(fixed("FIXED_SUMS"));
    expect([...total.slice(1 + moments, 7 + moments)]).toEqual(fixed("FIXED_PILOT"));
    for (const part of [2, 3]) expect(sumOf(simulation, part)).toEqual(total);
  });

  it("says the same of a chunk and of a sum as the functions without a handle", () => {
    const simulation = value(Simulation.of(options));
    const pilot = value(monte_carlo_chunk(options, 0));
    const { samples, sums, pilot: first, out, in: member } = pilot;
    expect([...simulation.chunk(0)]).toEqual([samples, ...sums, ...first, ...out, ...member]);
    expect(value(monte_carlo_result(options, pilot))).toEqual(value(simulation.result(simulation.chunk(0))));
    expect(simulation.plan()).toEqual(value(monte_carlo_plan(options)));
    expect(simulation.steps_behind(sumOf(simulation))).toBe(simulation.plan().steps_drawn);
  });

  it.each(optionsOf("estimator").filter(([name]) => name !== "automatic"))("knows the estimator %s", (estimator) => {
    const run = { ...options, samples: 320, estimator } as MonteCarloOptions;
    expect(resultOf(run).estimator).toBe(estimator);
  });

  it("answers the page's default question", () => {
    const plan = value(monte_carlo_plan(monteCarloOptions(defaults())));
    expect(plan).toMatchObject({ num_steps: 3516, estimator: "antithetic_control_variate" });
  });

  it("refuses a chunk that the plan does not have, a prefix without pilot, and a bad sample count", () => {
    expect(monte_carlo_chunk(options, 1e9)).toMatchObject({ ok: false });
    expect(monte_carlo_result(options, value(monte_carlo_chunk(options, 1)))).toMatchObject({ ok: false });
    expect(Simulation.of({ ...options, samples: 0 })).toMatchObject({ ok: false, error: { parameter: "samples" } });
    expect(() => value(Simulation.of(options)).chunk(1e9)).toThrow(/index/);
    expect(() => value(Simulation.of(options)).sum([Float64Array.of(1, 2)])).toThrow(/tally/);
    expect(monte_carlo_plan({ ...options, samples: 0 })).toMatchObject({ ok: false, error: { parameter: "samples" } });
  });
});

describe("the rest", () => {
  it("fresh_seed draws whole numbers that differ", () => {
    const seeds = Array.from({ length: 8 }, fresh_seed);
    expect(seeds.every((seed) => Number.isSafeInteger(seed) && seed >= 0)).toBe(true);
    expect(new Set(seeds).size).toBe(8);
  });

  describe("noise_sample", () => {
    const options = { noise: "gaussian", noise_scale: 2, dimension: 4 } as const;
    const draw = () => value(noise_sample(options)).values;
    afterEach(() => vi.restoreAllMocks());

    it("takes 256 bits of entropy for each draw, and all of them count", () => {
      const sizes: number[] = [];
      let bytes = new Uint8Array(32);
      vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
        sizes.push(array?.byteLength ?? 0);
        (array as unknown as Uint8Array).set(bytes);
        return array;
      });
      const first = draw();
      expect(draw()).toEqual(first);
      for (let at = 0; at < bytes.length; at++) {
        bytes = new Uint8Array(32);
        bytes[at] = 1;
        expect(draw(), `byte ${at}`).not.toEqual(first);
      }
      expect(sizes).toEqual(Array(34).fill(32));
    });

    it("draws other noise each time", () => {
      expect(new Set(Array.from({ length: 8 }, draw).flat()).size).toBe(32);
    });

    it("throws where there is no entropy, and draws nothing", () => {
      vi.spyOn(crypto, "getRandomValues").mockImplementation(() => {
        throw new Error("none here");
      });
      expect(draw).toThrow(/no entropy for a fresh key/);
      expect(value(noise_sample({ ...options, seed: 1 })).purpose).toBe("demonstration");
    });
  });

  it("library_version is the package's", () => {
    expect(library_version()).toBe(JSON.parse(readFileSync(`${root}package.json`, "utf8")).version);
  });
});
