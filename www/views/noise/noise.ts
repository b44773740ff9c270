// The noise view: how much noise on an output hides who was in the training set.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import type { NoiseResult } from "../../../src/boundary/wasm/core";
import type { Model } from "../../answers/model";
import { limits, workbench } from "../../components/element/workbench";
import { allFigures } from "../../components/figures/all-figures";
import { answerPlace, following, freshness, standingOf } from "../../components/share/answer-head";
import { noiseNames } from "../../state/questions/noise";
import { answerInWords, noiseRows, scaleRows } from "../../words/noise";
import { noiseChart } from "./noise-chart";
import { awaitedSentence, noiseSentence } from "./noise-sentence";
import "../../components/controls/mi-presets";
import "./mi-noise-form";
import "./mi-noise-parts";
import "../../components/charts/mi-scales-chart";
import "../../components/element/mi-unfold";

export function noiseView(model: Model) {
  const { main } = model.answers.noise;
  const { value: result } = main;
  const standing = standingOf(model, main, noiseNames);
  const { inputs, refused } = standing;
  return html`
    ${workbench(standing, {
      pinned: result && answerInWords(result),
      answer: html`
        ${answerPlace(standing, result ? noiseSentence(result) : awaitedSentence(standing.pending))}
        <p class="freshness">${freshness(standing, result !== null)}</p>
      `,
      form: html`<div class="form-head"><mi-presets .values=${inputs.values}></mi-presets></div>
        <mi-noise-form .inputs=${inputs}></mi-noise-form>`,
      results: html`
        ${following(standing, main, (found) => figures(model, found))}
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

function figures({ answers, inputs, link, has }: Model, result: NoiseResult) {
  const { values } = inputs;
  const { curve } = answers.noise;
  return html`
    ${result.warnings.map(({ message }) => html`<p class="notice">${message}</p>`)}
    <h2>Noise over eta</h2>
    ${noiseChart(curve.unrefused, values)}
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
    ${allFigures(values, "All figures of the noise", result.assumptions, () => noiseRows(result))}
  `;
}

/** Changes whenever an answer beside the view's own comes. */
function stamp({ answers }: Model): unknown[] {
  const { moments, table, examples } = answers.noise;
  return [moments, table, examples].flatMap(({ value, problem, current }) => [value, problem, current]);
}
