// Curves with their bands on two axes, one or two runs: data to plot, nothing else.
import { areaY, dot, line, type Markish, plot, ruleY, text } from "@observablehq/plot";
import type { Curve, TprFigure } from "../../../src/boundary/wasm/core";
import { atMost } from "../../words/figure";
import { type Axis, linearAxis, logAxis, rate, rateAxis } from "../data/axes";
import { type CurvePoint, heightOf, type Plot, points, type Series, SMALLEST_RATE, strokeOf } from "../data/curves";
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

/** Room for the labels of the upright axis. */
const LEFT = 62;

export function curvesPlot(curves: Curves, available: number): Plot {
  const { series, x, y, description, stroke, below = [], above = [] } = curves;
  return plot({
    ...framed(x, y, available, LEFT),
    ariaDescription: description,
    marks: [
      ...ruled(x, y, available, LEFT),
      ...below,
      ...series.flatMap((one, index) => curve(one, index, stroke)),
      ...above,
    ],
  }) as Plot;
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

export function rocPlot(
  series: Series[],
  marked: TprFigure[],
  available: number,
  simulated: Curve | null = null,
): Plot {
  const band = simulated ? points(simulated).map(drawable) : [];
  const stroke = strokeOf(marked[0]?.kind);
  const domain: [number, number] = [SMALLEST_RATE, 1];
  const shown = marked.filter(({ fpr, upper }) => fpr >= SMALLEST_RATE && (upper ?? 1) >= SMALLEST_RATE);
  return curvesPlot(
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

/** Below this prior a linear axis would press everything to its bottom. */
const SMALLEST_LINEAR = 0.2;

export function precisionPlot(series: Series[], prior: number, marked: TprFigure | null, available: number): Plot {
  const stroke = strokeOf(marked?.kind);
  const log = prior < SMALLEST_LINEAR;
  const label = "members among those named";
  const floor = prior / 1.5;
  const drawable = (point: CurvePoint) => (log ? { ...point, lower: Math.max(point.lower, floor) } : point);
  const at = marked && marked.fpr >= SMALLEST_RATE ? [marked] : [];
  return curvesPlot(
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
