// The controls of a guarantee: how it is stated, its numbers, and the question.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { choice, numberField } from "../../components/controls/controls";
import { RdpEvent } from "../../components/element/events";
import { LightElement } from "../../components/element/light-element";
import { type Inputs, rdpTextOf } from "../../state/inputs/inputs";
import { FORM } from "../../state/questions/guarantee";

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
          ${FORM[inputs.values.guarantee].map((key) => (key === "rdp" ? this.list() : numberField(inputs, key)))}
        </fieldset>
        <fieldset>
          <legend>The question</legend>
          ${numberField(inputs, "prior")} ${numberField(inputs, "fpr")}
        </fieldset>
      </form>
    `;
  }

  private list() {
    const { problems, notes } = this.inputs;
    return html`<div class="list">
      <label for="field-rdp">Order and epsilon, a pair in each line</label>
      <textarea
        id="field-rdp"
        rows="6"
        inputmode="text"
        spellcheck="false"
        autocomplete="off"
        aria-describedby="field-rdp-remark"
        aria-invalid=${problems.rdp ? "true" : "false"}
        .value=${live(rdpTextOf(this.inputs))}
        @input=${(event: Event) => this.dispatchEvent(new RdpEvent((event.target as HTMLTextAreaElement).value))}
      ></textarea>
      <p class=${problems.rdp ? "remark problem" : "remark"} id="field-rdp-remark">${problems.rdp ?? notes.rdp ?? nothing}</p>
    </div>`;
  }
}

MiGuaranteeForm.define("mi-guarantee-form");
