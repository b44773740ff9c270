// The controls of an experiment: its options, what it costs, and the buttons that run and cancel it.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import type { LaboratoryAnswers } from "../../answers/laboratory";
import { numberField } from "../../components/controls/controls";
import { ChoiceEvent } from "../../components/element/events";
import { LightElement } from "../../components/element/light-element";
import type { Inputs } from "../../state/inputs/inputs";
import { type Field, stopsOf, typedInto } from "../../state/laboratory";
import { inPlainWords } from "../../state/parameters/entry";
import { readNumber } from "../../state/parameters/number-text";
import { print } from "../../state/parameters/parameter";
import { nearestStop } from "../../state/parameters/slider-stops";
import { costInWords, stateInWords } from "../../words/laboratory";
import "../../components/element/mi-term";
import { tablePreview } from "./table-preview";

/** From here on a run is called long before it starts. */
const LONG_SECONDS = 60;

export class MiExperimentForm extends LightElement {
  static override properties = {
    inputs: { attribute: false },
    answers: { attribute: false },
    stamp: { attribute: false },
    bare: { type: Boolean },
  };

  declare inputs: Inputs;
  declare answers: LaboratoryAnswers;
  /** What the answers hold: they are an object that stays the same. */
  declare stamp: unknown[];
  /** Only the buttons and what they do. */
  declare bare: boolean;
  private pressed: "run" | "cancel" | null = null;

  protected override render() {
    const { sheet, state } = this.answers;
    if (!sheet) return nothing;
    const asked = sheet.fields.filter(({ applies }) => applies);
    const [first, others] = [asked.filter((field) => field.first), asked.filter((field) => !field.first)];
    const running = state.status === "running";
    const set = others.some(({ text, start, name }) => text !== start || this.problemOf(name) !== null);
    return html`
      <form class="controls" @submit=${(event: Event) => this.run(event)}>
        ${this.bare ? nothing : first.map((field) => this.field(field))}
        <p class="buttons">
          <button type="submit" class="primary" ?disabled=${running || !this.runnable}>Run</button>
          <button type="button" data-action="cancel" ?disabled=${!running} @click=${this.cancel}>Cancel</button>
        </p>
        <progress max="1" .value=${state.units > 0 ? state.done / state.units : 0} aria-label="Progress of the experiment"></progress>
        <p class="status" data-status=${state.status}>${stateInWords(state)}</p>
        <p class="visually-hidden" role="status">${this.spoken()}</p>
        ${this.cost()}
        ${
          this.bare
            ? nothing
            : html`<details ?open=${set}>
                <summary>More options</summary>
                ${others.map((field) => this.field(field))} ${numberField(this.inputs, "workers")}
              </details>`
        }
      </form>
    `;
  }

  private get runnable(): boolean {
    const { sheet, refusal } = this.answers;
    return sheet?.options != null && refusal === null;
  }

  private problemOf(name: string): string | null {
    const { sheet, refusal } = this.answers;
    const field = sheet?.fields.find((each) => each.name === name);
    // What is wrong within a file is said beside the table.
    const refused = refusal?.parameter === "file" && name === "table" ? true : refusal?.parameter === name;
    return field?.problem ?? (refused && refusal ? refusal.message : null);
  }

  private field(field: Field) {
    const { name, label, unit, help, text, instead } = field;
    const id = `option-${name}`;
    const problem = this.problemOf(name);
    return html`<div class="option" data-kind=${field.kind}>
      <span class="name">
        <label for=${id}>${label}</label>
        <mi-term .help=${help} label=${label}></mi-term>
      </span>
      ${
        field.kind === "choice"
          ? this.list(field, id)
          : html`<input
              id=${id}
              type="text"
              inputmode=${field.kind === "number" ? "decimal" : "text"}
              autocomplete="off"
              autocapitalize="off"
              spellcheck="false"
              placeholder=${instead}
              .value=${live(text)}
              aria-describedby="${id}-unit ${id}-remark"
              aria-invalid=${problem ? "true" : "false"}
              @input=${(event: Event) => this.set(name, (event.target as HTMLInputElement).value)}
            />`
      }
      <span class="unit" id="${id}-unit">${unit}</span>
      ${problem ? nothing : this.slider(field)} ${name === "table" ? this.ownTable() : nothing}
      <p class=${problem ? "remark problem" : "remark"} id="${id}-remark">${problem === null ? nothing : inPlainWords(problem)}</p>
    </div>`;
  }

  private list({ name, text, words, instead }: Field, id: string) {
    const known = text === "" ? instead.replaceAll('"', "") : text;
    return html`<select id=${id} @change=${(event: Event) => this.set(name, (event.target as HTMLSelectElement).value)}>
      ${words.map((word) => html`<option value=${word} ?selected=${word === known}>${word.replaceAll("_", " ")}</option>`)}
    </select>`;
  }

  /** A file of the reader, which stays on this machine. */
  private ownTable() {
    const { own, preview } = this.answers;
    return html`${preview?.summary ? tablePreview(preview.summary) : nothing}
    <label class="file">
      <span>${own ? `Your table: ${own.title}` : "Or your own table (CSV), which stays on this machine"}</span>
      <input type="file" accept=".csv,.tsv,.txt,text/csv" @change=${this.choose} />
    </label>`;
  }

  private readonly choose = ({ target }: Event) => {
    const [file] = (target as HTMLInputElement).files ?? [];
    if (file) this.set("table", this.answers.choose(file));
  };

  private slider(field: Field) {
    const stops = stopsOf(field);
    const reading = readNumber(field.text || field.instead, true);
    if (stops.length === 0) return nothing;
    return html`<input
      type="range"
      aria-label="${field.label}, slider"
      aria-valuetext=${field.text}
      min="0"
      max=${stops.length - 1}
      step="1"
      .value=${live(String(reading.ok ? nearestStop(stops, reading.value) : 0))}
      @input=${(event: Event) => {
        const value = stops[Number((event.target as HTMLInputElement).value)];
        if (value !== undefined) this.set(field.name, print(value));
      }}
    />`;
  }

  private set(name: string, text: string): void {
    const { sheet } = this.answers;
    if (sheet) this.dispatchEvent(new ChoiceEvent("laboratory", typedInto(sheet, name, text)));
  }

  private run(event: Event): void {
    event.preventDefault();
    if (!this.runnable || this.answers.state.status === "running") return;
    this.pressed = "run";
    this.answers.start();
  }

  private readonly cancel = () => {
    this.pressed = "cancel";
    this.answers.cancel();
  };

  /** The button that was pressed is disabled by its own effect: the focus goes to the one that is not. */
  protected override updated(): void {
    if (!this.pressed) return;
    const [run, cancel] = this.querySelectorAll<HTMLButtonElement>(".buttons button");
    const other = this.pressed === "run" ? cancel : run;
    if (other?.disabled !== false) return;
    this.pressed = null;
    const { activeElement } = document;
    const { host } = this.getRootNode() as Partial<ShadowRoot>;
    if (activeElement === document.body || activeElement === host || this.contains(activeElement)) other.focus();
  }

  private cost() {
    const { cost, refusal, sheet, state } = this.answers;
    const beside = refusal?.parameter === "file" ? "table" : refusal?.parameter;
    if (refusal && !sheet?.fields.some(({ name, applies }) => applies && name === beside))
      return html`<p class="cost problem">${inPlainWords(refusal.message)}</p>`;
    if (!cost || state.status === "running") return html`<p class="cost"></p>`;
    const long = cost.seconds > LONG_SECONDS;
    return html`<p class=${long ? "cost notice" : "cost"} data-figure="cost">
      ${costInWords(cost)} ${long ? "It can be cancelled at any time and keeps what it has." : nothing}
    </p>`;
  }

  /** Its ends and quarters: nobody wants to hear every per cent. */
  private spoken(): string {
    const { state } = this.answers;
    if (state.status !== "running") return stateInWords(state);
    return `Running, ${25 * Math.floor((4 * state.done) / Math.max(1, state.units))}% done.`;
  }
}

MiExperimentForm.define("mi-experiment-form");
