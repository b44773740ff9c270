// The noise view: how much noise on an output hides who was in the training set.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import type { NoiseResult } from "../../../src/boundary/wasm/core";
import type { Model } from "../../answers/model";
import { scaleLines } from "../../charts/data/noise-lines";
import { limits, workbench } from "../../components/element/workbench";
import { answerPlace, covered, freshness, standingOf } from "../../components/share/answer-head";
import { noiseNames } from "../../state/questions/noise";
import { answerInWords, headlineParts, noiseRows, scaleRows } from "../../words/noise";
import "../../components/figures/mi-figure-table";
import "../../components/charts/mi-lines-chart";
import "./mi-noise-form";
import "./mi-noise-parts";
import "../../components/charts/mi-scales-chart";
import "../../components/element/mi-unfold";
import "../../components/figures/mi-pinned";

export function noiseView(model: Model) {
  const { main } = model.answers.noise;
  const { value: result } = main;
  const standing = standingOf(model, main, noiseNames);
  const { inputs, refused, stale, settled, instead, cover } = standing;
  return html`
    ${workbench({
      pinned: result && !instead && !cover ? answerInWords(result) : "",
      stale,
      settled,
      answer: html`
        ${answerPlace(standing, result ? sentence(result) : awaited(standing.pending))}
        <p class="freshness">${freshness(standing, result !== null)}</p>
      `,
      form: html`<mi-noise-form .inputs=${inputs}></mi-noise-form>`,
      results: html`
        ${result && !instead ? covered(main, figures(model, result)) : nothing}
        ${result || refused ? fromData(model, main.current ? result : null) : nothing}
      `,
    })}
    ${limits(LIMITS)}
  `;
}

const LIMITS = [
  "A spread that was estimated from a few trainings proves nothing: the next one may spread further.",
  "It is not differential privacy: the luck of the draw is part of the protection. Whoever knows which other records were drawn may learn more.",
  "One output is counted. Publishing a second one with fresh noise is another question.",
];

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

const CONDITION = "This holds if the output spreads at most as far as stated.";

/** In the space of a typical answer. */
function awaited(pending: string) {
  return html`<p class="big-sentence pending">
    <span>${pending}</span>
    <span aria-hidden="true"
      >With noise of scale 10.5, no attacker gets more than 550 of 1000 guesses right; blind guessing gets 500.
      <small>${CONDITION}</small></span
    >
  </p>`;
}

function sentence(result: NoiseResult) {
  const { noise, scale, right, of, blind } = headlineParts(result);
  const subject = scale ? html`${noise} of scale <b>${scale}</b>` : noise;
  return html`<p class="big-sentence">
    With ${subject}, no attacker gets more than <b class="gain">${right}</b> of <b>${of}</b> guesses right; blind guessing
    gets <b>${blind}</b>.
    <small>${CONDITION}</small>
  </p>`;
}

function figures({ answers, inputs, link, has }: Model, result: NoiseResult) {
  const { values } = inputs;
  const { curve } = answers.noise;
  return html`
    ${result.warnings.map(({ message }) => html`<p class="notice">${message}</p>`)}
    <h2>Noise over eta</h2>
    <mi-lines-chart
      .chart=${guard([curve.unrefused, values.eta, values.noise_question], () => (curve.unrefused ? scaleLines(curve.unrefused, values) : null))}
    ></mi-lines-chart>
    ${
      result.scale
        ? html`<mi-unfold
            summary="How much noise each bound asks for"
            .values=${values}
            .content=${() => html`<mi-scales-chart .rows=${guard([result], () => scaleRows(result))}></mi-scales-chart>
              <p class="detail">
                The sharper bounds are not in the paper, whose scale grows with the square of 1/eta at M = 2. They need only the
                mean distance of the output from its centre and hold in every dimension.
                ${has("method") ? html`<a href=${link({ ...values, view: "method", section: "sharper-noise" })}>Why they hold</a>` : nothing}
              </p>`}
          ></mi-unfold>`
        : nothing
    }
    <mi-unfold
      summary="All figures, and what they rest on"
      .values=${values}
      .content=${() => html`<mi-figure-table caption="All figures of the noise" .rows=${noiseRows(result)}></mi-figure-table>
        <p class="detail">Assumed of all of them:</p>
        <ul class="plain">
          ${result.assumptions.map((sentence) => html`<li>${sentence}</li>`)}
        </ul>`}
    ></mi-unfold>
  `;
}

/** Changes whenever an answer beside the view's own comes. */
function stamp({ answers }: Model): unknown[] {
  const { moments, table, examples } = answers.noise;
  return [moments, table, examples].flatMap(({ value, problem, current }) => [value, problem, current]);
}
