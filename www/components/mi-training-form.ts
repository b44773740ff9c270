// The controls of a training run; each pair of ways to give the same thing is a switch, and the other way is shown.
import { html } from "lit";
import { count } from "../format";
import { type Inputs, textOf } from "../state/inputs";
import { type Key, PARAMS, print } from "../state/params";
import { deltaOf, epochsOf, type RunKey, rateOf, stepsOf } from "../state/run";
import { GivenByEvent, ReleaseEvent } from "./events";
import { LightElement } from "./light-element";
import "./mi-number-field";

export class MiTrainingForm extends LightElement {
  static override properties = { inputs: { attribute: false }, steps: { type: Number } };

  declare inputs: Inputs;
  /** The count that the engine used for these inputs. */
  declare steps: number | null;

  protected override render() {
    const { values } = this.inputs;
    return html`
      <form class="controls" @submit=${(event: Event) => event.preventDefault()}>
        <fieldset>
          <legend>The training run</legend>
          ${this.field("dataset_size")}
          ${this.either("A step is given by its", "batch_size", "sample_rate", values.sample_rate !== null)}
          ${this.either("The length is given in", "epochs", "num_steps", values.num_steps !== null)}
          ${this.field("noise_multiplier")}
        </fieldset>
        <fieldset>
          <legend>The question</legend>
          ${this.field("prior")} ${this.field("target_delta", deltaOf(values))} ${this.deltaOrigin()}
        </fieldset>
      </form>
    `;
  }

  private field(key: Key, derived: number | null = null) {
    const { values, problems, notes } = this.inputs;
    return html`<mi-number-field
      .parameter=${key}
      .text=${textOf(this.inputs, key, derived)}
      .value=${values[key] ?? derived}
      .problem=${problems[key]}
      .note=${notes[key]}
    ></mi-number-field>`;
  }

  private either(legend: string, first: RunKey, second: RunKey, secondIsGiven: boolean) {
    const given = secondIsGiven ? second : first;
    const choice = (key: RunKey) => html`<label
      ><input type="radio" name="given-${first}" .checked=${key === given} @change=${() => this.dispatchEvent(new GivenByEvent(key))} />${PARAMS[key].label.toLowerCase()}</label
    >`;
    return html`
      <div class="pair">
        <fieldset class="switch">
          <legend class="visually-hidden">${legend}</legend>
          ${choice(first)} ${choice(second)}
        </fieldset>
        ${this.field(given)}
        <p class="derived" data-derived=${first}>${this.otherWay(given)}</p>
      </div>
    `;
  }

  private otherWay(given: RunKey): string {
    const { values } = this.inputs;
    const steps = this.steps ?? stepsOf(values);
    switch (given) {
      case "batch_size":
        return `= sample rate ${brief(rateOf(values))}`;
      case "sample_rate":
        return `= ${brief(rateOf(values) * values.dataset_size)} records a step on average`;
      case "epochs":
        return `= ${count(steps)} steps`;
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

customElements.define("mi-training-form", MiTrainingForm);
