// All statements about one advantage, side by side: what each says and how far it is from the exact value.
import type { Figure, Kind, MonteCarloResult, TrainingResult } from "../src/wasm";
import { rounded } from "./format";
import { atMost, exactValue } from "./words";

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

/** An upper bound that prints as 1.000 allows everything. */
const LEAST_VACUOUS = 0.9999;

/** Relative width up to which the exact value serves for comparison. */
const WIDEST_REFERENCE = 0.01;

const SAYS: Record<Kind, (figure: Figure) => string> = {
  exact: (figure) => exactValue(figure),
  upper: (figure) => `at most ${rounded(atMost(figure), 4, "up")}`,
  estimate: ({ lower, estimate, upper }) =>
    `about ${rounded(estimate, 4)}${
      lower === null || upper === null ? "" : ` (${rounded(lower, 4, "down")} to ${rounded(upper, 4, "up")})`
    }`,
  approximation: ({ estimate }) => `about ${rounded(estimate, 4)}`,
};

export function bounds(result: TrainingResult, simulated: MonteCarloResult | null): Bound[] {
  const { closed_form } = result;
  const corrected: Figure = {
    ...closed_form,
    kind: "upper",
    lower: null,
    upper: closed_form.estimate + closed_form.error_term,
  };
  const rows: [string, Figure | null][] = [
    ["Exact", result.advantage],
    ["Monte Carlo", simulated?.advantage ?? null],
    ["Closed form", closed_form],
    ["Closed form + error term", corrected],
    ["Chi-square", result.chi_square],
    ["Pinsker", result.pinsker],
    ["Humphries", result.humphries],
    ["Erlingsson", result.erlingsson],
    ["Yeom", result.yeom],
  ];
  return rows.flatMap(([name, figure]) => (figure ? [bound(name, figure, result.advantage)] : []));
}

function bound(name: string, figure: Figure, exact: Figure): Bound {
  const value = figure.kind === "upper" ? atMost(figure) : figure.estimate;
  const vacuous = figure.kind === "upper" && value > LEAST_VACUOUS;
  const comparison = vacuous ? ": says nothing" : against(figure.kind, value, exact);
  return {
    name,
    kind: figure.kind,
    value,
    lower: figure.lower,
    upper: figure.upper,
    vacuous,
    says: `${SAYS[figure.kind](figure)}${comparison}`,
    theorem: figure.theorem,
  };
}

/** How far a bound is from the exact value, where that value is known well enough for a comparison. */
function against(kind: Kind, value: number, { lower, estimate, upper }: Figure): string {
  if (kind === "exact" || kind === "estimate" || !(estimate > 0)) return "";
  if ((upper ?? estimate) - (lower ?? estimate) > WIDEST_REFERENCE * estimate) return "";
  const ratio = value / estimate;
  if (kind === "approximation" && ratio < 1) return `, too low by ${rounded((1 - ratio) * 100, 2)}%`;
  return `, ${rounded(ratio, 3, kind === "upper" ? "up" : "nearest")} × exact`;
}
