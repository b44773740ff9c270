// Curves with their bands on two axes, one or two runs: data to figure, nothing else.
import { areaY, line, type Markish, plot, text } from "@observablehq/plot";
import type { Axis } from "../data/axes";
import { type Figure, heightOf, type Series } from "../data/curves";
import { framed, ruled } from "./frame";

export interface Curves {
  series: Series[];
  x: Axis;
  y: Axis;
  description: string;
  /** The colour of the only run, where it is not that of the best attacker. */
  stroke?: string;
  /** Drawn below the curves. */
  below?: Markish[];
  /** Drawn above them. */
  above?: Markish[];
}

/** The second run differs by its dashes and its letter, not by colour alone. */
const STYLES = [
  { stroke: "var(--gain)", strokeDasharray: "none", at: 0.3, dy: -10 },
  { stroke: "var(--other)", strokeDasharray: "7 4", at: 0.6, dy: 14 },
] as const;

export function curvesFigure(curves: Curves, available: number): Figure {
  const { series, x, y, description, stroke, below = [], above = [] } = curves;
  return plot({
    ...framed(x, y, available, 52),
    ariaDescription: description,
    marks: [...ruled(x, y), ...below, ...series.flatMap((one, index) => curve(one, index, stroke)), ...above],
  }) as Figure;
}

function curve({ name, points }: Series, index: number, stroke?: string): Markish[] {
  const { at, dy, ...own } = STYLES[index] ?? STYLES[0];
  const style = index === 0 && stroke ? { ...own, stroke } : own;
  const label = points[Math.floor(points.length * at)];
  return [
    areaY(points, { x: "x", y1: "lower", y2: "upper", fill: style.stroke, fillOpacity: 0.2, clip: true }),
    line(points, { x: "x", y: heightOf, ...style, strokeWidth: 2.25, clip: true }),
    text(name && label ? [label] : [], {
      x: "x",
      y: heightOf,
      dy,
      text: () => name,
      fill: style.stroke,
      stroke: "var(--paper)",
      strokeWidth: 4,
      fontWeight: 600,
    }),
  ];
}
