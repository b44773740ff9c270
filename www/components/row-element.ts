// Base of the charts with a row for each statement: a cursor that goes from row to row by keys, pointer and touch.
import { html } from "lit";
import type { Figure } from "../charts/curves";
import { ChartElement } from "./chart-element";
import { SPEECH_PAUSE_MS, STEPS } from "./curve-element";

const SVG = "http://www.w3.org/2000/svg";

/** The scale of the rows, as Plot gives it. */
type Banded = { apply(value: string): number | undefined; bandwidth?: number };

export abstract class RowElement extends ChartElement {
  private shown: Element | null = null;
  private at: number | null = null;
  private speechTimer: ReturnType<typeof setTimeout> | undefined;

  /** The rows as drawn, from above: what the figure calls each, and what it says in words. */
  protected abstract statements(): { name: string; says: string }[];

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
        aria-label="${this.caption}. Arrow keys move from row to row, Home and End to the first and the last."
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
    this.shown = figure;
    const last = this.statements().length - 1;
    if (this.at !== null) this.at = last < 0 ? null : Math.min(this.at, last);
    this.mark();
  }

  /** The axis of the rows runs down: a key that goes up goes to the row above. */
  private readonly onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const by = step !== undefined && /Up|Down/.test(event.key) ? -step : step;
    const last = this.statements().length - 1;
    if (by === undefined || last < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.move(Math.max(0, Math.min(last, (this.at ?? 0) + by)));
  };

  private readonly onFocus = () => {
    if (this.at === null && this.statements().length > 0) this.move(0);
  };

  private readonly onPointer = (event: PointerEvent) => {
    const image = this.querySelector(".drawing svg");
    const scale = this.scale();
    if (!image || !scale) return;
    const y = event.clientY - image.getBoundingClientRect().top;
    const row = this.statements().findIndex(({ name }) => {
      const top = scale.apply(name);
      return top !== undefined && y >= top && y < top + (scale.bandwidth ?? 0);
    });
    if (row >= 0) this.move(row);
  };

  /** A cursor that keys have placed stays where it is. */
  private readonly onLeave = (event: PointerEvent) => {
    if (event.pointerType !== "mouse" || this.querySelector(".drawing") === document.activeElement) return;
    this.at = null;
    this.mark();
  };

  private scale(): Banded | undefined {
    return (this.shown as Figure | null)?.scale("y") as Banded | undefined;
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

  /** Frames the row of the cursor, and gives what it says. */
  private mark(): string {
    const readout = this.querySelector(".readout");
    const image = this.querySelector(".drawing svg");
    image?.querySelector(".cursor")?.remove();
    const row = this.at === null ? undefined : this.statements()[this.at];
    if (!readout || !row) {
      if (readout) readout.textContent = "";
      return "";
    }
    // The figure may be on its way; what is read needs none.
    const scale = this.scale();
    const top = scale?.apply(row.name);
    if (image && top !== undefined) image.append(frame(top, image, scale?.bandwidth ?? 0));
    readout.textContent = row.says;
    return row.says;
  }
}

function frame(top: number, image: Element, height: number): SVGElement {
  const rect = document.createElementNS(SVG, "rect");
  const width = Number(image.getAttribute("width")) - 2;
  for (const [name, value] of Object.entries({ class: "cursor", x: 1, y: top + 1, width, height: height - 2 }))
    rect.setAttribute(name, `${value}`);
  return rect;
}
