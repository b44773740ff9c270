// What experiments have shown beside what is proved: data to plot, nothing else.
import { areaY, dot, line, plot, rect, ruleX, ruleY } from "@observablehq/plot";
import { type CurvePoint, heightOf, type Plot } from "../data/curves";
import type { ObservedChart } from "../data/observed";
import { framed, ruled } from "./frame";

export function observedPlot(chart: ObservedChart, available: number): Plot {
  const { x, y, lines, marks, boxes } = chart;
  const widest = Math.max(48, 16 + 7 * Math.max(...y.ticks.map((tick) => y.format(tick).length)));
  const many = marks.length > 3;
  return plot({
    ...framed(x, y, available, widest),
    ariaDescription: chart.caption,
    marks: [
      ...ruled(x, y, available, widest),
      ruleY(y.domain[0] < 0 ? [0] : [], { stroke: "var(--blind)", strokeDasharray: "3 4" }),
      boxes ? line(x.domain, { x: (at) => at, y: (at) => at, stroke: "var(--blind)", strokeDasharray: "3 4" }) : null,
      ...lines.flatMap(({ stroke, dash, points }) => [
        areaY(points, { x: "x", y1: "lower", y2: "upper", fill: stroke, fillOpacity: 0.15, clip: true }),
        line(points, {
          ...{ x: "x", y: (point: CurvePoint) => heightOf(point), clip: true },
          ...{ stroke, strokeDasharray: dash, strokeWidth: 2.25 },
        }),
      ]),
      ...marks.flatMap(({ stroke, points, symbol }) => [
        boxes
          ? rect(points, {
              ...{ x1: "left", x2: "right", y1: "low", y2: "high", clip: true },
              ...{ fill: stroke, fillOpacity: many ? 0.03 : 0.12, stroke, strokeOpacity: many ? 0.35 : 0.6 },
            })
          : ruleX(points, { x: "x", y1: "low", y2: "high", stroke, strokeWidth: 1.5, clip: true }),
        dot(points, { x: "x", y: "y", r: 4, symbol, fill: "var(--paper)", stroke, strokeWidth: 1.75, clip: true }),
      ]),
    ],
  }) as Plot;
}
