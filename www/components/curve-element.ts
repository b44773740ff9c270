// Base of the curve charts: a cursor that follows pointer, touch and keys, with its coordinates shown and spoken.
import { html } from "lit";
import { type CurvePoint, type Figure, heightOf, pointAt, type Series } from "../charts/curves";
import { ChartElement } from "./chart-element";

const SPEECH_PAUSE_MS = 400;
const SVG = "http://www.w3.org/2000/svg";
const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

export abstract class CurveElement extends ChartElement {
  private shown: Figure | null = null;
  private at: number | null = null;
  private speechTimer: ReturnType<typeof setTimeout> | undefined;

  /** The curves as drawn; the cursor walks along the points of the first. */
  protected abstract series(): Series[];
  /** The coordinates at a point, e.g. "FPR 0.1%: TPR at most 0.22%". */
  protected abstract coordinates(x: number, points: (CurvePoint & { name: string })[]): string;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.speechTimer);
  }

  protected override frame() {
    return html`
      <div
        class="drawing"
        role="application"
        aria-roledescription="chart with a cursor"
        aria-label="${this.caption}. Arrow keys move along the curve, Home and End to its ends."
        tabindex="0"
        @keydown=${this.onKey}
        @focus=${this.onFocus}
        @pointerdown=${this.onPointer}
        @pointermove=${this.onPointer}
        @pointerleave=${this.onLeave}
      ></div>
      <p class="readout" aria-hidden="true"></p>
      <p class="visually-hidden" role="status"></p>
    `;
  }

  protected override drawn(figure: Element | null): void {
    this.shown = figure as Figure | null;
    const last = (this.series()[0]?.points.length ?? 0) - 1;
    if (this.at !== null) this.at = last < 0 ? null : Math.min(this.at, last);
    this.mark();
  }

  private readonly onKey = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    const last = (this.series()[0]?.points.length ?? 0) - 1;
    if (by === undefined || last < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.move(Math.max(0, Math.min(last, (this.at ?? this.middle()) + by)));
  };

  private readonly onFocus = () => {
    if (this.at === null && this.series()[0]?.points.length) this.move(this.middle());
  };

  private readonly onPointer = (event: PointerEvent) => {
    const scale = this.shown?.scale("x");
    const points = this.series()[0]?.points ?? [];
    const image = this.querySelector(".drawing svg");
    if (!scale || !image || points.length === 0) return;
    const x = event.clientX - image.getBoundingClientRect().left;
    let best = 0;
    let distance = Number.POSITIVE_INFINITY;
    for (const [i, point] of points.entries()) {
      const away = Math.abs(scale.apply(point.x) - x);
      if (away < distance) [best, distance] = [i, away];
    }
    this.move(best);
  };

  /** A cursor that keys have placed stays where it is. */
  private readonly onLeave = (event: PointerEvent) => {
    if (event.pointerType !== "mouse" || this.querySelector(".drawing:focus")) return;
    this.at = null;
    this.mark();
  };

  private middle(): number {
    return Math.floor((this.series()[0]?.points.length ?? 0) / 2);
  }

  private move(to: number): void {
    if (to === this.at) return;
    this.at = to;
    const said = this.mark();
    clearTimeout(this.speechTimer);
    this.speechTimer = setTimeout(() => {
      const voice = this.querySelector("[role=status]");
      if (voice) voice.textContent = said;
    }, SPEECH_PAUSE_MS);
  }

  /** Draws the cursor over the figure, and gives its coordinates in words. */
  private mark(): string {
    const readout = this.querySelector(".readout");
    const image = this.querySelector(".drawing svg");
    image?.querySelector(".cursor")?.remove();
    const series = this.series();
    const x = this.at === null ? undefined : series[0]?.points[this.at]?.x;
    if (!readout || !image || !this.shown || x === undefined) {
      if (readout) readout.textContent = "";
      return "";
    }
    const points = series.flatMap((one) => {
      const point = pointAt(one, x);
      return point ? [{ ...point, name: one.name }] : [];
    });
    image.append(cursor(this.shown, x, points.map(heightOf)));
    const said = this.coordinates(x, points);
    readout.textContent = said;
    return said;
  }
}

function cursor(figure: Figure, x: number, ys: number[]): SVGElement {
  const [scaleX, scaleY] = [figure.scale("x"), figure.scale("y")];
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "cursor");
  const height = Number(figure.getAttribute("height"));
  const at = scaleX?.apply(x) ?? 0;
  const line = document.createElementNS(SVG, "line");
  for (const [name, value] of Object.entries({ x1: at, x2: at, y1: 28, y2: height - 42 }))
    line.setAttribute(name, `${value}`);
  group.append(line);
  for (const y of ys) {
    const down = scaleY?.apply(y);
    if (down === undefined || !Number.isFinite(down)) continue;
    const dot = document.createElementNS(SVG, "circle");
    for (const [name, value] of Object.entries({ cx: at, cy: down, r: 4.5 })) dot.setAttribute(name, `${value}`);
    group.append(dot);
  }
  return group;
}
