// Takes a table of numbers that is dropped, chosen or pasted; a worker reads it. What cannot be read stays, with its faults.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { type FileReading, LARGEST_FILE, readFile } from "../../engine/table-file";
import { column, type Table, type TableDrafts, type TableName } from "../../state/files/table";
import type { Separator, TableOptions } from "../../state/files/table-csv";
import { inWords } from "../../state/parameters/text-problem";
import { count, rounded } from "../../words/number";
import { TableEvent } from "../element/events";
import { DropElement, LONGEST_SHOWN } from "./drop-element";

const PREVIEW_ROWS = 5;
const PREVIEW_COLUMNS = 6;

export class MiCsvDrop extends DropElement {
  static override properties = {
    name: { type: String },
    label: { type: String },
    help: { type: String },
    example: { type: String },
    single: { type: Boolean },
    known: { attribute: false },
    options: { attribute: false },
    table: { attribute: false },
    drafts: { attribute: false },
    separator: { state: true },
    share: { state: true },
    whole: { state: true },
  };

  declare name: TableName;
  declare label: string;
  declare help: string;
  declare example: string;
  /** Whether one column is wanted; of several, one is chosen. */
  declare single: boolean;
  /** Names under which that column goes. */
  declare known: string[] | undefined;
  declare options: Partial<TableOptions>;
  /** What is in use. */
  declare table: Table | undefined;
  /** What is typed stays here when the part around the field folds or another view comes. */
  declare drafts: TableDrafts;
  declare separator: Separator | "found";
  /** Null while nothing is being read. */
  declare share: number | null;
  /** All columns of the file, while one of them is chosen. */
  declare whole: Table | null;
  private reading: FileReading | null = null;
  private last: { file: Blob; source: string } | null = null;

  constructor() {
    super();
    this.separator = "found";
    this.share = null;
    this.whole = null;
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("name")) {
      this.dataset.table = this.name;
      this.text = this.drafts.get(this.name) ?? "";
    } else if (changed.has("text")) this.drafts.set(this.name, this.text);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.cancel();
  }

  protected override render() {
    const id = `table-${this.name}`;
    return html`
      <label for=${id}>${this.label}</label>
      ${this.field(id, id, 3, this.example)}
      <p class="help" id="${id}-help">
        ${this.help} Drop a file here, choose one, or paste; up to ${LARGEST_FILE / 1e6} MB. It is read in this browser and
        sent nowhere; the link does not hold it.
      </p>
      <p class="buttons">
        <button type="button" ?disabled=${this.text.trim() === ""} @click=${() => this.take(new Blob([this.text]), "the field above")}>
          Read the text
        </button>
        ${this.fileButton()}
        <label>separated by <select @change=${this.onSeparator} .value=${live(this.separator)}>
          <option value="found">what is found</option>
          <option value="comma">commas</option>
          <option value="semicolon">semicolons</option>
          <option value="tab">tabs</option>
          <option value="space">spaces</option>
        </select></label>
      </p>
      ${this.share === null ? nothing : this.progress(this.share)}
      <div role="status">
        ${this.table && this.share === null ? html`<p class="remark">${this.inUse(this.table)}</p>` : nothing}
        ${this.problemList(id)}
      </div>
      ${this.table ? this.preview(this.table) : nothing}
    `;
  }

  private progress(share: number) {
    return html`<p class="buttons">
      <progress max="1" .value=${share} aria-label="Reading ${this.label}"></progress>
      <button type="button" @click=${this.cancel}>Cancel</button>
    </p>`;
  }

  private inUse({ source, rows, reading }: Table): string {
    return `In use: ${count(rows)} ${rows === 1 ? "row" : "rows"} from ${source}; ${reading}.`;
  }

  private preview(table: Table) {
    const shown = Math.min(table.columns, PREVIEW_COLUMNS);
    const more = table.columns > shown;
    const rows = Array.from({ length: Math.min(table.rows, PREVIEW_ROWS) }, (_, row) => row);
    const columns = Array.from({ length: shown }, (_, at) => at);
    const { whole } = this;
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label="Preview: ${this.label}">
        <table>
          <caption>The first rows</caption>
          <thead>
            <tr>
              ${columns.map((at) => html`<th scope="col">${table.header?.[at] || `column ${at + 1}`}</th>`)}
              ${more ? html`<th scope="col">… ${table.columns} in all</th>` : nothing}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) => html`<tr>
                ${columns.map((at) => html`<td>${rounded(table.values[row * table.columns + at] ?? 0, 6)}</td>`)}
                ${more ? html`<td>…</td>` : nothing}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <p class="buttons">
        ${
          this.single && whole
            ? html`<label>column in use <select @change=${this.onColumn}>
                ${Array.from({ length: Math.min(whole.columns, 100) }, (_, at) => {
                  const name = whole.header?.[at] || `column ${at + 1}`;
                  return html`<option value=${at} ?selected=${at === 0}>${name}</option>`;
                })}
              </select></label>`
            : nothing
        }
        <button type="button" @click=${this.forget}>Forget these numbers</button>
      </p>
    `;
  }

  private async take(file: Blob, source: string): Promise<void> {
    this.cancel();
    this.last = { file, source };
    this.problems = [];
    this.share = 0;
    const options: TableOptions = {
      least: Number.NEGATIVE_INFINITY,
      most: Number.POSITIVE_INFINITY,
      mostRows: 1_000_000,
      mostColumns: 1_000_000,
      ...this.options,
      named: this.single ? (this.known ?? []) : null,
      separator: this.separator === "found" ? null : this.separator,
    };
    const reading = readFile(file, source, options, (share) => {
      this.share = share;
    });
    this.reading = reading;
    const result = await reading.result;
    if (this.reading !== reading) return;
    this.reading = null;
    this.share = null;
    if (!result) return;
    if (result.ok) {
      this.whole = this.single && result.table.columns > 1 ? result.table : null;
      this.use(this.whole ? column(this.whole, 0) : result.table);
    } else {
      this.problems = typeof result.problems === "string" ? [result.problems] : result.problems.map(inWords);
    }
  }

  private use(table: Table | null): void {
    this.dispatchEvent(new TableEvent(this.name, table));
  }

  private readonly cancel = () => {
    this.reading?.cancel();
    this.reading = null;
    this.share = null;
  };

  private readonly forget = () => {
    this.whole = null;
    this.last = null;
    this.problems = [];
    this.use(null);
  };

  private readonly onColumn = (event: Event) => {
    if (this.whole) this.use(column(this.whole, Number((event.target as HTMLSelectElement).value)));
  };

  private readonly onSeparator = (event: Event) => {
    this.separator = (event.target as HTMLSelectElement).value as Separator | "found";
    if (this.last) void this.take(this.last.file, this.last.source);
  };

  protected override takeFile(file: File): void {
    void this.take(file, file.name);
  }

  protected override takeText(text: string, source: string): void {
    if (text.length > LONGEST_SHOWN) void this.take(new Blob([text]), source);
    else this.text = text;
  }
}

MiCsvDrop.define("mi-csv-drop");
