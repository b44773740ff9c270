// Curves with their bands, one or two runs, as points.
import type { Curve, Figure, TrainingResult } from "../../../src/boundary/wasm/core";

type Kind = Figure["kind"];

export interface CurvePoint {
  x: number;
  lower: number;
  upper: number;
  /** Where the curve runs, if not along the upper end of its band. */
  middle?: number;
}

export interface Series {
  /** "A" or "B"; empty where there is only one. */
  name: string;
  points: CurvePoint[];
}

export type Plot = (SVGSVGElement | HTMLElement) & {
  scale(name: "x" | "y"): { apply(value: number): number; invert?(at: number): number } | undefined;
};

const LARGEST_WIDTH = 720;
const RATIO = 0.8;
/** Wider than this allows, a chart grows no higher; charts.css keeps the same place free. */
const LARGEST_HEIGHT = 324;

/** The size of a chart with two axes in a column of so many pixels. */
export function sizeIn(available: number): { width: number; height: number } {
  const width = Math.min(available, LARGEST_WIDTH);
  return { width, height: Math.round(Math.min(width * RATIO, LARGEST_HEIGHT)) };
}

/** The best attacker's colour where the figure is exact, that of its kind where it is a bound. */
export function strokeOf(kind: Kind | undefined): string {
  if (kind === "upper" || kind === "lower" || kind === "estimate") return `var(--${kind})`;
  return "var(--gain)";
}

/** Where the curve runs at a point. */
export function heightOf({ middle, upper }: CurvePoint): number {
  return middle ?? upper;
}

/** The point of a curve that covers `x`: what holds at the next larger x holds for an increasing curve. */
export function pointAt({ points }: Series, x: number): CurvePoint | null {
  const at = points.findIndex((point) => point.x >= x * (1 - 1e-12));
  return points[at] ?? null;
}

export const SMALLEST_RATE = 1e-6;

export function points({ fpr, lower, upper }: Curve): CurvePoint[] {
  return fpr
    .map((rate, i) => ({ x: rate, lower: lower[i] ?? 0, upper: upper[i] ?? 1 }))
    .filter((point) => point.x >= SMALLEST_RATE && point.upper > 0);
}

/** What a ROC chart draws of a run or of a guarantee. */
export type Rates = Pick<TrainingResult, "roc" | "tpr">;

/** The curves of one run or of two. */
export function rocSeries(results: (Rates | null)[]): Series[] {
  const runs = results.filter((result) => result !== null);
  const two = results[1] !== null;
  return runs.map(({ roc }, i) => ({ name: two ? (i === 0 ? "A" : "B") : "", points: roc ? points(roc) : [] }));
}

/** Precision along the same curves. */
export function precisionSeries(results: (TrainingResult | null)[]): Series[] {
  return rocSeries(results.map((result) => result && { ...result, roc: result.precision_curve }));
}
