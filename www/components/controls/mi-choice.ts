// One of a few words, as radio buttons or as a list, with what is wrong with it.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { CHOICES, type ChoiceKey, optionsOf } from "../../state/parameters/choices";
import { TERM_OF } from "../../words/glossary";
import { ChoiceEvent } from "../element/events";
import { LightElement } from "../element/light-element";
import "../element/mi-term";

export class MiChoice extends LightElement {
  static override properties = {
    parameter: { type: String },
    value: { type: String },
    problem: { type: String },
    note: { type: String },
    list: { type: Boolean },
  };

  declare parameter: ChoiceKey;
  declare value: string;
  declare problem: string | undefined;
  declare note: string | undefined;
  /** A list takes one line where radio buttons would take many. */
  declare list: boolean;

  protected override render() {
    return this.list ? this.asList() : this.asButtons();
  }

  private asButtons() {
    const id = `choice-${this.parameter}`;
    const term = TERM_OF[this.parameter];
    const { label } = CHOICES[this.parameter];
    return html`<fieldset aria-describedby="${id}-remark">
      <legend>${label}</legend>
      ${term ? html`<mi-term name=${term} label=${label}></mi-term>` : nothing}
      ${optionsOf(this.parameter).map(
        ([value, words]) => html`<label
          ><input
            type="radio"
            name=${id}
            value=${value}
            .checked=${live(value === this.value)}
            @change=${() => this.dispatchEvent(new ChoiceEvent(this.parameter, value))}
          /><span>${words}</span></label
        >`,
      )}
      ${this.remark(id)}
    </fieldset>`;
  }

  private asList() {
    const id = `choice-${this.parameter}`;
    return html`<label for=${id}>${CHOICES[this.parameter].label}</label>
      <select
        id=${id}
        aria-describedby="${id}-remark"
        .value=${live(this.value)}
        @change=${(event: Event) =>
          this.dispatchEvent(new ChoiceEvent(this.parameter, (event.target as HTMLSelectElement).value))}
      >
        ${optionsOf(this.parameter).map(
          ([value, words]) => html`<option value=${value} ?selected=${value === this.value}>${words}</option>`,
        )}
      </select>
      ${this.remark(id)}`;
  }

  private remark(id: string) {
    return html`<p class=${this.problem ? "remark problem" : "remark"} id="${id}-remark">${
      this.problem ?? this.note ?? nothing
    }</p>`;
  }
}

MiChoice.define("mi-choice");
