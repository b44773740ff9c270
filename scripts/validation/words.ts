// What the validation page says of settings, tools and differences.
import type { HistoryEntry } from "../../src/boundary/wasm/core";
import { writeFragment } from "../../www/state/link/fragment";
import { defaults, print } from "../../www/state/parameters/table";
import { count, type Direction, percent, rounded, superscript } from "../../www/words/number";
import type { Answer, Side, Table } from "./comparison";
import type { Quantity, Setting } from "./settings";

export const SIGN: Record<Side, string> = { inside: "=", above: "▲", below: "▼", none: "–" };
export const SIDE: Record<Side, string> = {
  inside: "agrees",
  above: "above",
  below: "understates",
  none: "no value",
};

/** What a tool promises of its values, and how it makes them. */
export const PROMISES: { tool: string; quantity?: Quantity; side: string; how: string }[] = [
  {
    tool: "riskcal",
    quantity: "tpr",
    side: "estimate",
    how: "Trade-off curve of dp_accounting’s distribution. Scaling its two halves back to mass 1 gives up the guarantee.",
  },
  { tool: "riskcal", side: "upper bound", how: "Reads it off dp_accounting’s distribution of the privacy loss." },
  {
    tool: "dp_accounting PLD",
    side: "upper bound",
    how: "Privacy loss rounded to a grid of 10⁻⁴, on the safe side; the rounding errors of the computation are not counted.",
  },
  {
    tool: "dp_accounting RDP",
    side: "upper bound",
    how: "Rényi divergences at a list of orders, converted to epsilon; more than the exact curve gives.",
  },
  {
    tool: "prv_accountant",
    side: "interval",
    how: "Privacy loss on a grid with an allowed error of 0.01 in epsilon. Compared is its upper end; below it stands the lower one.",
  },
  { tool: "Opacus RDP", side: "upper bound", how: "Rényi divergences, as dp_accounting RDP, with orders of its own." },
  { tool: "Opacus PRV", side: "upper bound", how: "The upper end of its own copy of prv_accountant." },
  {
    tool: "Opacus GDP",
    side: "approximation",
    how: "Central limit for many steps. Opacus warns that it can understate.",
  },
  {
    tool: "Microsoft closed form",
    quantity: "tpr",
    side: "approximation",
    how: "FPR + advantage: a bound if the advantage were one, but a straight line far above the curve at small FPR.",
  },
  {
    tool: "Microsoft closed form",
    side: "approximation",
    how: "A Gaussian in place of the mixture. It takes a step for 1/noise² where many steps need exp(1/noise²) − 1.",
  },
];

export function promise(tool: string, quantity: Quantity) {
  const found = PROMISES.find((one) => one.tool === tool && (one.quantity ?? quantity) === quantity);
  if (!found) throw new Error(`nothing is said of ${tool}`);
  return found;
}

export function nameOf({ quantity, fpr }: Pick<Table, "quantity" | "fpr">): string {
  return quantity === "tpr" ? `TPR${fpr === undefined ? "" : ` at FPR ${percent(fpr)}`}` : quantity;
}

export function phasesInWords(phases: HistoryEntry[]): string {
  return phases
    .map(
      ([noise, rate, steps]) =>
        `noise ${print(noise)}, rate ${short(rate)}, ${count(steps)} ${steps === 1 ? "step" : "steps"}`,
    )
    .join("; then ");
}

function short(rate: number): string {
  return print(Number(rate.toPrecision(4)));
}

/** The state of the calculator for a setting. */
export function fragment({ phases, neighboring_relation, target_delta }: Setting, fpr?: number): string {
  const [first] = phases;
  const [noise_multiplier = 1, sample_rate = 1, num_steps = 1] = first ?? [];
  const run = phases.length === 1 ? { noise_multiplier, sample_rate, num_steps } : { history: phases };
  return writeFragment({
    ...defaults(),
    ...run,
    neighboring_relation,
    target_delta,
    ...(fpr === undefined ? {} : { fpr }),
  });
}

/** "+0.9%", "by less than 10⁻³%", "× 12". */
export function distanceInWords({ side, distance, factor }: Answer): string {
  if (distance === null || factor === null || side === "inside") return "";
  if (factor >= 2 || factor <= 0.1) return `× ${rounded(factor, 2)}`;
  const size = Math.abs(distance) * 100;
  if (size < SMALL) return `by < 10${superscript(Math.ceil(Math.log10(size)))}%`;
  return `${side === "below" ? "−" : "+"}${rounded(size, 2)}%`;
}

/** Differences of so few per cent are told by their order alone. */
const SMALL = 1e-3;

/** Rates in per cent, as everywhere. */
export function valueInWords(value: number, quantity: Quantity, digits = 6, direction: Direction = "nearest"): string {
  return quantity === "tpr" ? percent(value, digits, direction) : rounded(value, digits, direction);
}

const SHORT_REASONS: [RegExp, string][] = [
  [/^No answer/, "out of time"],
  [/^It needs more/, "out of memory"],
  [/^The call failed/, "fails"],
  [/^The tool returned/, "not finite"],
  [/one noise multiplier/, "one phase only"],
  [/add-or-remove only|refuses/, "not this relation"],
];

export function shortReason(reason: string): string {
  return SHORT_REASONS.find(([pattern]) => pattern.test(reason))?.[1] ?? "no answer";
}
