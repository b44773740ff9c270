// Share of members among the records that are named, against the rate of false positives, as points.
import type { Series } from "./curves";

/** Bayes' rule: it increases with the rate of true positives, so each end of an interval gives its end. */
export function precisionSeries(roc: Series[], prior: number): Series[] {
  const precision = (tpr: number, fpr: number) => (prior * tpr) / (prior * tpr + (1 - prior) * fpr);
  return roc.map(({ name, points }) => ({
    name,
    points: points.map(({ x, lower, upper }) => ({ x, lower: precision(lower, x), upper: precision(upper, x) })),
  }));
}
