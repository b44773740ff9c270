// A list of Rényi divergences as text, a pair in each line.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { type Inputs, rdpTextOf } from "../../state/inputs/inputs";
import { RdpEvent } from "../element/events";
import { LightElement } from "../element/light-element";

export class MiRdpField extends LightElement {
  static override properties = { inputs: { attribute: false } };

  declare inputs: Inputs;

  protected override render() {
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

MiRdpField.define("mi-rdp-field");
