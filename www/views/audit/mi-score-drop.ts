// Takes a file of scores of members and non-members; a worker reads and keeps it. Its columns are chosen by their names.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import type { ScoreColumns } from "../../../src/boundary/wasm/core";
import type { AuditAnswers } from "../../answers/audit";
import { DropElement, LONGEST_SHOWN } from "../../components/controls/drop-element";
import { ScoresEvent } from "../../components/element/events";
import { type ScoreSource, scoreSource } from "../../state/files/scores";
import { readInWords } from "../../words/audit";

const HELP =
  "CSV, or a JSON object a line: a column that says who was a member (1/0, true/false, in/out), and one of scores. Drop a file here, choose one, or paste. It is read in this browser and sent nowhere; the link does not hold it.";

export class MiScoreDrop extends DropElement {
  static override properties = {
    source: { attribute: false },
    answers: { attribute: false },
    stamp: { attribute: false },
  };

  declare source: ScoreSource | null;
  declare answers: AuditAnswers;
  /** What the answers hold: they are an object that stays the same. */
  declare stamp: unknown[];

  protected override willUpdate(): void {
    const { value, problem } = this.answers.scores;
    const read = this.source ? value?.summary : null;
    const message = problem?.message ?? (read && !read.ok ? read.error.message : null);
    this.problems = message && !this.busy ? [`${message}.`] : [];
  }

  /** Whether the file is on its way. */
  private get busy(): boolean {
    const { current, problem } = this.answers.scores;
    return this.source !== null && !current && problem === null;
  }

  protected override render() {
    return html`
      <label for="scores">Scores, one record a row</label>
      ${this.field("scores", "scores", 3, "member,score\n1,2.31\n0,0.42")}
      <p class="help" id="scores-help">${HELP}</p>
      <p class="buttons">
        <button type="button" ?disabled=${this.text.trim() === ""} @click=${() => this.take(new Blob([this.text]), "the field above")}>
          Read the text
        </button>
        ${this.fileButton()}
      </p>
      ${this.busy ? this.progress() : nothing}
      <div role="status">
        ${this.busy ? nothing : this.read()}
        ${this.problemList("scores")}
      </div>
      ${this.source ? this.columns(this.source) : nothing}
    `;
  }

  private progress() {
    const size = this.source?.file.size ?? 1;
    return html`<p class="buttons">
      <progress max="1" .value=${this.answers.bytesRead / Math.max(1, size)} aria-label="Reading the scores"></progress>
      <button type="button" @click=${() => this.tell(null)}>Cancel</button>
    </p>`;
  }

  private read() {
    const summary = this.source && this.answers.scores.value?.summary;
    return summary?.ok ? html`<p class="remark">In use: ${readInWords(summary.value)}</p>` : nothing;
  }

  private columns(source: ScoreSource) {
    const { value } = this.answers.scores;
    const names = value?.columns ?? [];
    const used = value?.summary.ok ? value.summary.value : null;
    const { lower_is_in = false } = source.columns;
    return html`
      ${
        names.length > 0
          ? html`${this.column(source, "score", "Column of the scores", names, used?.score)}
        ${this.column(source, "membership", "Column of membership", names, used?.membership)}`
          : nothing
      }
      <p class="buttons">
        <label
          ><input
            type="checkbox"
            id="scores-lower"
            .checked=${live(lower_is_in)}
            @change=${({ target }: Event) => this.choose(source, { lower_is_in: (target as HTMLInputElement).checked })}
          />
          a lower score says “member”, as with a loss</label
        >
      </p>
      <p class="buttons"><button type="button" class="quiet" @click=${() => this.tell(null)}>Forget these scores</button></p>
    `;
  }

  private column(source: ScoreSource, key: "score" | "membership", label: string, names: string[], used?: string) {
    const chosen = source.columns[key] ?? used ?? "";
    return html`<p class="buttons">
      <label
        >${label}
        <select
          id="scores-${key}"
          .value=${live(chosen)}
          @change=${({ target }: Event) => this.choose(source, { [key]: (target as HTMLSelectElement).value })}
        >
          ${chosen === "" ? html`<option value="" selected>choose one</option>` : nothing}
          ${names.map((name) => html`<option value=${name} ?selected=${name === chosen}>${name}</option>`)}
        </select></label
      >
    </p>`;
  }

  private choose({ file, source, columns }: ScoreSource, chosen: ScoreColumns): void {
    this.tell(scoreSource(file, source, { ...columns, ...chosen }));
  }

  private take(file: Blob, source: string): void {
    this.tell(scoreSource(file, source));
  }

  private tell(scores: ScoreSource | null): void {
    this.dispatchEvent(new ScoresEvent(scores));
  }

  protected override takeFile(file: File): void {
    this.take(file, file.name);
  }

  protected override takeText(text: string, source: string): void {
    if (text.length > LONGEST_SHOWN) this.take(new Blob([text]), source);
    else this.text = text;
  }
}

MiScoreDrop.define("mi-score-drop");
