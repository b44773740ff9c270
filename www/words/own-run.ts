// What formulas in use elsewhere say of one run, beside the certified figures: each with how far off it is and in which direction.
import type { BayesSecurityResult, Figure, TrainingResult } from "../../src/boundary/wasm/core";
import { print } from "../state/parameters/table";
import { atMost, sideInWords } from "./figure";
import { percent, rounded } from "./number";
import { difference } from "./other-tools";

export interface FormulaRow {
  quantity: string;
  formula: string;
  says: string;
  ours: string;
  /** All quantities grow with the risk: what is below the interval understates it. */
  side: "below" | "inside" | "above";
  /** By how much, e.g. "−19%" or "× 35"; empty inside. */
  distance: string;
}

/** From twice as much on, a factor says more than a percentage. */
const FACTOR = 2;

const CLOSED_FORM = "closed form, as in Microsoft’s calculator";

/** Null for what the module does not know of the run. */
export function formulaRows(run: TrainingResult, closed: BayesSecurityResult | null): FormulaRow[] {
  const advantage = (formula: string, figure: Figure | null) =>
    row("Advantage", formula, figure, run.advantage, { scale: 1, unit: "" });
  return [
    advantage(CLOSED_FORM, run.closed_form),
    advantage("closed form with its error term", run.closed_form_upper),
    advantage("central limit, as in GDP accountants", run.gaussian_limit),
    advantage("from epsilon and delta alone (Humphries)", run.humphries),
    ...(closed?.tpr ?? []).map(({ fpr, closed_form, exact }) =>
      row(`TPR at FPR ${percent(fpr)}`, CLOSED_FORM, closed_form, exact, { scale: 100, unit: "%" }),
    ),
    run.epsilon &&
      row(
        `Epsilon at delta ${print(run.epsilon.target_delta)}`,
        "from the closed form (E16j)",
        closed?.epsilon_estimate ?? null,
        run.epsilon,
        { scale: 1, unit: "" },
      ),
  ].filter((one) => one !== null);
}

function row(
  quantity: string,
  formula: string,
  figure: Figure | null,
  ours: Figure,
  { scale, unit }: { scale: number; unit: string },
): FormulaRow | null {
  if (!figure) return null;
  const value = figure.kind === "upper" ? atMost(figure) : figure.estimate;
  const { verdict, relative } = difference(value, ours);
  const side = verdict.startsWith("inside") ? "inside" : verdict.startsWith("under") ? "below" : "above";
  const factor = value / ours.estimate;
  const vacuous = figure.kind === "upper" && value >= 1 ? ", says nothing" : "";
  return {
    quantity,
    formula,
    says: `${sideInWords(figure, scale, unit)}${vacuous}`,
    ours: sideInWords(ours, scale, unit),
    side,
    distance: side === "inside" ? "" : factor >= FACTOR ? `× ${rounded(factor, 2)}` : relative,
  };
}
