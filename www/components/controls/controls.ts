// A control for each parameter, fed from what stands in the inputs.
import { html } from "lit";
import type { Problem } from "../../engine/protocol";
import { type Inputs, textOf } from "../../state/inputs/inputs";
import type { RunKey } from "../../state/inputs/same-run";
import type { ChoiceKey } from "../../state/parameters/choices";
import type { Key, Name } from "../../state/parameters/table";
import { type Caution, cautions, UNSEEN } from "../../words/cautions";
import "./mi-choice";
import "./mi-number-field";

export function numberField(
  inputs: Inputs,
  key: Key,
  derived: number | null = null,
  either: readonly RunKey[] | undefined = undefined,
) {
  const { values, problems, notes } = inputs;
  return html`<mi-number-field
    .parameter=${key}
    .either=${either}
    .view=${values.view}
    .text=${textOf(inputs, key, derived)}
    .value=${values[key] ?? derived}
    .problem=${problems[key]}
    .note=${notes[key]}
  ></mi-number-field>`;
}

export function choice(inputs: Inputs, key: ChoiceKey, list = false) {
  const { values, problems, notes } = inputs;
  return html`<mi-choice
    .parameter=${key}
    .value=${values[key]}
    .problem=${problems[key]}
    .note=${notes[key]}
    .list=${list}
  ></mi-choice>`;
}

export function fields(inputs: Inputs, ...keys: Key[]) {
  return html`<div class="ask">${keys.map((key) => numberField(inputs, key))}</div>`;
}

/** In place of an answer: why there is none, or that it is not there yet. */
export function refusal(problem: Problem | null) {
  return html`<p class=${problem ? "detail problem" : "detail"}>${problem?.message ?? "…"}</p>`;
}

/** The place of a control's cautions: always there, so that what appears in it is spoken. */
export function cautionsBeside({ values, problems }: Inputs, ...names: Name[]) {
  const found = cautions(values).filter(({ beside }) => names.includes(beside) && !problems[beside]);
  return html`<div class="cautions" role="status">${found.map(caution)}</div>`;
}

function caution({ id, what, why, remedy, mild }: Caution) {
  if (mild)
    return html`<details class="remark-mild" data-caution=${id}>
      <summary>${what}</summary>
      ${why} ${remedy}
    </details>`;
  return html`<p class="caution" data-caution=${id}>
    <strong><span aria-hidden="true">⚠ </span>Check: ${what}</strong> ${why} ${remedy}
  </p>`;
}

export function unseen() {
  return html`<details class="unseen">
    <summary>What no number here can tell: check in your program</summary>
    <dl>
      ${UNSEEN.map(
        ({ question, answer }) => html`<dt>${question}</dt>
          <dd>${answer}</dd>`,
      )}
    </dl>
  </details>`;
}
