// The controls of an audit: what was declared, and what the attack showed.
import { html, nothing } from "lit";
import type { AuditAnswers } from "../../answers/audit";
import { choice, numberField } from "../../components/controls/controls";
import { LightElement } from "../../components/element/light-element";
import type { Inputs } from "../../state/inputs/inputs";
import { defaults } from "../../state/parameters/table";
import { declaredForm, RESULTS_FORM } from "../../state/questions/audit";
import "../../components/controls/mi-presets";
import "../../components/controls/mi-rdp-field";
import "../../components/controls/mi-training-form";
import "./mi-score-drop";

export class MiAuditForm extends LightElement {
  static override properties = {
    inputs: { attribute: false },
    answers: { attribute: false },
    stamp: { attribute: false },
  };

  declare inputs: Inputs;
  declare answers: AuditAnswers;
  /** What the answers hold: they are an object that stays the same. */
  declare stamp: unknown[];

  protected override render() {
    const { inputs } = this;
    const { values } = inputs;
    return html`
      <form class="controls" @submit=${(event: Event) => event.preventDefault()}>
        <fieldset>${choice(inputs, "declared", true)}</fieldset>
      </form>
      ${
        values.declared === "run"
          ? html`<mi-training-form .inputs=${inputs} .steps=${null} .whole=${true}></mi-training-form>`
          : this.guarantee()
      }
      <form class="controls" @submit=${(event: Event) => event.preventDefault()}>
        <fieldset>
          <legend>What the attack showed</legend>
          ${choice(inputs, "results")} ${this.results()}
        </fieldset>
        <fieldset>
          <legend>The question</legend>
          ${numberField(inputs, "level")} ${numberField(inputs, "fpr")}
        </fieldset>
      </form>
    `;
  }

  private guarantee() {
    const { inputs } = this;
    return html`<form class="controls" @submit=${(event: Event) => event.preventDefault()}>
      <div class="form-head">
        <h2>The guarantee</h2>
        <mi-presets .values=${inputs.values}></mi-presets>
      </div>
      ${choice(inputs, "guarantee", true)}
      ${declaredForm(inputs.values).map((key) =>
        key === "rdp" ? html`<mi-rdp-field .inputs=${inputs}></mi-rdp-field>` : numberField(inputs, key),
      )}
    </form>`;
  }

  private results() {
    const { inputs } = this;
    const { values } = inputs;
    if (values.results === "scores")
      return html`<mi-score-drop .source=${inputs.scores} .answers=${this.answers} .stamp=${this.stamp}></mi-score-drop>`;
    const fields = RESULTS_FORM[values.results];
    const start = defaults();
    const untouched = values.results === "counts" && fields.every((key) => values[key] === start[key]);
    return html`${fields.map((key) => numberField(inputs, key))}
    ${untouched ? html`<p class="derived">An example: an attacker as good as possible on the training that this page begins with, whose noise was halved.</p>` : nothing}`;
  }
}

MiAuditForm.define("mi-audit-form");
