// The attributes view: what training reveals about one attribute of a record.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import type { AttributesResult, GradientDistance } from "../../../src/boundary/wasm/core";
import type { Model } from "../../answers/model";
import { attributeLines } from "../../charts/data/attribute-lines";
import { choice } from "../../components/controls/controls";
import { type Game, gameOf } from "../../components/element/game";
import { answerPlace, covered, freshness, shareButton, standingOf } from "../../components/share/answer-head";
import type { Inputs } from "../../state/inputs/inputs";
import { attributesNames } from "../../state/questions/attributes";
import {
  attributeBounds,
  attributeRows,
  attributeStatement,
  CAUTIONS,
  CAVEAT,
  errorInWords,
  GUESSES,
} from "../../words/attribute";
import { glance } from "../../words/figure";
import { count } from "../../words/number";
import "./mi-attributes-form";
import "../../components/charts/mi-comparison-chart";
import "../../components/figures/mi-figure";
import "../../components/figures/mi-figure-table";
import "../../components/figures/mi-headline";
import "../../components/charts/mi-lines-chart";
import "../../components/element/mi-statement";

export function attributesView(model: Model) {
  const { main, distance } = model.answers.attributes;
  const { value: result } = main;
  const circumstances = { beside: distance.problem, missing: missing(model.inputs) };
  const standing = standingOf(model, main, attributesNames, circumstances);
  const { inputs, stale, settled, instead, cover } = standing;
  return html`
    <div class="answer" tabindex="-1" data-stale=${stale}>
      ${answerPlace(
        standing,
        html`<mi-headline
          .advantage=${result?.certified.advantage ?? null}
          .pending=${standing.pending}
          .guesses=${GUESSES}
          .caveat=${CAVEAT}
        ></mi-headline>`,
      )}
      <div class="below-answer">
        <div class="standing">
          <p class="freshness">${freshness(standing, result !== null)}</p>
        </div>
        ${shareButton(model)}
      </div>
    </div>
    <div class="workbench">
      <section aria-label="Controls" class="inputs">
        <p class="glance" aria-hidden="true">${result && !instead && !cover ? glance(result.certified.advantage) : ""}</p>
        ${inputs.values.history ? html`<p class="notice">A schedule is not used here: the single phase below is.</p>` : nothing}
        <mi-attributes-form .inputs=${inputs} .drafts=${model.drafts}></mi-attributes-form>
        <p class="version">${result ? `Computed with mi-bounds ${result.library_version}.` : ""}</p>
      </section>
      <section aria-label="Results" class="outputs" data-stale=${stale} aria-busy=${settled ? "false" : "true"}>
        ${measured(model)} ${result && !instead ? covered(main, figures(model, result)) : nothing}
      </section>
    </div>
    ${gameOf(GAME)}
  `;
}

const GAME: Game = {
  tale: "A record is in the training set. All of it is known but one attribute, which has one of two values: a fair coin decides which. The model is trained, and the attacker has to say how the coin fell.",
  terms: [
    [
      "What the attacker sees",
      "The noisy gradient of every step, and all other records. It knows the method and its settings, and both values that the attribute may have.",
    ],
    [
      "What is assumed",
      "Each step takes each record by its own coin toss (Poisson sampling), clips its gradient, and adds Gaussian noise. At every step the gradients of the two values are no further apart than the distance that is given.",
    ],
    [
      "Where the numbers come from",
      "The closer the two gradients, the harder they are to tell apart under the same noise: the upper end is the smallest of several proven bounds, the lower end what the best attacker gains on gradients that are allowed.",
    ],
  ],
  says: [
    "It says: no attack on this training tells the two values apart more often than the upper end.",
    "A distance of twice the clipping norm holds for every record and every path, and needs no measurement. A smaller one has to be known, not hoped for.",
    "It speaks of what this record’s part in the training reveals. An attribute that can be guessed from other people’s data, or from what else is known of the person, can still be guessed.",
    "With more than two values, it speaks of telling any two of them apart.",
  ],
};

/** What is asked for and not there yet. */
function missing({ values, tables }: Inputs): string | null {
  if (values.distance_source === "steps" && !tables.distances)
    return "The file with one gradient distance for each step is missing";
  if (values.distance_source === "gradients" && !tables.gradients) return "The file with raw gradients is missing";
  return null;
}

function measured({ answers, inputs }: Model) {
  const { value } = answers.attributes.distance;
  if (inputs.values.distance_source !== "gradients" || !value) return nothing;
  return html`<h2>From the gradients</h2>
    <div class="figures">
      <mi-figure name="diameter" label="Diameter R" .figure=${value.diameter} words=${inWords(value)}></mi-figure>
      <mi-figure
        name="mean_vector"
        label="By the mean vector"
        .figure=${value.mean_vector}
        words="Twice the largest distance from the mean gradient: quicker where values are many, never below the diameter, and so on the safe side."
      ></mi-figure>
    </div>
    <p class="notice">
      These are the gradients of one state of one model. For a bound of the whole training the same number must hold at every
      step; the diameter is used for all of them here.
    </p>`;
}

function inWords({ records, values, dimension, record, pair, clipped }: GradientDistance): string {
  const many = `${count(records)} ${records === 1 ? "record" : "records"} with ${count(values)} values in ${count(dimension)} dimensions`;
  return `Largest distance of two values, over ${many}: record ${record}, values ${pair[0]} and ${pair[1]}. ${count(clipped)} gradients were longer than the clipping norm.`;
}

function figures(model: Model, result: AttributesResult) {
  const { answers, inputs, link } = model;
  const { values } = inputs;
  const { certified, bayes_security } = result;
  const { curve } = answers.attributes;
  return html`
    <h2>What the best attacker gains</h2>
    <div class="figures">
      <mi-figure
        name="advantage"
        label="Advantage"
        .figure=${certified.advantage}
        words="How far the best attacker is ahead of blind guessing between two values. The certificate is the smallest of several bounds."
      ></mi-figure>
      <mi-figure
        name="bayes_security"
        label="Bayes security, certified"
        .figure=${certified.bayes_security}
        words="Share of the blind guesser’s errors that the best attacker still makes, at least."
      ></mi-figure>
      <mi-figure
        name="closed_form"
        label="Bayes security, closed form"
        .figure=${bayes_security}
        words=${errorInWords(result)}
      ></mi-figure>
    </div>
    ${result.warnings.map(({ message }) => html`<p class="notice">${message}</p>`)}
    <h2>Before this is used</h2>
    <ul class="plain">
      ${CAUTIONS.map((sentence) => html`<li>${sentence}</li>`)}
    </ul>
    <h2>How far the closed form is off</h2>
    <div class="ask">${choice(inputs, "attributes_over", true)}</div>
    ${
      curve.unrefused
        ? html`<mi-lines-chart
            .chart=${guard([curve.unrefused, result], () => (curve.unrefused ? attributeLines(curve.unrefused, result, values.attributes_over) : null))}
          ></mi-lines-chart>`
        : html`<p class="detail">
            ${curve.problem?.message ?? (values.distance_source === "steps" ? "With distances from a file there is no one number to vary." : "Computing…")}
          </p>`
    }
    <h2>What each bound says</h2>
    <mi-comparison-chart
      note="Filled marks are proven, open ones are formulas without a promise. The truth for the worst gradients lies between what is attained and the smallest bound."
      .bounds=${guard([result], () => attributeBounds(result))}
    ></mi-comparison-chart>
    <h2>All figures</h2>
    <details class="part">
      <summary>Every figure, and what it rests on</summary>
      <mi-figure-table caption="All figures of attribute inference" .rows=${attributeRows(result, values)}></mi-figure-table>
    </details>
    <p class="detail">Assumed of all of them:</p>
    <ul class="plain">
      ${result.assumptions.map((sentence) => html`<li>${sentence}</li>`)}
    </ul>
    <h2>The statement to paste</h2>
    <mi-statement .text=${() => attributeStatement(result, link())}></mi-statement>
  `;
}
