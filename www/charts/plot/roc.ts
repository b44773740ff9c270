// The ROC curve of the best attacker on two log axes: data to figure, nothing else.
import { areaY, dot, line, text } from "@observablehq/plot";
import type { Curve, TprFigure } from "../../../src/boundary/wasm/core";
import { atMost } from "../../words/figure";
import { rateAxis } from "../data/axes";
import { type CurvePoint, type Figure, type Series, strokeOf } from "../data/curves";
import { points, SMALLEST_RATE } from "../data/roc";
import { curvesFigure } from "./curves";

export function rocFigure(
  series: Series[],
  marked: TprFigure[],
  available: number,
  simulated: Curve | null = null,
): Figure {
  const band = simulated ? points(simulated).map(drawable) : [];
  const stroke = strokeOf(marked[0]?.kind);
  const domain: [number, number] = [SMALLEST_RATE, 1];
  const shown = marked.filter(({ fpr, upper }) => fpr >= SMALLEST_RATE && (upper ?? 1) >= SMALLEST_RATE);
  return curvesFigure(
    {
      series: series.map(({ name, points }) => ({ name, points: points.map(drawable) })),
      x: rateAxis(domain, "others wrongly named (FPR)"),
      y: rateAxis(domain, "members found (TPR)"),
      description: "Share of members found against share of others wrongly named, both on logarithmic axes.",
      stroke,
      below: [
        areaY(band, { x: "x", y1: "lower", y2: "upper", fill: "var(--estimate)", fillOpacity: 0.2, clip: true }),
        line([SMALLEST_RATE, 1], { x: (x) => x, y: (x) => x, stroke: "var(--blind)", strokeDasharray: "3 4" }),
        text([[1e-5, 1e-5]], {
          text: () => "blind guessing",
          dx: 10,
          dy: 14,
          textAnchor: "start",
          fill: "var(--blind)",
        }),
      ],
      above: [dot(shown, { x: "fpr", y: atMost, r: 4, fill: "var(--paper)", stroke, strokeWidth: 2 })],
    },
    available,
  );
}

/** A log axis has no zero: a lower end there reaches its bottom. */
function drawable({ x, lower, upper }: CurvePoint): CurvePoint {
  return { x, lower: Math.max(lower, SMALLEST_RATE), upper: Math.max(upper, SMALLEST_RATE) };
}
