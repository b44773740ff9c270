// The noise view: how much noise on an output hides who was in the training set.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import type { NoiseResult } from "../../../src/boundary/wasm/core";
import type { Model } from "../../answers/model";
import { scaleLines } from "../../charts/data/noise-lines";
import { type Game, gameOf } from "../../components/element/game";
import { answerPlace, covered, freshness, shareButton, standingOf } from "../../components/share/answer-head";
import { noiseNames } from "../../state/questions/noise";
import { headlineParts, noiseRows, noiseStatement, scaleRows } from "../../words/noise";
import "../../components/figures/mi-figure-table";
import "../../components/charts/mi-lines-chart";
import "./mi-noise-form";
import "./mi-noise-parts";
import "../../components/charts/mi-scales-chart";
import "../../components/element/mi-statement";

export function noiseView(model: Model) {
  const { main } = model.answers.noise;
  const { value: result } = main;
  const standing = standingOf(model, main, noiseNames);
  const { inputs, refused, stale, settled, instead } = standing;
  return html`
    <div class="answer" tabindex="-1" data-stale=${stale}>
      ${answerPlace(standing, result ? sentence(result) : awaited(standing.pending))}
      <div class="below-answer">
        <div class="standing">
          <p class="freshness">${freshness(standing, result !== null)}</p>
        </div>
        ${shareButton(model)}
      </div>
    </div>
    <div class="workbench">
      <section aria-label="Controls" class="inputs">
        <mi-noise-form .inputs=${inputs}></mi-noise-form>
        <p class="version">${result ? `Computed with mi-bounds ${result.library_version}.` : ""}</p>
      </section>
      <section aria-label="Results" class="outputs" data-stale=${stale} aria-busy=${settled ? "false" : "true"}>
        ${result && !instead ? covered(main, figures(model, result)) : nothing}
        ${result || refused ? fromData(model, main.current ? result : null) : nothing}
        ${
          result && !instead
            ? html`<h2>The statement to paste</h2>
                <mi-statement .text=${() => noiseStatement(result, model.inputs.values, model.link())}></mi-statement>`
            : nothing
        }
      </section>
    </div>
    ${gameOf(GAME)}
  `;
}

const GAME: Game = {
  tale: "From a known set of records a part of fixed size is drawn at random. Something is computed from it, such as the numbers of a model; noise is added, and the sum is published. The attacker has to say of one record whether it was drawn.",
  terms: [
    [
      "What the attacker sees",
      "One noisy output. It knows every record of the whole set and how the output is computed, but not which part was drawn, nor the noise.",
    ],
    [
      "What is assumed",
      "That the part is drawn uniformly from all parts of its size, and that the output spreads at most as far as is given while the part changes. Clipping and the number of steps play no part.",
    ],
    [
      "Where the numbers come from",
      "With the record and without, the noisy output is a mixture of shifts of the same noise. How far these lie apart on average limits how well they can be told apart.",
    ],
  ],
  says: [
    "It says: no attacker is right more often than that, for any single record, if the spread is not larger than what was given.",
    "A spread that was estimated from a few trainings proves nothing: the next one may spread further.",
    "It is no differential privacy: the luck of the draw is part of the protection. Whoever knows which other records were drawn may learn more.",
    "One output is counted. Publishing a second one with fresh noise is another question.",
  ],
};

function fromData(model: Model, result: NoiseResult | null) {
  return html`
    <h2>From data of your own</h2>
    <mi-noise-parts
      .inputs=${model.inputs}
      .drafts=${model.drafts}
      .answers=${model.answers.noise}
      .engine=${model.secondary}
      .result=${result}
      .stamp=${stamp(model)}
    ></mi-noise-parts>
  `;
}

const CONDITION =
  "If the spread of the output is at most what is given. A spread that was only estimated proves nothing.";

/** In the space of a typical answer. */
function awaited(pending: string) {
  return html`<p class="big-sentence pending">
    <span>${pending}</span>
    <span aria-hidden="true"
      >With the noise of scale 10.5, every attacker stays at or below 550 right of 1000; blind guessing gets 500.
      <small>${CONDITION}</small></span
    >
  </p>`;
}

function sentence(result: NoiseResult) {
  const { noise, scale, right, of, blind } = headlineParts(result);
  const subject = scale ? html`${noise} of scale <b>${scale}</b>` : noise;
  return html`<p class="big-sentence">
    With ${subject}, every attacker stays at or below <b class="gain">${right}</b> right of <b>${of}</b>; blind guessing gets
    <b>${blind}</b>.
    <small>${CONDITION}</small>
  </p>`;
}

function figures({ answers, inputs, link, has }: Model, result: NoiseResult) {
  const { values } = inputs;
  const { curve } = answers.noise;
  return html`
    ${result.warnings.map(({ message }) => html`<p class="notice">${message}</p>`)}
    ${
      result.scale
        ? html`<h2>How much noise each bound asks for</h2>
            <mi-scales-chart .rows=${guard([result], () => scaleRows(result))}></mi-scales-chart>
            <p class="detail">
              The sharper bounds are news: they are not in the paper, whose scale grows with the square of 1/eta at M = 2. They
              need only the mean distance of the output from its centre, hold in every dimension, and the ones for Laplace
              noise on one number and for Gaussian noise cannot be improved.
              ${has("method") ? html`<a href=${link({ ...values, view: "method" })}>Why they hold</a>` : "Why they hold is shown by a short proof: the noisy outputs of two training sets are mixtures of shifts, each pair of shifts is as hard to tell apart as their distance over the scale, and the mean of a concave function is at most the function of the mean (E13)."}
            </p>`
        : nothing
    }
    <h2>Noise over eta</h2>
    <mi-lines-chart
      .chart=${guard([curve.unrefused, values.eta, values.noise_question], () => (curve.unrefused ? scaleLines(curve.unrefused, values) : null))}
    ></mi-lines-chart>
    <h2>All figures</h2>
    <details class="part">
      <summary>Every figure, and what it rests on</summary>
      <mi-figure-table caption="All figures of the noise" .rows=${noiseRows(result)}></mi-figure-table>
    </details>
    <p class="detail">Assumed of all of them:</p>
    <ul class="plain">
      ${result.assumptions.map((sentence) => html`<li>${sentence}</li>`)}
    </ul>
  `;
}

/** Changes whenever an answer beside the view's own comes. */
function stamp({ answers }: Model): unknown[] {
  const { moments, table, examples } = answers.noise;
  return [moments, table, examples].flatMap(({ value, problem, current }) => [value, problem, current]);
}
