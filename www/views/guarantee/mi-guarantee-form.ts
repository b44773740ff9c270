// The controls of a guarantee: how it is stated, its numbers, and the question.
import { html } from "lit";
import { choice, numberField } from "../../components/controls/controls";
import { LightElement } from "../../components/element/light-element";
import type { Inputs } from "../../state/inputs/inputs";
import { isRowsKey } from "../../state/parameters/rows";
import { FORM } from "../../state/questions/guarantee";
import "../../components/controls/mi-rows-field";

export class MiGuaranteeForm extends LightElement {
  static override properties = { inputs: { attribute: false } };

  declare inputs: Inputs;

  protected override render() {
    const { inputs } = this;
    return html`
      <form class="controls" @submit=${(event: Event) => event.preventDefault()}>
        <fieldset>
          <legend>The guarantee</legend>
          ${choice(inputs, "guarantee", true)}
          ${FORM[inputs.values.guarantee].map((key) => (isRowsKey(key) ? html`<mi-rows-field parameter=${key} .inputs=${inputs}></mi-rows-field>` : numberField(inputs, key)))}
        </fieldset>
        <fieldset>
          <legend>The question</legend>
          ${numberField(inputs, "prior")} ${numberField(inputs, "fpr")}
        </fieldset>
      </form>
    `;
  }
}

MiGuaranteeForm.define("mi-guarantee-form");
