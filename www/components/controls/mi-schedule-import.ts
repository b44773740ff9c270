// Takes a schedule that is pasted, dropped or chosen as a file; what cannot be read stays, with its faults by line.
import { html, nothing } from "lit";
import { readHistory } from "../../state/files/schedule";
import { inWords } from "../../state/parameters/text-problem";
import { ScheduleEvent } from "../element/events";
import { DropElement, LONGEST_SHOWN } from "./drop-element";

/** Larger ones are refused unread. */
const LARGEST_FILE = 4_000_000;
const EXAMPLE = "noise_multiplier,sample_rate,num_steps\n1.1,0.0043,3516\n0.9,0.0043,500";

export class MiScheduleImport extends DropElement {
  static override properties = { said: { state: true } };

  declare said: string;

  constructor() {
    super();
    this.said = "";
  }

  protected override render() {
    return html`
      <details>
        <summary>Paste or drop a schedule</summary>
        <label for="schedule-text">CSV, or an Opacus history as JSON or Python</label>
        ${this.field("schedule-text", "schedule", 5, EXAMPLE)}
        <p class="help" id="schedule-help">
          Noise multiplier, sample rate and steps of each phase, in this order or named in a header; at most 10,000 phases.
          They replace the table above.
        </p>
        <p class="buttons">
          <button type="button" @click=${() => this.read(this.text)}>Read the schedule</button>
          ${this.fileButton()}
        </p>
        <div role="status">
          ${this.said ? html`<p class="remark">${this.said}</p>` : nothing}
          ${this.problemList("schedule")}
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
  protected override takeText(text: string): void {
    if (text.length <= LONGEST_SHOWN) this.text = text;
    this.read(text);
  }

  protected override takeFile(file: File): void {
    void this.load(file);
  }

  private async load(file: File): Promise<void> {
    this.said = "";
    if (file.size > LARGEST_FILE) {
      this.problems = [`The file has ${file.size} bytes; at most ${LARGEST_FILE} are read.`];
      return;
    }
    try {
      this.takeText(await file.text());
    } catch (error) {
      this.problems = [`The file could not be read: ${error instanceof Error ? error.message : String(error)}`];
    }
  }
}

MiScheduleImport.define("mi-schedule-import");
