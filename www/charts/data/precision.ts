// Share of members among the records that are named, against the rate of false positives, as points.
import type { TrainingResult } from "../../../src/wasm";
import type { Series } from "./curves";
import { points } from "./roc";

/** The curves of one run or of two. */
export function precisionSeries(results: (TrainingResult | null)[]): Series[] {
  const runs = results.filter((result) => result !== null);
  const two = results[1] !== null;
  return runs.map(({ precision_curve }, i) => ({
    name: two ? (i === 0 ? "A" : "B") : "",
    points: precision_curve ? points(precision_curve) : [],
  }));
}
