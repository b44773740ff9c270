// What a calibration found, in words: the value on its safe side, and its neighbour.
import type { CalibrateResult, SolveFor } from "../../src/boundary/wasm/core";
import { CHOICES } from "../state/parameters/choices";
import { type Parameters, print, printed } from "../state/parameters/table";
import { QUANTITY } from "../state/questions/quantity";
import { rateOf, scheduleOf } from "../state/questions/run";
import { sideInWords } from "./figure";
import { count, rounded } from "./number";
import { quantityInWords } from "./setting";

const DIGITS = 3;
const MOST_NOISES = 4;

/** A value that is short and keeps to the target: whole numbers as they are, others rounded to the side that is safe. */
export function valueToUse({ solve_for, value }: CalibrateResult): number {
  if (Number.isInteger(value)) return value;
  const [mantissa = "", power = ""] = value.toExponential(DIGITS - 1).split("e");
  const digits = Number(mantissa.replace(".", ""));
  const read = (whole: number) => Number(`${whole}e${Number(power) - DIGITS + 1}`);
  if (solve_for === "noise_multiplier" || solve_for === "noise_factor")
    return read(read(digits) < value ? digits + 1 : digits);
  if (read(digits) <= value) return read(digits);
  // One less than a power of ten has a digit less, which is given back.
  return digits === 10 ** (DIGITS - 1) ? read(digits - 0.1) : read(digits - 1);
}

export function safeValue(result: CalibrateResult): string {
  const value = valueToUse(result);
  return Number.isInteger(result.value) ? count(value) : rounded(value, DIGITS);
}

/** What the value keeps to, as a sentence. */
export function keptInWords({ solve_for, quantity, target, side }: CalibrateResult, values: Parameters): string {
  const bound = printed(quantity, target);
  if (quantity === "tpr")
    return `At most ${bound} of the members are found while ${printed("fpr", values.fpr)} of the others are accused.`;
  return `The ${quantityInWords(quantity, values, solve_for)} is ${side === "at_most" ? "at most" : "at least"} ${bound}.`;
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
  if (!unsafe_neighbour) return "Every value in its range meets the target.";
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

/** What follows from the value for the other way of giving it, e.g. a batch size for a sample rate. */
export function alsoKnownAs(result: CalibrateResult, values: Parameters): string {
  const { solve_for, value, parameters } = result;
  const rate = parameters.sample_rate ?? rateOf(values);
  switch (solve_for) {
    case "noise_factor": {
      const noise = scheduleOf(values).map(([each]) => print(Number((valueToUse(result) * each).toPrecision(12))));
      const more = noise.length > MOST_NOISES ? ` and ${count(noise.length - MOST_NOISES)} more` : "";
      return `= noise ${noise.length === 1 ? "multiplier" : "multipliers"} ${noise.slice(0, MOST_NOISES).join(", ")}${more}`;
    }
    case "prior": {
      const among = Number((1 / valueToUse(result)).toPrecision(DIGITS));
      return `= one member among ${Number.isInteger(among) ? count(among) : print(among)} candidates`;
    }
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
