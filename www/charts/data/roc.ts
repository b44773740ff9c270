// The ROC curve of the best attacker as points.
import type { Curve, TrainingResult } from "../../../src/boundary/wasm/core";
import type { CurvePoint, Series } from "./curves";

export const SMALLEST_RATE = 1e-6;

export function points({ fpr, lower, upper }: Curve): CurvePoint[] {
  return fpr
    .map((rate, i) => ({ x: rate, lower: lower[i] ?? 0, upper: upper[i] ?? 1 }))
    .filter((point) => point.x >= SMALLEST_RATE && point.upper > 0);
}

/** What a ROC chart draws of a run or of a guarantee. */
export type Rates = Pick<TrainingResult, "roc" | "tpr">;

/** The curves of one run or of two. */
export function rocSeries(results: (Rates | null)[]): Series[] {
  const runs = results.filter((result) => result !== null);
  const two = results[1] !== null;
  return runs.map(({ roc }, i) => ({ name: two ? (i === 0 ? "A" : "B") : "", points: roc ? points(roc) : [] }));
}
