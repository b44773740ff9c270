// The attributes view: what training reveals about one attribute of a record.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import type { AttributesResult, GradientDistance } from "../../../src/boundary/wasm/core";
import type { Model } from "../../answers/model";
import { choice } from "../../components/controls/controls";
import { limits, workbench } from "../../components/element/workbench";
import { advantageFigure } from "../../components/figures/advantage";
import { allFigures } from "../../components/figures/all-figures";
import { answerPlace, following, freshness, standingOf } from "../../components/share/answer-head";
import { attributesNames } from "../../state/questions/attributes";
import {
  attributeBounds,
  attributeRows,
  CAVEAT,
  errorInWords,
  GUESSES,
  LIMITS,
  missingInWords,
} from "../../words/attribute";
import { glance } from "../../words/figure";
import { count } from "../../words/number";
import { attributesChart } from "./attributes-chart";
import "./mi-attributes-form";
import "../../components/charts/mi-comparison-chart";
import "../../components/figures/mi-figure";
import "../../components/figures/mi-headline";
import "../../components/controls/mi-presets";
import "../../components/element/mi-unfold";

export function attributesView(model: Model) {
  const { main, distance } = model.answers.attributes;
  const { value: result } = main;
  const circumstances = { beside: distance.problem, missing: missingInWords(model.inputs) };
  const standing = standingOf(model, main, attributesNames, circumstances);
  const { inputs } = standing;
  return html`
    ${workbench(standing, {
      pinned: result && glance(result.certified.advantage),
      answer: html`
        ${answerPlace(
          standing,
          html`<mi-headline
            .advantage=${result?.certified.advantage ?? null}
            .pending=${standing.pending}
            .guesses=${GUESSES}
            .caveat=${CAVEAT}
          ></mi-headline>`,
        )}
        <p class="freshness">${freshness(standing, result !== null)}</p>
        ${following(standing, main, gains)}
      `,
      form: html`
        <div class="form-head"><mi-presets .values=${inputs.values}></mi-presets></div>
        ${inputs.values.history ? html`<p class="notice">A schedule is not used here: the single phase below is.</p>` : nothing}
        <mi-attributes-form .inputs=${inputs} .drafts=${model.drafts}></mi-attributes-form>
      `,
      results: html`${measured(model)} ${following(standing, main, (found) => figures(model, found))}`,
    })}
    ${limits(LIMITS)}
  `;
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

function gains({ certified, bayes_security }: AttributesResult) {
  return html`<div class="figures">
    ${advantageFigure(certified.advantage)}
    <mi-figure
      name="bayes_security"
      label="Bayes security, certified"
      .figure=${certified.bayes_security}
      words="share of blind errors that are left"
    ></mi-figure>
    <mi-figure
      name="closed_form"
      label="Bayes security, closed form"
      .figure=${bayes_security}
      words="a formula without a promise"
    ></mi-figure>
  </div>`;
}

function figures(model: Model, result: AttributesResult) {
  const { answers, inputs } = model;
  const { values } = inputs;
  const { curve } = answers.attributes;
  return html`
    ${result.warnings.map(({ message }) => html`<p class="notice">${message}</p>`)}
    <h2>How far the closed form is off</h2>
    <p class="detail">${errorInWords(result)}</p>
    <div class="ask">${choice(inputs, "attributes_over", true)}</div>
    ${
      curve.unrefused
        ? attributesChart(curve.unrefused, result, values.attributes_over)
        : html`<p class="detail">
            ${curve.problem?.message ?? (values.distance_source === "steps" ? "With distances from a file there is no one number to vary." : "Computing…")}
          </p>`
    }
    <mi-unfold
      summary="What each bound says"
      .values=${values}
      .content=${() => html`<mi-comparison-chart
        note="Filled marks are proven, open ones are formulas without a promise. The truth for the worst gradients lies between what is attained and the smallest bound."
        .bounds=${guard([result], () => attributeBounds(result))}
      ></mi-comparison-chart>`}
    ></mi-unfold>
    ${allFigures(values, "All figures of attribute inference", result.assumptions, () => attributeRows(result, values))}
  `;
}
