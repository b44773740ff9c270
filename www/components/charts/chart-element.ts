// Base of the chart elements: draws anew when the data or the width changes, keeps its height meanwhile.
import { html, type TemplateResult } from "lit";
import { type Drawing, DrawingQueue } from "../../charts/drawing-queue";
import { loadPlots, type Plots, plots } from "../../charts/plots";
import { LightElement } from "../element/light-element";
import "./mi-save-chart";

/** So far outside of the window a chart counts as seen, so that scrolling finds it drawn. */
const SIGHT_MARGIN = "300px";

const queue = new DrawingQueue();
addEventListener("beforeprint", () => queue.drawAll());

export abstract class ChartElement extends LightElement implements Drawing {
  private readonly width = new ResizeObserver(() => {
    if (Math.floor(this.clientWidth) !== this.drawnWidth) queue.add(this);
  });
  private readonly sight = new IntersectionObserver(
    (entries) => {
      this.inSight = entries.at(-1)?.isIntersecting ?? false;
      if (this.inSight && this.drawnWidth === 0) queue.add(this);
    },
    { rootMargin: SIGHT_MARGIN },
  );
  private drawnWidth = 0;
  inSight = false;

  /** Whether there is data for a plot. */
  protected abstract readonly drawable: boolean;
  /** The plot for the present data. */
  protected abstract plot(plots: Plots, width: number): Element | null;
  /** The height to keep free for the plot in the present width, where it is known before the plot. */
  protected get height(): number | null {
    return null;
  }
  /** What the plot says, in words. */
  protected abstract summary(): string;
  /** What the plot is called by those who hear the page. */
  protected abstract readonly caption: string;
  /** The numbers behind the plot. */
  protected abstract table(): TemplateResult | null;

  /** What the plot is drawn from, with every digit: a header, then a row each. Null: its table says it all. */
  numbers(): string[][] | null {
    return null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.width.observe(this);
    this.sight.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.width.disconnect();
    this.sight.disconnect();
    queue.remove(this);
  }

  protected override render() {
    return html`
      ${this.frame()}
      <p class="summary">${this.summary()}</p>
      <div class="behind">
        <details>
          <summary>The numbers behind this figure</summary>
          <div class="scroll" tabindex="0" role="region" aria-label="Table: ${this.caption}">${this.table()}</div>
        </details>
        <mi-save-chart .chart=${this} .caption=${this.caption}></mi-save-chart>
      </div>
    `;
  }

  protected frame(): TemplateResult {
    return html`<div class="drawing"></div>`;
  }

  protected override updated(): void {
    this.keepHeight();
    this.drawnWidth = 0;
    queue.add(this);
  }

  private keepHeight(): void {
    const drawing = this.querySelector<HTMLElement>(".drawing");
    const { height } = this;
    if (drawing && height !== null) drawing.style.minHeight = `${height}px`;
  }

  /** Called by the queue. */
  draw(): void {
    const drawing = this.querySelector(".drawing");
    const width = Math.floor(this.clientWidth);
    if (!drawing || width === 0 || width === this.drawnWidth) return;
    const loaded = plots();
    if (this.drawable && !loaded) {
      void this.load(drawing);
      return;
    }
    const plot = loaded && this.drawable ? this.plot(loaded, width) : null;
    this.drawnWidth = width;
    this.keepHeight();
    drawing.replaceChildren(...(plot ? [asImage(plot, this.caption)] : []));
    this.drawn(plot);
  }

  private async load(drawing: Element): Promise<void> {
    try {
      await loadPlots();
      if (this.isConnected) queue.add(this);
    } catch {
      drawing.textContent = "This chart could not be loaded; its numbers are in the table below it.";
    }
  }

  /** The plot has been put in place, or there is none now. */
  protected drawn(_plot: Element | null): void {}
}

/** The shortest digits that read back as the same number; a gap is an empty cell. */
export function digits(value: number | null): string {
  return value !== null && Number.isFinite(value) ? String(value) : "";
}

/**
 * One image with one name: Observable Plot's labels on inner groups have no role that could carry them. Its style element
 * goes, which a host page's policy would have to allow; charts.css says the same.
 */
function asImage(plot: Element, caption: string): Element {
  for (const style of plot.querySelectorAll("style")) style.remove();
  for (const group of plot.querySelectorAll("g[aria-label]")) group.removeAttribute("aria-label");
  plot.setAttribute("role", "img");
  plot.setAttribute("aria-label", caption);
  return plot;
}
