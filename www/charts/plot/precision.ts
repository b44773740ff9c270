// Share of members among the records that are named, against the rate of false positives, at one prior.
import { dot, ruleY, text } from "@observablehq/plot";
import type { TprFigure } from "../../../src/boundary/wasm/core";
import { atMost } from "../../words/figure";
import { linearAxis, logAxis, rate, rateAxis } from "../data/axes";
import { type CurvePoint, type Figure, type Series, strokeOf } from "../data/curves";
import { SMALLEST_RATE } from "../data/roc";
import { curvesFigure } from "./curves";

/** Below this prior a linear axis would press everything to its bottom. */
const SMALLEST_LINEAR = 0.2;

export function precisionFigure(series: Series[], prior: number, marked: TprFigure | null, available: number): Figure {
  const stroke = strokeOf(marked?.kind);
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
      stroke,
      below: [
        ruleY([prior], { stroke: "var(--blind)", strokeDasharray: "3 4" }),
        text([[SMALLEST_RATE, prior]], {
          text: () => "blind luck: the prior",
          dx: 6,
          dy: -9,
          textAnchor: "start",
          fill: "var(--blind)",
        }),
      ],
      above: [
        dot(at, {
          x: "fpr",
          y: ({ precision }) => atMost(precision),
          r: 4,
          fill: "var(--paper)",
          stroke,
          strokeWidth: 2,
        }),
      ],
    },
    available,
  );
}
