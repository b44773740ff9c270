// A list of rows of numbers as text, a row in each line.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { type Inputs, rowsTextOf } from "../../state/inputs/inputs";
import type { RowsKey } from "../../state/parameters/rows";
import { RowsEvent } from "../element/events";
import { LightElement } from "../element/light-element";

const LABEL: Record<RowsKey, string> = {
  rdp: "Order and epsilon, a pair in each line",
  thresholds: "TP, P, FP and N, a threshold in each line",
};

export class MiRowsField extends LightElement {
  static override properties = { inputs: { attribute: false }, parameter: { type: String } };

  declare inputs: Inputs;
  declare parameter: RowsKey;

  protected override render() {
    const { parameter } = this;
    const { problems, notes } = this.inputs;
    const id = `field-${parameter}`;
    const problem = problems[parameter];
    return html`<div class="list">
      <label for=${id}>${LABEL[parameter]}</label>
      <textarea
        id=${id}
        rows="6"
        inputmode="text"
        spellcheck="false"
        autocomplete="off"
        aria-describedby="${id}-remark"
        aria-invalid=${problem ? "true" : "false"}
        .value=${live(rowsTextOf(this.inputs, parameter))}
        @input=${(event: Event) => this.dispatchEvent(new RowsEvent(parameter, (event.target as HTMLTextAreaElement).value))}
      ></textarea>
      <p class=${problem ? "remark problem" : "remark"} id="${id}-remark">${problem ?? notes[parameter] ?? nothing}</p>
    </div>`;
  }
}

MiRowsField.define("mi-rows-field");
