// Before any trial: how many an audit needs before it is likely to refute a training with less noise than declared.
import { html, nothing } from "lit";
import type { AuditPlan, AuditPlanRate } from "../../../src/boundary/wasm/core";
import type { AuditAnswers } from "../../answers/audit";
import { numberField, refusal } from "../../components/controls/controls";
import { LightElement } from "../../components/element/light-element";
import { type Inputs, problemIn } from "../../state/inputs/inputs";
import { planNames } from "../../state/questions/audit";
import { plannedInWords, plannedNumber } from "../../words/audit-plan";
import { percent } from "../../words/number";

export class MiAuditPlan extends LightElement {
  static override properties = {
    inputs: { attribute: false },
    plan: { attribute: false },
    stamp: { attribute: false },
  };

  declare inputs: Inputs;
  declare plan: AuditAnswers["plan"];
  /** What the answer holds: it is an object that stays the same. */
  declare stamp: unknown[];

  protected override render() {
    const { inputs } = this;
    return html`<section class="plan" aria-labelledby="plan-title">
      <h2 id="plan-title">Before any trial: how many are needed</h2>
      ${
        inputs.values.declared === "run"
          ? html`<form class="controls" @submit=${(event: Event) => event.preventDefault()}>
                <div class="ask">${numberField(inputs, "less_noise")} ${numberField(inputs, "power")}</div>
              </form>
              ${this.answer()}`
          : html`<p class="detail">A plan needs a declared run: a guarantee has no noise of which some could be missing.</p>`
      }
    </section>`;
  }

  private answer() {
    const { value, problem, current } = this.plan;
    if (problem || !value) return refusal(problem);
    const stale = !current || problemIn(this.inputs, planNames(this.inputs.values)) !== null;
    return html`<div data-stale=${stale ? "yes" : "no"}>
      <p class="detail" role="status">${plannedInWords(value)}</p>
      ${this.table(value)} ${value.assumptions.map((sentence) => html`<p class="detail">${sentence}</p>`)}
    </div>`;
  }

  private table({ rates }: AuditPlan) {
    return html`<div class="scroll" tabindex="0" role="region" aria-label="The plan at each FPR">
      <table>
        <thead>
          <tr>
            <th scope="col">FPR</th>
            <th scope="col">TPR of the attack</th>
            <th scope="col">declared, at most</th>
            <th scope="col">Trials of each class</th>
            <th scope="col">Canaries of one run</th>
            <th scope="col">of which it names</th>
            <th scope="col">rightly</th>
          </tr>
        </thead>
        <tbody>
          ${rates.map(row)}
        </tbody>
      </table>
    </div>`;
  }
}

function row({ fpr, tpr, possible, trials, canaries, guessed, right }: AuditPlanRate) {
  return html`<tr>
    <th scope="row">${percent(fpr)}</th>
    <td>${percent(tpr, 3, "down")}</td>
    <td>${percent(possible, 3, "up")}</td>
    <td>${plannedNumber(trials) ?? "none up to 10¹²"}</td>
    <td>${plannedNumber(canaries) ?? "none up to a million"}</td>
    <td>${canaries === null ? nothing : percent(guessed, 3)}</td>
    <td>${canaries === null ? nothing : percent(right, 3)}</td>
  </tr>`;
}

MiAuditPlan.define("mi-audit-plan");
