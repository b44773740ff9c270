// The module that arrives first: what it answers is what the whole module answers, digit by digit.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import * as whole from "../../../pkg/mi_bounds.js";
import * as first from "../../../pkg/mi_bounds_first.js";
import type { RunOptions, TrainingOptions } from "../../../src/boundary/wasm/core";
import { defaults } from "../../../www/state/parameters/table";
import { trainingOptions } from "../../../www/state/questions/run";

const file = (name: string) => readFileSync(new URL(`../../../pkg/${name}.wasm`, import.meta.url));

beforeAll(() => {
  whole.initSync({ module: file("mi_bounds_bg") });
  first.initSync({ module: file("mi_bounds_first_bg") });
});

/** What the page asks. */
const QUESTIONS: Partial<TrainingOptions> = {
  target_delta: 1e-5,
  prior: 0.5,
  fpr: [0.001, 0.01, 0.1],
  roc_points: 121,
  fpr_range: [1e-6, 0.999999],
  flagged_share: 0.01,
};

const RUNS: RunOptions[] = [];
for (const noise_multiplier of [0.3, 0.5, 0.7, 1, 1.5, 3, 10]) {
  for (const sample_rate of [1e-6, 1e-4, 0.002, 0.01, 0.1, 1]) {
    for (const num_steps of [1, 30, 1000, 100_000]) RUNS.push({ noise_multiplier, sample_rate, num_steps });
  }
}
const ASSUMED: RunOptions[] = [
  { neighboring_relation: "replace_one" },
  { neighboring_relation: "replace_special" },
  { group_size: 3 },
  { group_size: 20 },
  { sampling: "without_replacement" },
  { sampling: "without_replacement", neighboring_relation: "replace_one" },
  { sampling: "shuffle", neighboring_relation: "replace_one" },
  { sampling: "balls_and_bins" },
  { noise: "laplace" },
];
for (const assumed of ASSUMED) {
  for (const [noise_multiplier, sample_rate, num_steps] of [
    [1, 0.01, 1000],
    [0.5, 0.002, 10_000],
    [2, 0.1, 50],
    [1, 1, 10],
    [0.8, 0.5, 2],
    [5, 0.001, 4000],
  ] as const) {
    RUNS.push({ noise_multiplier, sample_rate, num_steps, ...assumed });
  }
}
const HISTORIES: [number, number, number][][] = [
  [[1, 0.01, 500]],
  [
    [1, 0.01, 500],
    [2, 0.01, 500],
    [1, 0.01, 1],
  ],
  [
    [0.4, 0.001, 3000],
    [4, 0.2, 30],
  ],
  [
    [10, 1, 20],
    [5, 1, 3],
  ],
  Array.from({ length: 40 }, (_, i) => [1 + i / 20, 0.01, 25]),
];
for (const history of HISTORIES) RUNS.push({ history }, { history, neighboring_relation: "replace_one" });

/** One question about each run, of several kinds in turn. */
const PLANTED: TrainingOptions[] = RUNS.map((run, i) => {
  const more: Partial<TrainingOptions>[] = [QUESTIONS, {}, { prior: 0.01, fpr: [1e-9, 0.5] }];
  return { ...run, ...more[i % more.length] };
});
for (let i = 0; i < 60; i++) {
  // Halton points of a page's usual ranges.
  const at = (base: number) => {
    let [value, share, rest] = [0, 1 / base, i + 1];
    for (; rest > 0; rest = Math.floor(rest / base), share /= base) value += (rest % base) * share;
    return value;
  };
  const dataset_size = Math.round(10 ** (3 + 4 * at(2)));
  const batch_size = Math.ceil(dataset_size * 10 ** (-4 * at(3)));
  const run = { noise_multiplier: 0.4 + 3 * at(5), epochs: Math.ceil(60 * at(7)), batch_size, dataset_size };
  PLANTED.push({ ...run, ...QUESTIONS, target_delta: Math.min(1e-5, 1 / dataset_size) });
}

/** `npm run test:all` asks them all; the second engine takes a minute and a half for them. */
const EVERY = process.env.TEST_ALL ? 1 : 23;
const ASKED = PLANTED.filter((_, i) => i % EVERY === 0);

const REFUSED = [
  {},
  { noise_multiplier: -1, sample_rate: 0.01, num_steps: 10 },
  { noise_multiplier: 1, sample_rate: 0.01, num_steps: 10, sampling: "lottery" },
  { noise_multiplier: 1, sample_rate: 0.01, num_steps: 10, fpr: [1, null] },
  { noise_multiplier: 1, sample_rate: 0.01, num_steps: 10, nonsense: { a: [] } },
  { noise_multiplier: 1, sample_rate: 0.01, num_steps: 10, sampling: "shuffle" },
  { noise_multiplier: 1, sample_rate: 0.01, num_steps: 10, epochs: 1 },
] as TrainingOptions[];

describe("the first module", () => {
  it(`says what the whole one says, or that it cannot tell, for ${ASKED.length} runs`, { timeout: 600_000 }, () => {
    let answered = 0;
    for (const options of ASKED) {
      const early = first.training(options);
      const outcome = whole.training(options);
      if (early) expect(early, JSON.stringify(options)).toEqual(outcome);
      if (early) answered++;
      const grid = outcome.ok && outcome.value.advantage.method === "grid";
      expect(grid && early !== null, JSON.stringify(options)).toBe(false);
    }
    // The rest needs the second engine, or lines that the small module does not seek.
    expect(answered).toBeGreaterThan(0.55 * ASKED.length);
    expect(answered).toBeLessThan(ASKED.length);
  });

  it.each([{ epsilon: [0.5] }, { baseline: [0.1] }])("leaves to the whole one: %j", (more) => {
    const run = { noise_multiplier: 1, sample_rate: 0.01, num_steps: 100 };
    expect(first.training(run)).not.toBeNull();
    expect(first.training({ ...run, ...more })).toBeNull();
    expect(whole.training({ ...run, ...more }).ok).toBe(true);
  });

  it.each(REFUSED.map((options) => [JSON.stringify(options), options] as const))("refuses alike: %s", (_, options) => {
    expect(first.training(options)).toEqual(whole.training(options));
  });

  it("knows the page's first question and riskcal's README", () => {
    const riskcal = { sample_rate: 0.002, num_steps: 10_000, noise_multiplier: 0.5 };
    for (const values of [defaults(), { ...defaults(), ...riskcal }]) {
      const options = trainingOptions(values);
      expect(first.training(options)).toEqual(whole.training(options));
    }
  });

  it("stays small", () => {
    expect(gzipSync(file("mi_bounds_first_bg"), { level: 9 }).length).toBeLessThan(122_000);
  });
});
