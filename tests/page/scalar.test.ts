// The build without vector instructions: the same digits.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { MonteCarloOptions } from "../../src/wasm";

type Core = typeof import("../../pkg/mi_bounds.js");

/** An instance of its own for each build: the glue holds one. */
async function load(name: string): Promise<Core> {
  vi.resetModules();
  const core = await import("../../pkg/mi_bounds.js");
  core.initSync({ module: readFileSync(new URL(`../../pkg/${name}.wasm`, import.meta.url)) });
  return core;
}

let vector: Core;
let scalar: Core;
beforeAll(async () => {
  vector = await load("mi_bounds_bg");
  scalar = await load("mi_bounds_scalar_bg");
});

const RUN = { noise_multiplier: 1, sample_rate: 0.01, num_steps: 333 };

describe("the scalar build", () => {
  it.each<[string, Partial<MonteCarloOptions>]>([
    ["every estimator's pilot and losses", { estimator: "antithetic_control_variate", histogram: true }],
    ["Algorithm 1", { estimator: "algorithm_1" }],
    ["mixture", { estimator: "mixture" }],
    ["replacement", { neighboring_relation: "replace_one", histogram: true }],
    ["Laplace noise", { noise: "laplace", histogram: true }],
    ["groups", { group_size: 3 }],
    ["no sampling", { sample_rate: 1 }],
    ["balls and bins", { sampling: "balls_and_bins", num_steps: 100 }],
  ])("simulates the same digits: %s", (_, more) => {
    const options: MonteCarloOptions = { ...RUN, samples: 512, seed: 7, ...more };
    for (const chunk of [0, 1]) {
      const expected = vector.monte_carlo_chunk(options, chunk);
      expect(expected.ok).toBe(true);
      expect(scalar.monte_carlo_chunk(options, chunk)).toEqual(expected);
    }
  });

  it("computes the same bounds", () => {
    const options = { ...RUN, target_delta: 1e-5, roc_points: 50 };
    expect(scalar.training(options)).toEqual(vector.training(options));
  });
});
