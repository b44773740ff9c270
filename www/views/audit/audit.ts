// The audit view: whether the results of an attack refute what was declared of the training.
import { html, nothing } from "lit";
import type { AuditResult } from "../../../src/boundary/wasm/core";
import type { Model } from "../../answers/model";
import { limits, workbench } from "../../components/element/workbench";
import { assumed } from "../../components/figures/all-figures";
import { answerPlace, covered, freshness, standingOf } from "../../components/share/answer-head";
import { type Parameters, print } from "../../state/parameters/table";
import { auditDelta, auditNames } from "../../state/questions/audit";
import {
  auditLimits,
  auditRows,
  declaredNoise,
  neededInWords,
  noiseInWords,
  noiseLabel,
  pValue,
  REASONS,
  shareInWords,
} from "../../words/audit";
import { verdictParts } from "../../words/verdict";
import "../../components/figures/mi-figure";
import "../../components/figures/mi-figure-table";
import "../../components/figures/mi-pinned";
import "./mi-audit-chart";
import "./mi-audit-form";

export function auditView(model: Model) {
  const { main } = model.answers.audit;
  const { value: result } = main;
  const standing = standingOf(model, main, auditNames);
  const { inputs, stale, settled, instead, cover } = standing;
  const { values } = inputs;
  return html`
    ${workbench({
      pinned: result && !instead && !cover ? verdictParts(result, values).says : "",
      stale,
      settled,
      answer: html`
        ${answerPlace(standing, result ? sentence(result, values) : awaited(standing.pending))}
        <p class="freshness">${freshness(standing, result !== null)}</p>
        ${result && !instead ? covered(main, figures(result, values)) : nothing}
      `,
      form: html`<mi-audit-form .inputs=${inputs}></mi-audit-form>`,
      results: result && !instead ? covered(main, evidence(model, result)) : nothing,
    })}
    ${limits(auditLimits(values))}
  `;
}

function sentence(result: AuditResult, values: Parameters) {
  const { says, adds } = verdictParts(result, values);
  return html`<p class="big-sentence" data-verdict=${result.refuted ? "refuted" : "not-refuted"}>
    ${says} <small>${adds}</small>
  </p>`;
}

/** In the space of a typical answer. */
function awaited(pending: string) {
  return html`<p class="big-sentence pending">
    <span>${pending}</span>
    <span aria-hidden="true"
      >These results do not refute the declared run.
      <small>That does not prove that it was kept: another attack, or more trials, may still refute it.</small></span
    >
  </p>`;
}

/** How sure the verdict is, how strong the attack, and which noise is left. */
function figures(result: AuditResult, values: Parameters) {
  const { share_of_possible, noise_multiplier, epsilon } = result;
  return html`<div class="figures">
    <mi-figure name="p_value" label="p-value" .figure=${pValue(result)} words="chance of such results, if it was kept"></mi-figure>
    <mi-figure
      name="share_of_possible"
      label="Shown of what is possible"
      inPercent
      .figure=${share_of_possible}
      words=${shareInWords(result)}
    ></mi-figure>
    ${
      noise_multiplier
        ? html`<mi-figure
            name="noise_multiplier"
            label=${noiseLabel(values)}
            .figure=${noise_multiplier}
            .says=${noiseInWords(noise_multiplier)}
            words=${declaredNoise(values)}
          ></mi-figure>`
        : epsilon
          ? html`<mi-figure
              name="epsilon"
              label="Epsilon at delta ${print(auditDelta(values))}"
              .figure=${epsilon}
              words="the attack shows at least this"
            ></mi-figure>`
          : nothing
    }
  </div>`;
}

function evidence({ inputs, link, has }: Model, result: AuditResult) {
  const { values } = inputs;
  return html`
    <h2>The attack against the declared curve</h2>
    <mi-audit-chart .result=${result}></mi-audit-chart>
    ${result.refuted ? reasons() : nothing}
    <h2>What the attack certainly shows</h2>
    <p class="detail">Each with confidence ${print(result.level)} by itself, beside what is possible under what was declared.</p>
    <mi-figure-table caption="What the attack certainly shows" .rows=${auditRows(result, values)}></mi-figure-table>
    <p class="detail" data-figure="needed_trials">${neededInWords(result, values)}</p>
    ${assumed([result.status, ...result.assumptions], "What this rests on:")}
    ${has("method") ? html`<p class="detail"><a href=${link({ ...values, view: "method", section: "audit" })}>How the test works</a></p>` : nothing}
  `;
}

function reasons() {
  return html`<h2>What is wrong most often</h2>
    <dl class="terms">
      ${REASONS.map(
        ({ reason, check }) => html`<dt>${reason}</dt>
          <dd>${check}</dd>`,
      )}
    </dl>`;
}
