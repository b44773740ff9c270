// Takes a schedule that is pasted, dropped or chosen as a file; what cannot be read stays, with its faults by line.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { readHistory } from "../../state/files/schedule";
import { inWords } from "../../state/parameters/text-problem";
import { ScheduleEvent } from "../element/events";
import { LightElement } from "../element/light-element";

/** Longer texts would stop the page while they are drawn into the field; they are refused unread. */
const LARGEST_FILE = 4_000_000;
const LONGEST_SHOWN = 200_000;

export class MiScheduleImport extends LightElement {
  static override properties = {
    text: { state: true },
    said: { state: true },
    problems: { state: true },
    over: { state: true },
  };

  declare text: string;
  declare said: string;
  declare problems: string[];
  /** Whether a file is held over the field. */
  declare over: boolean;

  constructor() {
    super();
    this.text = "";
    this.said = "";
    this.problems = [];
    this.over = false;
  }

  protected override render() {
    return html`
      <details>
        <summary>Paste or drop a schedule</summary>
        <label for="schedule-text">CSV, or an Opacus history as JSON or Python</label>
        <textarea
          id="schedule-text"
          rows="5"
          spellcheck="false"
          autocomplete="off"
          data-over=${this.over ? "yes" : "no"}
          placeholder="noise_multiplier,sample_rate,num_steps&#10;1.1,0.0043,3516&#10;0.9,0.0043,500"
          aria-describedby="schedule-help schedule-problems"
          aria-invalid=${this.problems.length > 0 ? "true" : "false"}
          .value=${live(this.text)}
          @input=${(event: Event) => {
            this.text = (event.target as HTMLTextAreaElement).value;
          }}
          @paste=${this.onPaste}
          @dragover=${this.onDragOver}
          @dragleave=${() => {
            this.over = false;
          }}
          @drop=${this.onDrop}
        ></textarea>
        <p class="help" id="schedule-help">
          Noise multiplier, sample rate and steps of each phase, in this order or named in a header; at most 10,000 phases.
          They replace the table above.
        </p>
        <p class="buttons">
          <button type="button" @click=${() => this.read(this.text)}>Read the schedule</button>
          <label class="file">or a file <input type="file" accept=".csv,.json,.txt,.tsv,text/*" @change=${this.onFile} /></label>
        </p>
        <div role="status">
          ${this.said ? html`<p class="remark">${this.said}</p>` : nothing}
          <ul class="problems" id="schedule-problems">
            ${this.problems.map((problem) => html`<li>${problem}</li>`)}
          </ul>
        </div>
      </details>
    `;
  }

  private read(text: string): void {
    const reading = readHistory(text);
    this.problems = reading.ok ? [] : reading.problems.map(inWords);
    this.said = reading.ok ? `${reading.note}.` : "";
    if (!reading.ok) return;
    this.text = "";
    this.dispatchEvent(new ScheduleEvent({ kind: "replace", history: reading.history }));
  }

  /** The text stays in the field unless it is read: nothing is lost. A huge one never gets there. */
  private take(text: string): void {
    if (text.length <= LONGEST_SHOWN) this.text = text;
    this.read(text);
  }

  private readonly onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.length <= LONGEST_SHOWN) return;
    event.preventDefault();
    this.take(text);
  };

  private readonly onDragOver = (event: DragEvent) => {
    event.preventDefault();
    this.over = true;
  };

  private readonly onDrop = (event: DragEvent) => {
    event.preventDefault();
    this.over = false;
    const file = event.dataTransfer?.files[0];
    if (file) void this.load(file);
    else this.take(event.dataTransfer?.getData("text/plain") ?? "");
  };

  private readonly onFile = (event: Event) => {
    const field = event.target as HTMLInputElement;
    const file = field.files?.[0];
    if (file) void this.load(file);
    field.value = "";
  };

  private async load(file: File): Promise<void> {
    this.said = "";
    if (file.size > LARGEST_FILE) {
      this.problems = [`The file has ${file.size} bytes; at most ${LARGEST_FILE} are read.`];
      return;
    }
    try {
      this.take(await file.text());
    } catch (error) {
      this.problems = [`The file could not be read: ${error instanceof Error ? error.message : String(error)}`];
    }
  }
}

MiScheduleImport.define("mi-schedule-import");
