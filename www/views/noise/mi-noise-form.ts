// The controls of output noise: the question, what is known of the output, and how its training set is drawn.
import { html } from "lit";
import { choice, numberField } from "../../components/controls/controls";
import { LightElement } from "../../components/element/light-element";
import type { Inputs } from "../../state/inputs/inputs";

export class MiNoiseForm extends LightElement {
  static override properties = { inputs: { attribute: false } };

  declare inputs: Inputs;

  protected override render() {
    const { inputs } = this;
    const { values } = inputs;
    return html`
      <form class="controls" @submit=${(event: Event) => event.preventDefault()}>
        <fieldset>
          <legend>The question</legend>
          ${choice(inputs, "noise_question")} ${numberField(inputs, values.noise_question)}
        </fieldset>
        <fieldset>
          <legend>The output</legend>
          ${choice(inputs, "noise_moment")} ${numberField(inputs, values.noise_moment)}
          ${numberField(inputs, "moment_order")} ${numberField(inputs, "dimension")}
          ${numberField(inputs, "subset_fraction")}
        </fieldset>
        <fieldset>
          <legend>For comparison</legend>
          ${numberField(inputs, "sensitivity")} ${numberField(inputs, "swap_distance")} ${numberField(inputs, "fpr")}
        </fieldset>
      </form>
    `;
  }
}

MiNoiseForm.define("mi-noise-form");
