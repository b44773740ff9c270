// Base of the chart elements: draws anew when the data or the width changes, keeps its height meanwhile.
import { html, type TemplateResult } from "lit";
import { LightElement } from "./light-element";
import "./mi-save-figure";

export abstract class ChartElement extends LightElement {
  private readonly observer = new ResizeObserver(() => this.draw());
  private drawnWidth = 0;

  /** The figure for the present data, or null while there is none. */
  protected abstract figure(width: number): Element | null;
  /** What the figure says, in words. */
  protected abstract summary(): string;
  /** What the figure is called by those who hear the page. */
  protected abstract readonly caption: string;
  /** The numbers behind the figure. */
  protected abstract table(): TemplateResult | null;

  /** What the figure is drawn from, with every digit: a header, then a row each. Null: its table says it all. */
  numbers(): string[][] | null {
    return null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.observer.disconnect();
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
        <mi-save-figure .chart=${this} .caption=${this.caption}></mi-save-figure>
      </div>
    `;
  }

  protected frame(): TemplateResult {
    return html`<div class="drawing"></div>`;
  }

  protected override updated(): void {
    this.drawnWidth = 0;
    this.draw();
  }

  private draw(): void {
    const drawing = this.querySelector(".drawing");
    const width = Math.floor(this.clientWidth);
    if (!drawing || width === 0 || width === this.drawnWidth) return;
    const figure = this.figure(width);
    this.drawnWidth = width;
    drawing.replaceChildren(...(figure ? [asImage(figure, this.caption)] : []));
    this.drawn(figure);
  }

  /** The figure has been put in place, or there is none now. */
  protected drawn(_figure: Element | null): void {}
}

/** The shortest digits that read back as the same number; a gap is an empty cell. */
export function digits(value: number | null): string {
  return value !== null && Number.isFinite(value) ? String(value) : "";
}

/** One image with one name: Plot's labels on inner groups have no role that could carry them. */
function asImage(figure: Element, caption: string): Element {
  for (const group of figure.querySelectorAll("g[aria-label]")) group.removeAttribute("aria-label");
  figure.setAttribute("role", "img");
  figure.setAttribute("aria-label", caption);
  return figure;
}
