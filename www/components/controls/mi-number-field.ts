// A number as text and, where it has one, as a slider on the same value. What is wrong stands in the slider's place, so that
// nothing moves while one types.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import type { RunKey } from "../../state/inputs/same-run";
import type { Choices } from "../../state/parameters/choices";
import { nearestStop, stops } from "../../state/parameters/slider-stops";
import { type Key, PARAMS, print } from "../../state/parameters/table";
import { TERM_OF } from "../../words/glossary";
import { FieldEvent, GivenByEvent } from "../element/events";
import { LightElement } from "../element/light-element";
import "../element/mi-term";

export class MiNumberField extends LightElement {
  static override properties = {
    parameter: { type: String },
    either: { attribute: false },
    view: { type: String },
    text: { type: String },
    value: { type: Number },
    problem: { type: String },
    note: { type: String },
  };

  declare parameter: Key;
  /** The keys that can give the same thing: the unit is a menu of them. */
  declare either: readonly RunKey[] | undefined;
  /** The view that asks, as far as its words differ. */
  declare view: Choices["view"] | undefined;
  declare text: string;
  declare value: number | null;
  declare problem: string | undefined;
  declare note: string | undefined;

  protected override render() {
    const { label, slider, range, ...general } = PARAMS[this.parameter];
    const special = this.view && general.within?.[this.view];
    const { unit, help } = special ?? general;
    const id = `field-${this.parameter}`;
    // The glossary explains the general meaning.
    const term = special ? undefined : TERM_OF[this.parameter];
    return html`
      <div class="field-head">
        <span class="name">
          <label for=${id}>${label}</label>
          ${help || term ? html`<mi-term name=${term ?? nothing} .help=${help} label=${label}></mi-term>` : nothing}
        </span>
        <input
          id=${id}
          type="text"
          inputmode=${range.integer ? "numeric" : "decimal"}
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          .value=${live(this.text)}
          aria-describedby="${id}-unit ${id}-help ${id}-remark"
          aria-invalid=${this.problem ? "true" : "false"}
          @input=${this.onText}
        />
        <span class="unit" id="${id}-unit">${this.either ? this.menu(this.either) : unit}</span>
      </div>
      <span class="visually-hidden" id="${id}-help">${help}</span>
      <div class="below">
        ${slider && !this.problem ? this.slider(label) : nothing}
        <p class=${this.problem ? "remark problem" : "remark"} id="${id}-remark">${this.problem ?? this.note ?? nothing}</p>
      </div>
    `;
  }

  private menu(keys: readonly RunKey[]) {
    const [first] = keys;
    return html`<select
      id="given-${first}"
      aria-label="Given by"
      .value=${live(this.parameter)}
      @change=${(event: Event) => this.dispatchEvent(new GivenByEvent((event.target as HTMLSelectElement).value as RunKey))}
    >
      ${keys.map((key) => html`<option value=${key} ?selected=${key === this.parameter}>${PARAMS[key].menu ?? PARAMS[key].label}</option>`)}
    </select>`;
  }

  private slider(label: string) {
    const values = stops(PARAMS[this.parameter]);
    const stop = this.value === null ? 0 : nearestStop(values, this.value);
    return html`<input
      type="range"
      aria-label="${label}, slider"
      aria-valuetext=${this.value === null ? "" : print(this.value)}
      min="0"
      max=${values.length - 1}
      step="1"
      .value=${live(String(stop))}
      @input=${(event: Event) => this.onSlide(event, values)}
    />`;
  }

  private onText(event: Event): void {
    this.dispatchEvent(new FieldEvent(this.parameter, (event.target as HTMLInputElement).value));
  }

  private onSlide(event: Event, values: number[]): void {
    const value = values[Number((event.target as HTMLInputElement).value)];
    if (value !== undefined) this.dispatchEvent(new FieldEvent(this.parameter, print(value)));
  }
}

MiNumberField.define("mi-number-field");
