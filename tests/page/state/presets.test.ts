// Known settings: what they credit, and that one name never means two runs.
import { describe, expect, it } from "vitest";
import { STARTING_POINTS, valuesOf } from "../../../www/state/known-runs";
import { readFragment } from "../../../www/state/link/fragment";
import { defaults, type Parameters } from "../../../www/state/parameters/table";
import { AGREEMENT } from "../../../www/words/other-tools";
import settings from "../../validation/settings.json";

function phaseOf({ noise_multiplier, sample_rate, batch_size, dataset_size, num_steps, epochs }: Parameters) {
  const rate = sample_rate ?? (batch_size ?? Number.NaN) / (dataset_size ?? Number.NaN);
  return [noise_multiplier, rate, num_steps ?? Math.ceil(epochs / rate)];
}

const PHASES = new Map<string, unknown>([
  ...settings.settings.map(({ id, phases }): [string, unknown] => [id, phases[0]]),
  ...AGREEMENT.presets.map(({ id, parameters }): [string, unknown] => [id, phaseOf({ ...defaults(), ...parameters })]),
]);

describe("known settings", () => {
  it.each(STARTING_POINTS.map((point) => [point.id, point] as const))("%s is no other run's name", (id, point) => {
    const other = PHASES.get(id);
    if (other) expect(phaseOf(valuesOf(point, defaults()))).toEqual(other);
  });

  it("some names are shared, and each stands once", () => {
    const ids = STARTING_POINTS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => PHASES.has(id))).toEqual(["riskcal-readme", "microsoft-default"]);
  });

  it("noise 4.0412 is from the example of “Less can be more”", () => {
    const found = STARTING_POINTS.filter(({ set }) => set.example_noise_multiplier === 4.0412);
    expect(found.map(({ source }) => source)).toEqual([
      expect.stringMatching(/4\.0412[^;]*“Less can be more”, appendix A\.1/),
    ]);
  });

  it("links that name the run of other tools' figures still do", () => {
    expect(readFragment("#v=1&agreement=opacus-mnist").values.agreement).toBe("opacus-mnist");
  });
});
