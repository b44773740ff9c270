// One quantity over one parameter as points.
import type { SweepResult } from "../../../src/boundary/wasm/core";
import type { CurvePoint, Series } from "./curves";

export interface Sweep {
  series: Series[];
  over: string;
  quantity: string;
  percent: boolean;
  /** A value of the parameter, and how the chart names it. */
  marked: { x: number; name: string } | null;
  target: number | null;
  /** Which side of the truth the values are on. */
  kind: SweepResult["kind"];
}

/** The values that have a figure, in the unit in which the parameter is given. */
export function sweepPoints({ values, lower, estimate, upper }: SweepResult, unit = 1): CurvePoint[] {
  return values.flatMap((value, i) => {
    const middle = estimate[i];
    if (middle === null || middle === undefined) return [];
    return [{ x: value / unit, lower: lower[i] ?? middle, upper: upper[i] ?? middle }];
  });
}
