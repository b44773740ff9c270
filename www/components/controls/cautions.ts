// What is odd about an input, beside its control: what, why it matters, what to do.
import { html } from "lit";
import type { Inputs } from "../../state/inputs/inputs";
import type { Name } from "../../state/parameters/table";
import { type Caution, cautions, UNSEEN } from "../../words/cautions";

/** The place of a control's cautions: always there, so that what appears in it is spoken. */
export function cautionsBeside({ values, problems }: Inputs, ...names: Name[]) {
  const found = cautions(values).filter(({ beside }) => names.includes(beside) && !problems[beside]);
  return html`<div class="cautions" role="status">${found.map(caution)}</div>`;
}

function caution({ id, what, why, remedy, mild }: Caution) {
  if (mild) return html`<p class="remark-mild" data-caution=${id}>${what} ${why} ${remedy}</p>`;
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
