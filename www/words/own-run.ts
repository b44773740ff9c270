// What formulas in use elsewhere say of one run, beside the certified figures: each with its difference and the direction of that.
import type { BayesSecurityResult, Figure, TrainingResult } from "../../src/boundary/wasm/core";
import { print } from "../state/parameters/table";
import { sideInWords } from "./figure";
import { percent } from "./number";
import { type Difference, difference } from "./other-tools";

export interface FormulaRow {
  quantity: string;
  formula: string;
  says: string;
  ours: string;
  gap: Difference;
}

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
  return {
    quantity,
    formula,
    says: sideInWords(figure, scale, unit),
    ours: sideInWords(ours, scale, unit),
    gap: difference(figure.kind === "upper" ? (figure.upper ?? figure.estimate) : figure.estimate, ours),
  };
}
