// One number at a few digits with the side of the truth it is on; every digit, the interval and the theorem stand behind
// the word that names its kind.
import { html, nothing } from "lit";
import type { Figure } from "../../../src/boundary/wasm/core";
import { atMost, isConfidenceBound, kindInWords, sideInWords } from "../../words/figure";
import { TERM_OF_FIGURE } from "../../words/glossary";
import { certified, interval, rounded } from "../../words/number";
import { LightElement } from "../element/light-element";
import "../element/mi-term";

const DIGITS = 4;

export class MiFigure extends LightElement {
  static override properties = {
    label: { type: String },
    name: { type: String },
    figure: { attribute: false },
    words: { type: String },
    says: { type: String },
    inPercent: { type: Boolean },
    footnote: { type: String },
  };

  declare label: string;
  /** The key of the result, for tests and readers of the source. */
  declare name: string;
  declare figure: Figure | null;
  declare words: string;
  /** In place of the number, e.g. "20 of 1000". */
  declare says: string | undefined;
  declare inPercent: boolean;
  /** Where a number among the words comes from. */
  declare footnote: string | undefined;

  protected override render() {
    const { figure } = this;
    const term = TERM_OF_FIGURE[this.name];
    return html`
      <h3>${this.label} ${term ? html`<mi-term name=${term} label=${this.label}></mi-term>` : nothing}</h3>
      <p class="value">
        <output data-figure=${this.name}>${figure ? (this.says ?? this.value(figure)) : "…"}</output>
      </p>
      <p class="words">${this.words}</p>
      <details class="kind">
        <summary>${figure ? kindInWords(figure) : "…"}</summary>
        <p class="interval">${figure ? this.interval(figure) : nothing}</p>
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
    const { kind, lower, estimate, upper } = figure;
    // The end on the safe side is what is read first.
    const fromBelow = kind === "lower" || isConfidenceBound(figure) || (kind === "interval" && estimate === lower);
    if (kind === "upper" || (kind === "interval" && !fromBelow))
      return `≤ ${rounded(atMost(figure) * this.scale, DIGITS, "up")}${unit}`;
    if (fromBelow) return `≥ ${rounded((lower ?? estimate) * this.scale, DIGITS, "down")}${unit}`;
    if (lower === null || upper === null) return `≈ ${rounded(estimate * this.scale, DIGITS)}${unit}`;
    return `${certified(lower * this.scale, estimate * this.scale, upper * this.scale, DIGITS)}${unit}`;
  }

  private interval(figure: Figure) {
    const { kind, lower, estimate, upper } = figure;
    if (kind === "interval" || lower === null || upper === null)
      return sideInWords(figure, this.scale, this.inPercent ? "%" : "");
    const text = interval(lower * this.scale, estimate * this.scale, upper * this.scale, DIGITS);
    return this.inPercent ? `(${text})%` : text;
  }
}

MiFigure.define("mi-figure");
