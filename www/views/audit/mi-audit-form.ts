// The controls of an audit: what was declared, and what the attack showed.
import { html, nothing } from "lit";
import type { AuditAnswers } from "../../answers/audit";
import { choice, numberField } from "../../components/controls/controls";
import { StartEvent } from "../../components/element/events";
import { LightElement } from "../../components/element/light-element";
import { SHIPPED_RUN } from "../../state/files/shipped-scores";
import type { Inputs } from "../../state/inputs/inputs";
import { isRowsKey, type RowsKey } from "../../state/parameters/rows";
import { defaults, type Key } from "../../state/parameters/table";
import { declaredForm, RESULTS_FORM } from "../../state/questions/audit";
import "../../components/controls/mi-presets";
import "../../components/controls/mi-rows-field";
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
      ${declaredForm(inputs.values).map((key) => fieldOf(inputs, key))}
    </form>`;
  }

  private results() {
    const { inputs } = this;
    const { values } = inputs;
    if (values.results === "scores")
      return html`${choice(inputs, "scores_from", true)} ${values.scores_from === "file" ? this.file() : this.example()}`;
    const fields = RESULTS_FORM[values.results];
    const start = defaults();
    const untouched = values.results === "counts" && fields.every((key) => values[key] === start[key]);
    return html`${fields.map((key) => fieldOf(inputs, key))}
    ${values.results === "thresholds" ? html`<p class="help">${THRESHOLDS_HELP}</p>` : nothing}
    ${untouched ? html`<p class="derived">An example: an attacker as good as possible on the training that this page begins with, whose noise was halved.</p>` : nothing}`;
  }

  private file() {
    const { inputs } = this;
    return html`<mi-score-drop .source=${inputs.scores} .answers=${this.answers} .stamp=${this.stamp}></mi-score-drop>`;
  }

  /** How the shipped scores were made, and the run that they were said to be. */
  private example() {
    const { values } = this.inputs;
    const { noise_multiplier, sample_rate, num_steps } = SHIPPED_RUN;
    const done = values.scores_from === "noise_kept" ? noise_multiplier : 0.5 * noise_multiplier;
    const declared =
      values.declared === "run" &&
      Object.entries(SHIPPED_RUN).every(([name, value]) => values[name as keyof typeof SHIPPED_RUN] === value);
    return html`<p class="derived" data-example>
        Scores of 2000 trainings of the Laboratory’s experiment with one-hot records, by its own DP-SGD with Poisson sampling:
        declared were noise multiplier ${noise_multiplier}, sample rate ${sample_rate} and ${num_steps} steps, and the noise
        that was added has ${done}. Each training has a record of its own, in by a fair coin; the attack sees the final
        model. <code>cargo test --lib audit_examples</code> makes them anew, from seed 16.
      </p>
      ${
        declared
          ? nothing
          : html`<p class="buttons">
            <button
              type="button"
              @click=${() => this.dispatchEvent(new StartEvent({ ...values, ...SHIPPED_RUN, declared: "run" }))}
            >
              Declare that run
            </button>
          </p>`
      }`;
  }
}

const THRESHOLDS_HELP =
  "Members named and tried (TP, P), non-members named and tried (FP, N), such as copied from a spreadsheet, with or without a header. The thresholds must have been fixed before. They may share their trials: the level is divided among them.";

function fieldOf(inputs: Inputs, key: Key | RowsKey) {
  return isRowsKey(key)
    ? html`<mi-rows-field parameter=${key} .inputs=${inputs}></mi-rows-field>`
    : numberField(inputs, key);
}

MiAuditForm.define("mi-audit-form");
