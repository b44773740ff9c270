// The values of a sweep's second parameter: a short list in one field.
import { html } from "lit";
import { live } from "lit/directives/live.js";
import { SecondEvent } from "../../components/element/events";
import { LightElement } from "../../components/element/light-element";
import type { Inputs } from "../../state/inputs/inputs";
import { print } from "../../state/parameters/parameter";
import type { SecondChoice } from "../../state/questions/overlay";

export class MiSecondValues extends LightElement {
  static override properties = { inputs: { attribute: false }, chosen: { attribute: false } };

  declare inputs: Inputs;
  declare chosen: SecondChoice;

  protected override render() {
    const { problems, texts, values } = this.inputs;
    const problem = problems.second_values ?? this.chosen.problem;
    const text = texts.second_values ?? (values.second_values || this.chosen.values.map(print).join(", "));
    return html`<label for="field-second_values">Its values</label>
      <input
        id="field-second_values"
        type="text"
        inputmode="text"
        spellcheck="false"
        autocomplete="off"
        aria-describedby="field-second_values-remark"
        aria-invalid=${problem ? "true" : "false"}
        .value=${live(text)}
        @input=${(event: Event) => this.dispatchEvent(new SecondEvent((event.target as HTMLInputElement).value))}
      />
      <p class=${problem ? "remark problem" : "remark"} id="field-second_values-remark">
        ${problem ? `${problem}.` : "Up to four, with commas between them; one curve each."}
      </p>`;
  }
}

MiSecondValues.define("mi-second-values");
