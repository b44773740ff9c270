// What is drawn over the values of a sweep beside the exact figure of the run.
import type { SweepOptions } from "../../../src/boundary/wasm/core";
import { readSecondValues, type SecondParameter, usualSecondValues } from "../parameters/second-values";
import type { Parameters } from "../parameters/table";
import { deltaOf, rateOf, stepsOf } from "./run";

export interface SecondChoice {
  over: SecondParameter;
  values: number[];
  /** Why the values that are typed cannot be drawn. */
  problem: string | null;
}

/** Null where no second parameter is asked for. A schedule has none: its phases share no one number. */
export function secondOf(values: Parameters, over: SweepOptions["over"]): SecondChoice | null {
  const { second, second_values } = values;
  if (second === "none" || over === "noise_factor") return null;
  const label = { noise_multiplier: "noise multiplier", sample_rate: "sample rate", num_steps: "number of steps" }[
    second
  ];
  if (second === over) {
    const problem = `The ${label} is what the chart runs over already: choose another parameter`;
    return { over: second, values: [], problem };
  }
  if (second_values === "")
    return { over: second, values: usualSecondValues(second, presentOf(values)[second]), problem: null };
  const reading = readSecondValues(second_values, second);
  if (!reading.ok) return { over: second, values: [], problem: reading.message };
  return { over: second, values: reading.value.split(",").map(Number), problem: null };
}

/** What the run itself has. */
export function presentOf(values: Parameters) {
  const { noise_multiplier } = values;
  return {
    noise_multiplier,
    sample_rate: rateOf(values),
    num_steps: stepsOf(values),
    noise_factor: 1,
    prior: values.prior,
  };
}

/** For the question: nothing where nothing more is asked for, as in a link of old. */
export function overlayOptions(values: Parameters, over: SweepOptions["over"]): Partial<SweepOptions> {
  const second = secondOf(values, over);
  return {
    ...(values.sweep_bounds === "shown" ? { bounds: true, target_delta: deltaOf(values) } : {}),
    ...(second && second.values.length > 0 ? { second: second.over, second_values: second.values } : {}),
  };
}
