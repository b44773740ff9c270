// The quantities that can be swept and solved for, as they read.
import type { Quantity } from "../../src/boundary/wasm/core";
import { type Parameters, print } from "../state/parameters/table";
import { QUANTITY } from "../state/questions/quantity";
import { deltaOf } from "../state/questions/run";
import { percent } from "./number";

/** The quantity with what it takes, e.g. "TPR at FPR 0.1%". */
export function quantityInWords(quantity: Quantity, values: Parameters): string {
  const { prior, fpr, fpr_min, fpr_max } = values;
  switch (quantity) {
    case "tpr":
      return `TPR at FPR ${percent(fpr, 6)}`;
    case "precision":
      return `precision at prior ${print(prior)} and FPR ${percent(fpr, 6)}`;
    case "accuracy":
      return `accuracy at prior ${print(prior)}`;
    case "epsilon":
      return `epsilon at delta ${print(deltaOf(values))}`;
    case "gdp_mu":
      return `GDP mu over FPR ${print(fpr_min)} to ${print(fpr_max)}`;
    default:
      return QUANTITY[quantity].label;
  }
}
