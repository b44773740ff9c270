// Curves with their bands, one or two runs, as points.

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

export type Figure = (SVGSVGElement | HTMLElement) & {
  scale(name: "x" | "y"): { apply(value: number): number; invert?(at: number): number } | undefined;
};

/** Where the curve runs at a point. */
export function heightOf({ middle, upper }: CurvePoint): number {
  return middle ?? upper;
}

/** The point of a curve that covers `x`: what holds at the next larger x holds for an increasing curve. */
export function pointAt({ points }: Series, x: number): CurvePoint | null {
  const at = points.findIndex((point) => point.x >= x * (1 - 1e-12));
  return points[at] ?? null;
}
