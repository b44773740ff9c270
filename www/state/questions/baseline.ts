// What becomes of a guess about a record over all baselines, as one question to the core.
import type { GuaranteeOptions, TrainingOptions } from "../../../src/boundary/wasm/core";
import { rangeOf } from "../parameters/parameter";
import type { Parameters } from "../parameters/table";
import { formOptions } from "./guarantee";
import { runOptions } from "./run";

const POINTS = 200;

/** Evenly over all decades, both ends among them. */
function baselines(): number[] {
  const { min, max } = rangeOf("baseline");
  const at = (i: number) => min * (max / min) ** (i / (POINTS - 1));
  return Array.from({ length: POINTS }, (_, i) => (i === POINTS - 1 ? max : at(i)));
}

export type BaselineQuestion =
  | { kind: "training"; options: TrainingOptions }
  | { kind: "guarantee"; options: GuaranteeOptions };

export function baselinesOfRun(values: Parameters): BaselineQuestion {
  return { kind: "training", options: { ...runOptions(values), baseline: baselines() } };
}

export function baselinesOfGuarantee(values: Parameters): BaselineQuestion {
  return { kind: "guarantee", options: { ...formOptions(values), baseline: baselines() } };
}
