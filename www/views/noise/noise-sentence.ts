// The answer of the noise view in one sentence.
import { html } from "lit";
import type { NoiseResult } from "../../../src/boundary/wasm/core";
import { headlineParts } from "../../words/noise";

const CONDITION =
  "If the spread of the output is at most what is given. A spread that was only estimated proves nothing.";

export function noiseSentence(result: NoiseResult) {
  const { noise, scale, right, of, blind } = headlineParts(result);
  const subject = scale ? html`${noise} of scale <b>${scale}</b>` : noise;
  return html`<p class="big-sentence">
    With ${subject}, every attacker stays at or below <b class="gain">${right}</b> right of <b>${of}</b>; blind guessing gets
    <b>${blind}</b>.
    <small>${CONDITION}</small>
  </p>`;
}

/** In the space of a typical answer. */
export function awaitedSentence(pending: string) {
  return html`<p class="big-sentence pending">
    <span>${pending}</span>
    <span aria-hidden="true"
      >With the noise of scale 10.5, every attacker stays at or below 550 right of 1000; blind guessing gets 500.
      <small>${CONDITION}</small></span
    >
  </p>`;
}
