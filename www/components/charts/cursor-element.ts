// Base of the charts with a cursor: it follows keys, pointer and touch, and what it stands on is shown and spoken.
import { html } from "lit";
import type { Plot } from "../../charts/data/curves";
import { ChartElement } from "./chart-element";

const SPEECH_PAUSE_MS = 400;
/** How far a key moves a cursor. */
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

export abstract class CursorElement extends ChartElement {
  private shown: Plot | null = null;
  private at: number | null = null;
  private speechTimer: ReturnType<typeof setTimeout> | undefined;

  /** What the keys do, in words: "Arrow keys move along the curve, ...". */
  protected abstract readonly walk: string;
  /** How many places the cursor can stand at. */
  protected abstract stops(): number;
  /** Where the cursor stands first. */
  protected abstract start(): number;
  /** The place at a point of the drawing in pixels. */
  protected abstract under(x: number, y: number, plot: Plot): number | undefined;
  /** What a place says in words. */
  protected abstract says(stop: number): string;
  /** The mark at a place. */
  protected abstract mark(stop: number, plot: Plot): SVGElement | null;

  /** How far a key moves the cursor. */
  protected step(key: string): number | undefined {
    return STEPS[key];
  }

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
        aria-label="${this.caption}. ${this.walk}"
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

  protected override drawn(plot: Element | null): void {
    this.shown = plot as Plot | null;
    const last = this.stops() - 1;
    if (this.at !== null) this.at = last < 0 ? null : Math.min(this.at, last);
    this.show();
  }

  private readonly onKey = (event: KeyboardEvent) => {
    const by = this.step(event.key);
    const last = this.stops() - 1;
    if (by === undefined || last < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.move(Math.max(0, Math.min(last, (this.at ?? this.start()) + by)));
  };

  private readonly onFocus = () => {
    if (this.at === null && this.stops() > 0) this.move(this.start());
  };

  private readonly onPointer = (event: PointerEvent) => {
    const image = this.querySelector(".drawing svg");
    if (!image || !this.shown) return;
    const { left, top } = image.getBoundingClientRect();
    const stop = this.under(event.clientX - left, event.clientY - top, this.shown);
    if (stop !== undefined) this.move(stop);
  };

  /** A cursor that keys have placed stays where it is. */
  private readonly onLeave = (event: PointerEvent) => {
    if (event.pointerType !== "mouse" || this.querySelector(".drawing:focus")) return;
    this.at = null;
    this.show();
  };

  private move(to: number): void {
    if (to === this.at) return;
    this.at = to;
    const said = this.show();
    clearTimeout(this.speechTimer);
    this.speechTimer = setTimeout(() => {
      const voice = this.querySelector("[role=status]");
      if (voice) voice.textContent = said;
    }, SPEECH_PAUSE_MS);
  }

  /** Draws the cursor over the plot, and gives what it says. */
  private show(): string {
    const readout = this.querySelector(".readout");
    const image = this.querySelector(".drawing svg");
    image?.querySelector(".cursor")?.remove();
    const placed = this.at !== null && this.at < this.stops() ? this.at : null;
    const said = placed === null || !readout ? "" : this.says(placed);
    // The plot may be on its way; what is read needs none.
    const mark = placed === null || !this.shown ? null : this.mark(placed, this.shown);
    if (mark) image?.append(mark);
    if (readout) readout.textContent = said;
    return said;
  }
}

/** An element of a drawing, with its attributes. */
export function drawnElement(name: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`);
  return element;
}
