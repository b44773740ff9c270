// The answer in one sentence, with the thousand guesses drawn as one bar.
import { html, nothing, svg } from "lit";
import type { Figure } from "../../../src/boundary/wasm/core";
import { atMost, headlineParts, isFair, priorInWords } from "../../words/figure";
import { count, type Frequency, rightGuesses } from "../../words/number";
import { LightElement } from "../element/light-element";

const BAR_WIDTH = 1000;
const BAR_HEIGHT = 24;

/** Take the space of an answer while there is none. */
const typical = (guesses: string) =>
  `Of 1000 ${guesses}, the best possible attacker gets at most 557 right; blind guessing gets 500.`;
const NOTHING_GAINED: Frequency = { of: 1000, right: 500, blind: 500 };

export class MiHeadline extends LightElement {
  static override properties = {
    advantage: { attribute: false },
    prior: { type: Number },
    pending: { type: String },
    guesses: { type: String },
    caveat: { type: String },
  };

  declare advantage: Figure | null;
  /** The share of members that the reader has given: the sentence is about a fair coin whatever it is. */
  declare prior: number | null | undefined;
  /** Said while there is no answer. */
  declare pending: string | undefined;
  /** What is guessed, e.g. "guesses". */
  declare guesses: string | undefined;
  /** Said in place of what the kind of the figure says. */
  declare caveat: string | undefined;

  protected override render() {
    if (!this.advantage) return this.awaited();
    const guesses = rightGuesses(atMost(this.advantage));
    const { of, side, right, blind, caveat } = headlineParts(this.advantage);
    const said = [this.caveat ?? caveat, priorInWords(this.prior)].filter(Boolean).join(" ");
    return html`
      <p class="sentence">
        Of <b>${of}</b> ${this.guesses ?? "guesses"}${isFair(this.prior) ? "" : " in a fair coin toss"}, the best possible attacker gets ${side}
        <b class="gain">${right}</b> right; blind guessing gets <b>${blind}</b>.
        ${said ? html`<small>${said}</small>` : nothing}
      </p>
      ${this.bar(guesses)}
    `;
  }

  /** As high as an answer, so that nothing moves when it comes. */
  private awaited() {
    return html`
      <p class="sentence pending">
        <span>${this.pending ?? "Computing…"}</span>
        <span aria-hidden="true">${typical(this.guesses ?? "guesses")}${this.caveat ? html`<small>${this.caveat}</small>` : nothing}</span>
      </p>
      <div class="pending">${this.bar(NOTHING_GAINED)}</div>
    `;
  }

  private bar({ of, right, blind }: Frequency) {
    const x = (guesses: number) => (guesses / of) * BAR_WIDTH;
    const gained = right - blind;
    return html`
      <svg class="bar" viewBox="0 0 ${BAR_WIDTH} ${BAR_HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
        ${svg`
          <rect class="wrong" width=${BAR_WIDTH} height=${BAR_HEIGHT} />
          <rect class="chance" width=${x(blind)} height=${BAR_HEIGHT} />
          <rect class="gained" x=${x(blind)} width=${x(gained)} height=${BAR_HEIGHT} />
        `}
      </svg>
      <ul class="legend">
        <li class="chance">${count(blind)} right by chance</li>
        <li class="gained">at most ${count(gained)} more by what is published</li>
        ${of > right ? html`<li class="wrong">${count(of - right)} or more wrong</li>` : nothing}
      </ul>
    `;
  }
}

MiHeadline.define("mi-headline");
