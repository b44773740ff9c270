// Base of the curve charts: the cursor walks along a curve, and shows its coordinates.
import { type CurvePoint, heightOf, type Plot, pointAt, type Series } from "../../charts/data/curves";
import { digits } from "./chart-element";
import { CursorElement, drawnElement } from "./cursor-element";

export abstract class CurveElement extends CursorElement {
  /** The curves as drawn; the cursor walks along the points of the first. */
  protected abstract series(): Series[];
  /** The coordinates at a point, e.g. "FPR 0.1%: TPR at most 0.22%". */
  protected abstract coordinates(x: number, points: (CurvePoint & { name: string })[]): string;

  /** The points as they are. */
  override numbers(): string[][] | null {
    const series = this.series();
    if (series.length === 0) return null;
    const name = series.length > 1 || series[0]?.name ? ["series"] : [];
    const middle = series.some(({ points }) => points.some((point) => point.middle !== undefined));
    const head = [...name, this.abscissa(), "lower", ...(middle ? ["estimate"] : []), "upper"];
    const rows = series.flatMap((one) =>
      one.points.map((point) => [
        ...(name.length > 0 ? [one.name] : []),
        ...[point.x, point.lower, ...(middle ? [point.middle ?? Number.NaN] : []), point.upper].map(digits),
      ]),
    );
    return [head, ...rows];
  }

  /** What the points are over: the first column of the table. */
  protected abscissa(): string {
    return this.querySelector("th")?.textContent?.trim() || "x";
  }

  protected override readonly walk = "Arrow keys move along the curve, Home and End to its ends.";

  protected override stops(): number {
    return this.series()[0]?.points.length ?? 0;
  }

  protected override start(): number {
    return Math.floor(this.stops() / 2);
  }

  protected override under(x: number, _y: number, plot: Plot): number | undefined {
    const scale = plot.scale("x");
    if (!scale) return undefined;
    let best: number | undefined;
    let distance = Number.POSITIVE_INFINITY;
    for (const [i, point] of this.series()[0]?.points.entries() ?? []) {
      const away = Math.abs(scale.apply(point.x) - x);
      if (away < distance) [best, distance] = [i, away];
    }
    return best;
  }

  protected override says(stop: number): string {
    const { x, points } = this.across(stop);
    return this.coordinates(x, points);
  }

  protected override mark(stop: number, plot: Plot): SVGElement {
    const { x, points } = this.across(stop);
    return cursor(plot, x, points.map(heightOf));
  }

  /** What the curves are at a point of the first. */
  private across(stop: number): { x: number; points: (CurvePoint & { name: string })[] } {
    const series = this.series();
    const x = series[0]?.points[stop]?.x ?? Number.NaN;
    const points = series.flatMap((one) => {
      const point = pointAt(one, x);
      return point ? [{ ...point, name: one.name }] : [];
    });
    return { x, points };
  }
}

function cursor(plot: Plot, x: number, ys: number[]): SVGElement {
  const [scaleX, scaleY] = [plot.scale("x"), plot.scale("y")];
  const group = drawnElement("g", { class: "cursor" });
  const height = Number(plot.getAttribute("height"));
  const at = scaleX?.apply(x) ?? 0;
  group.append(drawnElement("line", { x1: at, x2: at, y1: 28, y2: height - 42 }));
  for (const y of ys) {
    const down = scaleY?.apply(y);
    if (down === undefined || !Number.isFinite(down)) continue;
    group.append(drawnElement("circle", { cx: at, cy: down, r: 4.5 }));
  }
  return group;
}
