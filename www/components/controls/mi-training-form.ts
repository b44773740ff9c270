// The controls of a training run; each pair of ways to give the same thing is a switch, and the other way is shown.
import { html, nothing, type TemplateResult } from "lit";
import type { SolveFor } from "../../../src/boundary/wasm/core";
import type { Inputs } from "../../state/inputs/inputs";
import type { RunKey } from "../../state/inputs/same-run";
import { PARAMS, print } from "../../state/parameters/table";
import { deltaOf, epochsOf, rateOf, stepsOf } from "../../state/questions/run";
import { count } from "../../words/number";
import { GivenByEvent, ReleaseEvent, ScheduleEvent } from "../element/events";
import { LightElement } from "../element/light-element";
import { cautionsBeside, choice, numberField, unseen } from "./controls";
import "./mi-schedule";

export class MiTrainingForm extends LightElement {
  static override properties = {
    inputs: { attribute: false },
    steps: { type: Number },
    solved: { type: String },
    bare: { type: Boolean },
  };

  declare inputs: Inputs;
  /** The count that the engine used for these inputs. */
  declare steps: number | null;
  /** What a calibration looks for: it has no control here. */
  declare solved: SolveFor | undefined;
  /** Whether only the numbers of a single phase are wanted. */
  declare bare: boolean;

  protected override render() {
    const { solved, bare } = this;
    return html`
      <form class="controls" @submit=${(event: Event) => event.preventDefault()}>
        <fieldset>
          <legend>${solved ? "The rest of the run" : "The training run"}</legend>
          ${numberField(this.inputs, "dataset_size")}
          ${solved || bare || !this.inputs.values.history ? this.single() : nothing}
          ${solved || bare ? nothing : this.schedule()}
        </fieldset>
        ${bare ? nothing : this.assumed()} ${solved || bare ? nothing : this.question()}
      </form>
    `;
  }

  private assumed() {
    return html`<fieldset>
      <legend>What is assumed of it</legend>
      ${choice(this.inputs, "neighboring_relation")} ${choice(this.inputs, "sampling")} ${choice(this.inputs, "noise")}
      ${numberField(this.inputs, "group_size")} ${unseen()}
    </fieldset>`;
  }

  private single() {
    const { values } = this.inputs;
    const { solved } = this;
    const rate = solved === "sample_rate" || solved === "batch_size";
    const length = solved === "num_steps" || solved === "epochs";
    return html`
      ${rate ? nothing : this.either("A step is given by its", "batch_size", "sample_rate", values.sample_rate !== null)}
      ${length ? nothing : this.either("The length is given in", "epochs", "num_steps", values.num_steps !== null)}
      ${
        solved === "noise_multiplier"
          ? nothing
          : html`${numberField(this.inputs, "noise_multiplier")} ${cautionsBeside(this.inputs, "noise_multiplier")}`
      }
    `;
  }

  private schedule(): TemplateResult {
    const { values, rows, problems, notes } = this.inputs;
    if (values.history || problems.history) {
      return html`<mi-schedule .rows=${rows} .note=${notes.history}></mi-schedule>
        ${cautionsBeside(this.inputs, "history")}`;
    }
    return html`<div>
      <button type="button" data-action="schedule" @click=${() => this.dispatchEvent(new ScheduleEvent({ kind: "on" }))}>
        Several phases: a schedule
      </button>
      ${notes.history ? html`<p class="remark">${notes.history}</p>` : nothing}
    </div>`;
  }

  private question() {
    return html`<fieldset>
      <legend>The question</legend>
      ${numberField(this.inputs, "prior")} ${numberField(this.inputs, "target_delta", deltaOf(this.inputs.values))}
      ${this.deltaOrigin()} ${cautionsBeside(this.inputs, "target_delta")}
    </fieldset>`;
  }

  private either(legend: string, first: RunKey, second: RunKey, secondIsGiven: boolean) {
    const given = secondIsGiven ? second : first;
    const option = (key: RunKey) => html`<label
      ><input type="radio" name="given-${first}" .checked=${key === given} @change=${() => this.dispatchEvent(new GivenByEvent(key))} />${PARAMS[key].label.toLowerCase()}</label
    >`;
    return html`
      <div class="pair">
        <fieldset class="switch">
          <legend class="visually-hidden">${legend}</legend>
          ${option(first)} ${option(second)}
        </fieldset>
        ${numberField(this.inputs, given)}
        <p class="derived" data-derived=${first}>${this.otherWay(given)}</p>
        ${cautionsBeside(this.inputs, first, second)}
      </div>
    `;
  }

  private otherWay(given: RunKey): string {
    const { values } = this.inputs;
    switch (given) {
      case "batch_size":
        return `= sample rate ${brief(rateOf(values))}`;
      case "sample_rate":
        return `= ${brief(rateOf(values) * values.dataset_size)} records a step on average`;
      case "epochs":
        // While a rate is being solved for, the count follows from what is not known yet.
        return this.solved === "sample_rate" || this.solved === "batch_size"
          ? ""
          : `= ${count(this.steps ?? stepsOf(values))} steps`;
      case "num_steps":
        return `= ${brief(epochsOf(values))} epochs`;
    }
  }

  private deltaOrigin() {
    const { target_delta, dataset_size } = this.inputs.values;
    if (target_delta === null) {
      return html`<p class="derived">Chosen: the smaller of 1e-5 and 1/${dataset_size} = ${print(deltaOf(this.inputs.values))}</p>`;
    }
    return html`<p class="derived">
      <button type="button" class="quiet" @click=${() => this.dispatchEvent(new ReleaseEvent("target_delta"))}>
        Use the smaller of 1e-5 and 1/${dataset_size} again
      </button>
    </p>`;
  }
}

/** Four digits, without trailing zeros. */
function brief(value: number): string {
  return print(Number(value.toPrecision(4)));
}

MiTrainingForm.define("mi-training-form");
