// One quantity over one parameter, with the present setting or a target marked: data to figure, nothing else.
import { dot, ruleX, ruleY, text } from "@observablehq/plot";
import { logAxis, plain, rate, spreadAxis } from "../data/axes";
import { type CurvePoint, type Figure, strokeOf } from "../data/curves";
import type { Sweep } from "../data/sweep";
import { curvesFigure } from "./curves";

export function sweepFigure(
  { series, over, quantity, percent, marked, target, kind }: Sweep,
  available: number,
): Figure {
  const all = series.flatMap(({ points }) => points);
  const xs = all.map(({ x }) => x);
  const ys = [...all.flatMap(({ lower, upper }) => [lower, upper]), ...(target === null ? [] : [target])];
  const stroke = strokeOf(kind);
  const point = marked && nearest(series[0]?.points ?? [], marked.x);
  const y = spreadAxis(ys, quantity, percent ? rate : plain);
  return curvesFigure(
    {
      series,
      x: logAxis([Math.min(...xs), Math.max(...xs)], `${over} (log scale)`),
      y,
      description: `${quantity} against ${over}.`,
      stroke,
      below: [
        ruleY(target === null ? [] : [target], { stroke: "var(--ink)", strokeDasharray: "2 3" }),
        text(target === null ? [] : [target], {
          y: (value) => value,
          frameAnchor: "right",
          dy: -9,
          textAnchor: "end",
          text: () => "target",
          fill: "var(--ink)",
        }),
        ruleX(marked ? [marked.x] : [], { stroke: "var(--ink-soft)", strokeDasharray: "3 4" }),
      ],
      above:
        (point && [
          dot([point], { x: "x", y: "upper", r: 5, fill: "var(--paper)", stroke, strokeWidth: 2 }),
          text([point], {
            x: "x",
            y: "upper",
            dx: 9,
            dy: -9,
            textAnchor: "start",
            text: () => marked.name,
            fill: "var(--ink)",
            stroke: "var(--paper)",
            strokeWidth: 4,
          }),
        ]) ||
        [],
    },
    available,
  );
}

function nearest(points: CurvePoint[], x: number): CurvePoint | null {
  let best: CurvePoint | null = null;
  for (const point of points) {
    if (!best || Math.abs(Math.log(point.x / x)) < Math.abs(Math.log(best.x / x))) best = point;
  }
  return best;
}
