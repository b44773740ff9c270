// What a calibration found, in words: the value on its safe side, its neighbour, and the statement to paste.
import type { CalibrateResult, SolveFor } from "../../src/boundary/wasm/core";
import { CHOICES } from "../state/parameters/choices";
import { RELATIONS, samplingInWords } from "../state/parameters/setting-words";
import { type Parameters, print, printed } from "../state/parameters/table";
import { QUANTITY } from "../state/questions/quantity";
import { rateOf } from "../state/questions/run";
import { kindInWords, sideInWords } from "./figure";
import { count, rounded } from "./number";
import { quantityInWords } from "./setting";

const DIGITS = 7;
const LONGEST_IN_FULL = 10;

/** Whole numbers as they are; others rounded to the side on which the target is kept. */
export function safeValue({ solve_for, value }: CalibrateResult): string {
  if (Number.isInteger(value)) return count(value);
  if (print(value).length <= LONGEST_IN_FULL) return print(value);
  return rounded(value, DIGITS, solve_for === "noise_multiplier" ? "up" : "down");
}

/** "noise multiplier 1.23457". */
export function valueInWords(solve_for: SolveFor, value: string): string {
  return `${CHOICES.solve_for.options[solve_for]} ${value}`;
}

export function achievedInWords({ achieved, quantity }: CalibrateResult): string {
  const [scale, unit] = QUANTITY[quantity].percent ? [100, "%"] : [1, ""];
  return sideInWords(achieved, scale, unit);
}

/** The neighbouring value that misses the target, and what it gives. */
export function neighbourInWords(result: CalibrateResult): string {
  const { unsafe_neighbour, solve_for, quantity, target } = result;
  if (!unsafe_neighbour) return "Every value of its range keeps to the target.";
  const [scale, unit] = QUANTITY[quantity].percent ? [100, "%"] : [1, ""];
  const { lower, upper } = unsafe_neighbour.achieved;
  const outside =
    result.side === "at_most"
      ? `up to ${distinct(upper ?? unsafe_neighbour.achieved.estimate, target, scale, "up")}${unit}`
      : `down to ${distinct(lower ?? unsafe_neighbour.achieved.estimate, target, scale, "down")}${unit}`;
  return `The next value, ${valueInWords(solve_for, print(unsafe_neighbour.value))}, gives ${outside} and misses the target of ${printed(quantity, target)}.`;
}

/** So many digits that the value does not print as the target. */
function distinct(value: number, target: number, scale: number, side: "up" | "down"): string {
  for (let digits = 4; digits < 16; digits++) {
    if (rounded(value * scale, digits) !== rounded(target * scale, digits)) return rounded(value * scale, digits, side);
  }
  return rounded(value * scale, 16, side);
}

/** Everything a reader needs to check it, for a paper, a model card or a code review. */
export function statement(result: CalibrateResult, values: Parameters, link: string): string {
  const { parameters, solve_for, quantity, target, side, noise, sampling, achieved } = result;
  const { noise_multiplier, sample_rate, num_steps, group_size } = parameters;
  const bound = side === "at_most" ? "at most" : "at least";
  const group = group_size > 1 ? `, groups of ${group_size} records` : "";
  return [
    `DP-SGD with ${noise === "gaussian" ? "Gaussian" : "Laplace"} noise: noise multiplier ${numberOr(noise_multiplier)}, ` +
      `sample rate ${numberOr(sample_rate)} (${samplingInWords(sampling)}), ${num_steps} steps.`,
    `Unit: one record, ${RELATIONS[result.neighboring_relation].adjacency} adjacency${group}.`,
    `The ${CHOICES.solve_for.options[solve_for]} ${print(result.value)} was calibrated so that the ` +
      `${quantityInWords(quantity, values)} is ${bound} ${printed(quantity, target)}.`,
    `Achieved: ${achievedInWords(result)} (${kindInWords(achieved)}, by ${achieved.method.replaceAll("_", " ")}; ${achieved.theorem}).`,
    `Computed with mi-bounds ${result.library_version}: ${link}`,
  ].join("\n");
}

function numberOr(value: number | null): string {
  return value === null ? "by phase" : print(value);
}

/** What follows from the value for the other way of giving it, e.g. a batch size for a sample rate. */
export function alsoKnownAs({ solve_for, value, parameters }: CalibrateResult, values: Parameters): string {
  const rate = parameters.sample_rate ?? rateOf(values);
  switch (solve_for) {
    case "sample_rate":
      return `= ${rounded(value * values.dataset_size, 4, "down")} records a step on average`;
    case "batch_size":
      return `= sample rate ${rounded(value / values.dataset_size, 5)}`;
    case "num_steps":
      return `= ${rounded(value * rate, 4)} epochs`;
    case "epochs":
      return `= ${count(parameters.num_steps)} steps`;
    default:
      return "";
  }
}
