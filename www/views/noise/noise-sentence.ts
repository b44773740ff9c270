// The answer of the noise view in one sentence.
import { html } from "lit";
import type { NoiseResult } from "../../../src/boundary/wasm/core";
import { headlineParts } from "../../words/noise";

const CONDITION = "This holds if the output spreads at most as far as stated.";

export function noiseSentence(result: NoiseResult) {
  const { noise, scale, right, of, blind } = headlineParts(result);
  const subject = scale ? html`${noise} of scale <b>${scale}</b>` : noise;
  return html`<p class="big-sentence">
    With ${subject}, no attacker gets more than <b class="gain">${right}</b> of <b>${of}</b> guesses right; blind guessing
    gets <b>${blind}</b>.
    <small>${CONDITION}</small>
  </p>`;
}

/** In the space of a typical answer. */
export function awaitedSentence(pending: string) {
  return html`<p class="big-sentence pending">
    <span>${pending}</span>
    <span aria-hidden="true"
      >With noise of scale 10.5, no attacker gets more than 550 of 1000 guesses right; blind guessing gets 500.
      <small>${CONDITION}</small></span
    >
  </p>`;
}
