// All statements about one advantage, side by side: what each says and how far it is from the exact value.
import type { Figure, Kind, MonteCarloResult, TrainingResult } from "../../src/boundary/wasm/core";
import { atMost, sideInWords } from "./figure";
import { rounded } from "./number";

export interface Bound {
  name: string;
  kind: Kind;
  value: number;
  lower: number | null;
  upper: number | null;
  /** Whether it is an upper bound that allows everything. */
  vacuous: boolean;
  /** The value with its side, e.g. "at most 0.1732". */
  says: string;
  theorem: string;
}

/** Names of bounds in the results of sweeps. */
export const BOUND_NAMES: Readonly<Record<string, string>> = {
  closed_form: "Closed form",
  closed_form_upper: "Closed form + error term",
  gaussian_limit: "Gaussian limit",
  chi_square: "Chi-square",
  pinsker: "Pinsker",
  humphries: "Humphries",
  erlingsson: "Erlingsson",
  yeom: "Yeom",
  one_pair: "From epsilon and delta",
  security: "From Bayes security",
};

/** An upper bound that prints as 1.000 allows everything. */
const LEAST_VACUOUS = 0.9999;

const PUBLISHED = [
  "closed_form",
  "closed_form_upper",
  "gaussian_limit",
  "chi_square",
  "pinsker",
  "humphries",
  "erlingsson",
  "yeom",
] as const;

/** Relative width up to which the exact value serves for comparison. */
const WIDEST_REFERENCE = 0.01;

export interface Beside {
  simulated: MonteCarloResult | null;
  /** The run B that this one is compared with. */
  other: TrainingResult | null;
}

export function bounds(result: TrainingResult, { simulated, other }: Beside): Bound[] {
  const rows: [string, Figure | null][] = [
    [result.advantage.kind === "exact" ? "Exact" : "The core's bound", result.advantage],
    ["The same for B", other?.advantage ?? null],
    [simulatedName(simulated), simulated?.advantage ?? null],
    ...PUBLISHED.map((name): [string, Figure | null] => [BOUND_NAMES[name] ?? name, result[name]]),
  ];
  return rows.flatMap(([name, figure]) => (figure ? [bound(name, figure, result.advantage)] : []));
}

/** What stands in for a training that cannot be drawn is not the training. */
function simulatedName(simulated: MonteCarloResult | null): string {
  if (!simulated || simulated.side === "exact") return "Monte Carlo";
  return simulated.side === "upper" ? "Monte Carlo of an upper bound" : "Monte Carlo of a lower bound";
}

export function bound(name: string, figure: Figure, exact: Figure): Bound {
  const value = figure.kind === "upper" || figure.kind === "interval" ? atMost(figure) : figure.estimate;
  const vacuous = figure.kind === "upper" && value > LEAST_VACUOUS;
  const comparison = vacuous ? ": says nothing" : against(figure, value, exact);
  return {
    name,
    kind: figure.kind,
    value,
    lower: figure.lower,
    upper: figure.upper,
    vacuous,
    says: `${sideInWords(figure)}${comparison}`,
    theorem: figure.theorem,
  };
}

/** How far a bound is from the exact value, where that value is known well enough for a comparison. */
function against(figure: Figure, value: number, exact: Figure): string {
  const { lower, estimate, upper, kind } = exact;
  if (figure === exact || figure.kind === "exact" || figure.kind === "estimate" || !(estimate > 0)) return "";
  if (kind !== "exact" || (upper ?? estimate) - (lower ?? estimate) > WIDEST_REFERENCE * estimate) return "";
  const ratio = value / estimate;
  if (figure.kind === "approximation" && ratio < 1) return `, too low by ${rounded((1 - ratio) * 100, 2)}%`;
  return `, ${rounded(ratio, 3, figure.kind === "upper" ? "up" : "nearest")} × exact`;
}
