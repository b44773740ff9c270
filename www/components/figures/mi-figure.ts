// One number with the side of the truth it is on, its interval, what it means, and the theorem on demand.
import { html, nothing } from "lit";
import type { Figure } from "../../../src/boundary/wasm/core";
import { atMost, kindInWords, sideInWords } from "../../words/figure";
import { TERM_OF_FIGURE } from "../../words/glossary";
import { certified, interval, rounded } from "../../words/number";
import { LightElement } from "../element/light-element";
import "../element/mi-term";

const DIGITS = { exact: 7, interval: 4, upper: 4, lower: 4, estimate: 4, approximation: 4 } as const;

export class MiFigure extends LightElement {
  static override properties = {
    label: { type: String },
    name: { type: String },
    figure: { attribute: false },
    words: { type: String },
    inPercent: { type: Boolean },
    footnote: { type: String },
  };

  declare label: string;
  /** The key of the result, for tests and readers of the source. */
  declare name: string;
  declare figure: Figure | null;
  declare words: string;
  declare inPercent: boolean;
  /** Where a number among the words comes from. */
  declare footnote: string | undefined;

  protected override render() {
    const { figure } = this;
    const term = TERM_OF_FIGURE[this.name];
    return html`
      <h3>${this.label}</h3>
      <p class="value">
        <output data-figure=${this.name}>${figure ? this.value(figure) : "…"}</output>
        <span class="kind">${figure ? kindInWords(figure) : ""}</span>
      </p>
      <p class="interval">${figure ? this.interval(figure) : nothing}</p>
      <div class="words">
        ${this.words} ${term ? html`<mi-term name=${term} label=${this.label}></mi-term>` : nothing}
      </div>
      <details>
        <summary>Where this comes from</summary>
        <p>${figure?.theorem}</p>
        ${this.footnote ? html`<p>${this.footnote}</p>` : nothing}
        <p>Computed by: ${figure?.method.replaceAll("_", " ")}.</p>
      </details>
    `;
  }

  private get scale(): number {
    return this.inPercent ? 100 : 1;
  }

  private value(figure: Figure): string {
    const unit = this.inPercent ? "%" : "";
    const most = this.inPercent ? 4 : DIGITS[figure.kind];
    const { kind, lower, estimate, upper } = figure;
    // The end on the safe side is what is read first.
    const fromBelow = kind === "lower" || (kind === "interval" && estimate === lower);
    if (kind === "upper" || (kind === "interval" && !fromBelow))
      return `≤ ${rounded(atMost(figure) * this.scale, most, "up")}${unit}`;
    if (fromBelow) return `≥ ${rounded((lower ?? estimate) * this.scale, most, "down")}${unit}`;
    if (lower === null || upper === null) return `≈ ${rounded(estimate * this.scale, most)}${unit}`;
    return `${certified(lower * this.scale, estimate * this.scale, upper * this.scale, most)}${unit}`;
  }

  private interval(figure: Figure) {
    const { kind, lower, estimate, upper } = figure;
    if (lower === null || upper === null) return nothing;
    if (kind === "interval") return sideInWords(figure, this.scale, this.inPercent ? "%" : "");
    const text = interval(lower * this.scale, estimate * this.scale, upper * this.scale, 4);
    return this.inPercent ? `(${text})%` : text;
  }
}

MiFigure.define("mi-figure");
