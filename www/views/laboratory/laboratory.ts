// The laboratory: the papers' trainings and attacks, run on this machine, beside what is proved of them.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { LaboratoryAnswers } from "../../answers/laboratory";
import type { Model } from "../../answers/model";
import { limits, workbench } from "../../components/element/workbench";
import { laboratoryWorkerWith } from "../../engine/spawn-laboratory";
import { EXPERIMENTS } from "../../state/experiments";
import { EXPERIMENT_NAMES, type Sheet } from "../../state/laboratory";
import { CHOICES } from "../../state/parameters/choices";
import { LIMITS } from "../../words/laboratory";
import { awaited, experimentFinding, isStale } from "./experiment-finding";
import "./mi-experiment-form";
import "./mi-experiment-results";
import "./laboratory.css";

export function laboratoryView(model: Model) {
  const { inputs, answers } = model;
  // Beside a damaged link no figure stands.
  if (inputs.faults.length > 0) return html``;
  const { section } = inputs.values;
  const laboratory = answers.join((changed) => new LaboratoryAnswers(changed, laboratoryWorkerWith), inputs);
  if (section === CHOICES.section.default) return overview(model, laboratory, null);
  const { sheet } = laboratory;
  return sheet?.name === section ? experiment(model, laboratory, sheet) : overview(model, laboratory, section);
}

function overview({ inputs, link }: Model, laboratory: LaboratoryAnswers, unknown: string | null) {
  const linkTo = (section: string) =>
    link({ ...inputs.values, view: "laboratory", section, laboratory: laboratory.draft(section) });
  return html`
    <section aria-label="Answer" class="answer" tabindex="-1" data-stale="no">
      ${unknown ? html`<p class="notice">The laboratory has no experiment “${unknown}”.</p>` : nothing}
      <p class="sentence">
        What is proved is what no attacker can exceed. These experiments train, attack and count, here and now, and set what was
        found beside it.
      </p>
      <p class="detail">All of it runs in this browser; nothing is sent anywhere. The same link gives the same digits on every machine.</p>
    </section>
    <section aria-label="Results" class="outputs laboratory" aria-busy="false">
      <h2>The experiments</h2>
      <ol class="experiments">
        ${EXPERIMENT_NAMES.map((name) => {
          const { title = "", question = "" } = EXPERIMENTS[name] ?? {};
          return html`<li data-experiment=${name}>
            <h3><a href=${linkTo(name)}>${title}</a></h3>
            <p>${question}</p>
          </li>`;
        })}
      </ol>
    </section>
    ${limits(LIMITS)}
  `;
}

function experiment({ inputs, link, sharedLink }: Model, laboratory: LaboratoryAnswers, sheet: Sheet) {
  const { state, busy, refusal, cost } = laboratory;
  const { result, options } = state;
  const shown = { stale: isStale(laboratory) ? "yes" : "no", settled: !busy, instead: null, cover: null } as const;
  const stamp = [state, refusal, cost, sheet.fields, laboratory.preview];
  return html`
    ${sheet.remarks.map((remark) => html`<p class="notice">${remark}</p>`)}
    <div class="laboratory">
      ${workbench(shown, {
        pinned: null,
        answer: html`
          <p class="back"><a href=${link({ ...inputs.values, section: CHOICES.section.default, laboratory: "" })}>All experiments</a></p>
          <h2>${sheet.page.title}: ${lower(sheet.page.question)}</h2>
          <p class="about">${sheet.page.about}</p>
          ${experimentFinding(laboratory, sheet)}
        `,
        form: html`<mi-experiment-form .inputs=${inputs} .answers=${laboratory} .stamp=${stamp}></mi-experiment-form>`,
        results:
          result && options
            ? guard(
                [result, state.between, state.times],
                () =>
                  html`<mi-experiment-results .shown=${{ options, result }} .between=${state.between} .times=${state.times} .link=${sharedLink}></mi-experiment-results>`,
              )
            : html`<p class="detail">${awaited(laboratory)}</p>`,
      })}
    </div>
    ${limits(LIMITS)}
  `;
}

function lower(text: string): string {
  return `${text[0]?.toLowerCase() ?? ""}${text.slice(1)}`;
}
