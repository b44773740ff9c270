// The audit view: whether the results of an attack refute what was declared of the training.
import { html, nothing } from "lit";
import type { AuditResult } from "../../../src/boundary/wasm/core";
import type { Model } from "../../answers/model";
import { limits, workbench } from "../../components/element/workbench";
import { allFigures } from "../../components/figures/all-figures";
import { answerPlace, following, freshness, standingOf } from "../../components/share/answer-head";
import type { Inputs } from "../../state/inputs/inputs";
import { print } from "../../state/parameters/table";
import { auditNames } from "../../state/questions/audit";
import { auditLimits, auditRows, neededInWords, REASONS, shownRows } from "../../words/audit";
import { verdictParts } from "../../words/verdict";
import { auditFigures, auditSentence } from "./audit-answer";
import "./mi-audit-chart";
import "./mi-audit-form";
import "./mi-audit-plan";

export function auditView(model: Model) {
  const { audit } = model.answers;
  const { main, plan } = audit;
  const { value: result } = main;
  const standing = standingOf(model, main, auditNames, { missing: missing(model) });
  const { inputs } = standing;
  const { values } = inputs;
  return html`
    ${workbench(standing, {
      pinned: result && verdictParts(result, values).says,
      answer: html`
        ${answerPlace(standing, result ? auditSentence(result, values) : awaited(standing.pending))}
        <p class="freshness">${freshness(standing, result !== null)}</p>
        ${following(standing, main, (found) => auditFigures(found, values))}
      `,
      form: html`<mi-audit-form .inputs=${inputs} .answers=${audit} .stamp=${stamp(model)}></mi-audit-form>`,
      results: following(standing, main, (found) => evidence(model, found)),
    })}
    <mi-audit-plan .inputs=${inputs} .plan=${plan} .stamp=${[plan.value, plan.problem, plan.current]}></mi-audit-plan>
    ${limits(auditLimits(values))}
  `;
}

/** Why there are no scores to audit, where these are what is asked about. */
function missing({ inputs, answers }: Model): string | null {
  const { results, scores_from } = inputs.values;
  if (results !== "scores" || scores_from !== "file") return null;
  return withoutScores(inputs, answers.audit.scores);
}

function withoutScores({ scores }: Inputs, { problem, current, value }: Model["answers"]["audit"]["scores"]) {
  if (!scores) return "Give a file of scores, or choose another form of the results";
  if (problem) return problem.message;
  return current && value && !value.summary.ok ? value.summary.error.message : null;
}

/** Changes whenever something is known anew of the file: the element around it is the same object. */
function stamp({ answers }: Model): unknown[] {
  const { scores, bytesRead } = answers.audit;
  return [scores.value, scores.problem, scores.current, bytesRead];
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

function evidence({ inputs, link, has }: Model, result: AuditResult) {
  const { values } = inputs;
  return html`
    <h2>The attack against the declared curve</h2>
    <mi-audit-chart .result=${result}></mi-audit-chart>
    <h2>What the attack certainly shows</h2>
    <p class="detail">Each with confidence ${print(result.level)} by itself.</p>
    <div class="figures">
      ${shownRows(result, values).map(
        ({ name, label, figure, percent, words }) =>
          html`<mi-figure
            name=${name}
            label=${label}
            ?inPercent=${percent}
            .figure=${figure}
            words=${words ?? ""}
          ></mi-figure>`,
      )}
    </div>
    <p class="detail" data-figure="needed_trials">${neededInWords(result, values)}</p>
    ${result.refuted ? reasons() : nothing}
    <h2>More</h2>
    ${allFigures(values, "All figures of the audit", [result.status, ...result.assumptions], () => auditRows(result, values))}
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
