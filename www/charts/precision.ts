// Share of members among the records that are named, against the rate of false positives, at one prior.
import { dot, ruleY, text } from "@observablehq/plot";
import type { TprFigure } from "../../src/wasm";
import { atMost } from "../words";
import { linearAxis, logAxis, rate, rateAxis } from "./axes";
import { type CurvePoint, curvesFigure, type Figure, type Series } from "./curves";
import { SMALLEST_RATE } from "./roc";

/** Below this prior a linear axis would press everything to its bottom. */
const SMALLEST_LINEAR = 0.2;

/** Bayes' rule: it increases with the rate of true positives, so each end of an interval gives its end. */
export function precisionSeries(roc: Series[], prior: number): Series[] {
  const precision = (tpr: number, fpr: number) => (prior * tpr) / (prior * tpr + (1 - prior) * fpr);
  return roc.map(({ name, points }) => ({
    name,
    points: points.map(({ x, lower, upper }) => ({ x, lower: precision(lower, x), upper: precision(upper, x) })),
  }));
}

export function precisionFigure(series: Series[], prior: number, marked: TprFigure | null, available: number): Figure {
  const log = prior < SMALLEST_LINEAR;
  const label = "members among those named";
  const floor = prior / 1.5;
  const drawable = (point: CurvePoint) => (log ? { ...point, lower: Math.max(point.lower, floor) } : point);
  const at = marked && marked.fpr >= SMALLEST_RATE ? [marked] : [];
  return curvesFigure(
    {
      series: series.map(({ name, points }) => ({ name, points: points.map(drawable) })),
      x: rateAxis([SMALLEST_RATE, 1], "others wrongly named (FPR)"),
      y: log ? logAxis([floor, 1], label, rate) : linearAxis([0, 1], label, rate),
      description: "Precision of the best attacker against the rate of false positives.",
      below: [
        ruleY([prior], { stroke: "var(--ink-soft)", strokeDasharray: "3 4" }),
        text([[SMALLEST_RATE, prior]], {
          text: () => "blind luck: the prior",
          dx: 6,
          dy: -9,
          textAnchor: "start",
          fill: "var(--ink-soft)",
        }),
      ],
      above: [
        dot(at, {
          x: "fpr",
          y: ({ precision }) => atMost(precision),
          r: 4,
          fill: "var(--paper)",
          stroke: "var(--gain)",
          strokeWidth: 2,
        }),
      ],
    },
    available,
  );
}
