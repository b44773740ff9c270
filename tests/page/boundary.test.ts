// The module's boundary in Node: each export once, each error once, and the page's table against the module's.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import {
  fresh_seed,
  initSync,
  library_version,
  monte_carlo_chunk,
  monte_carlo_plan,
  monte_carlo_result,
  ranges,
  training,
} from "../../pkg/mi_bounds.js";
import type { MonteCarloOptions, Outcome, Tally, TrainingOptions } from "../../src/wasm";
import { defaults, KEYS, PARAMS } from "../../www/state/params";
import { trainingOptions } from "../../www/state/run";

const root = fileURLToPath(new URL("../../", import.meta.url));
const EXAMPLE_ADVANTAGE = 0.1133476027;

function value<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}

beforeAll(() => {
  initSync({ module: readFileSync(`${root}pkg/mi_bounds_bg.wasm`) });
});

describe("ranges", () => {
  it.each(KEYS)("%s: the page's table says what the module says", (key) => {
    expect(PARAMS[key].range).toEqual(ranges()[key]);
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

  function tallies(): Tally[] {
    const { chunks } = value(monte_carlo_plan(options));
    return Array.from({ length: chunks }, (_, index) => value(monte_carlo_chunk(options, index)));
  }

  const sum = (a: number[], b: number[]) => a.map((number, i) => number + (b[i] ?? Number.NaN));
  const add = (a: Tally, b: Tally): Tally => ({
    samples: a.samples + b.samples,
    sums: sum(a.sums, b.sums),
    pilot: sum(a.pilot, b.pilot),
    out: sum(a.out, b.out),
    in: sum(a.in, b.in),
  });

  it("plans chunks that cover the samples", () => {
    const plan = value(monte_carlo_plan(options));
    expect(plan.samples).toBe(20_000);
    expect((plan.chunks - 1) * plan.samples_per_chunk).toBeGreaterThanOrEqual(plan.samples);
    expect(plan.looks.at(-1)).toBe(plan.chunks);
  });

  it("adds up in the order of the chunks, near the exact value", () => {
    const total = tallies().reduce(add);
    const { advantage, standard_error, samples } = value(monte_carlo_result(options, total));
    const { seed: _, samples: __, ...run } = options;
    const exact = value(training(run)).advantage.estimate;
    expect(samples).toBe(20_000);
    expect(Math.abs(advantage.estimate - exact)).toBeLessThan(6 * standard_error);
  });

  it("refuses a tally without the pilot", () => {
    const headless = tallies().slice(1).reduce(add);
    expect(monte_carlo_result(options, headless)).toMatchObject({ ok: false, error: { parameter: "tally" } });
  });

  it("gives the digits that tests/monte_carlo.rs has from the native build", () => {
    const run = { ...options, samples: 2048, estimator: "control_variate" as const };
    const source = readFileSync(`${root}tests/monte_carlo.rs`, "utf8");
    const fixed = (name: string) =>
      new RegExp(`const ${name}: \\[f64; 6\\] = \\[([^\\]]*)\\]`)
        .exec(source)?.[1]
        ?.match(/[\d.e-]+/g)
        ?.map(Number);
    const { pilot } = value(monte_carlo_chunk(run, 0));
    const { sums } = value(monte_carlo_chunk(run, 1));
    expect(sums.slice(0, 6)).toEqual(fixed("FIXED_SUMS"));
    expect(pilot.slice(0, 6)).toEqual(fixed("FIXED_PILOT"));
  });

  it("refuses a chunk that the plan does not have, and a bad sample count", () => {
    expect(monte_carlo_chunk(options, 1e9)).toMatchObject({ ok: false });
    expect(monte_carlo_plan({ ...options, samples: 0 })).toMatchObject({ ok: false, error: { parameter: "samples" } });
  });
});

describe("the rest", () => {
  it("fresh_seed draws whole numbers that differ", () => {
    const seeds = Array.from({ length: 8 }, fresh_seed);
    expect(seeds.every((seed) => Number.isSafeInteger(seed) && seed >= 0)).toBe(true);
    expect(new Set(seeds).size).toBe(8);
  });

  it("library_version is the package's", () => {
    expect(library_version()).toBe(JSON.parse(readFileSync(`${root}package.json`, "utf8")).version);
  });
});
