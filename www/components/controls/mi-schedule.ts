// The phases of a run as a table, a screenful at a time, and a place to paste or drop a schedule.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { COLUMNS, MOST_PHASES } from "../../state/files/schedule-columns";
import type { Row, ScheduleAction } from "../../state/inputs/schedule-rows";
import { PARAMS } from "../../state/parameters/table";
import { count } from "../../words/number";
import { ScheduleEvent } from "../element/events";
import { LightElement } from "../element/light-element";
import "./mi-schedule-import";

const ROWS_SHOWN = 12;
const MOST_PROBLEMS = 5;

export class MiSchedule extends LightElement {
  static override properties = {
    rows: { attribute: false },
    note: { type: String },
    from: { state: true },
  };

  declare rows: Row[];
  declare note: string | undefined;
  /** The first row shown. */
  declare from: number;

  constructor() {
    super();
    this.from = 0;
  }

  protected override render() {
    const from = Math.min(this.from, Math.floor((this.rows.length - 1) / ROWS_SHOWN) * ROWS_SHOWN);
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label="Table: phases of the schedule">
        <table>
          <thead>
            <tr>
              <th scope="col"><span aria-hidden="true">#</span><span class="visually-hidden">Phase</span></th>
              ${COLUMNS.map((column) => html`<th scope="col">${PARAMS[column].label}</th>`)}
              <th scope="col"><span class="visually-hidden">Change</span></th>
            </tr>
          </thead>
          <tbody>
            ${this.rows.slice(from, from + ROWS_SHOWN).map((row, i) => this.row(row, from + i))}
          </tbody>
        </table>
      </div>
      ${this.rows.length > ROWS_SHOWN ? this.pager(from) : nothing}
      <div role="status"><ul class="problems">${this.problems()}</ul></div>
      ${this.note ? html`<p class="remark">${this.note}</p>` : nothing}
      <p class="buttons">
        <button type="button" class="quiet" @click=${() => this.dispatchEvent(new ScheduleEvent({ kind: "off" }))}>
          Use a single phase
        </button>
      </p>
      <mi-schedule-import></mi-schedule-import>
    `;
  }

  private row(row: Row, index: number) {
    const name = `phase ${index + 1}`;
    return html`<tr>
      <th scope="row">${index + 1}</th>
      ${COLUMNS.map((column, i) => {
        const cell = row.cells[i];
        return html`<td>
          <input
            type="text"
            inputmode=${PARAMS[column].range.integer ? "numeric" : "decimal"}
            autocomplete="off"
            spellcheck="false"
            aria-label="${PARAMS[column].label}, ${name}"
            aria-invalid=${cell?.ok ? "false" : "true"}
            .value=${live(row.texts[i] ?? "")}
            @input=${(event: Event) =>
              this.act({ kind: "type", row: index, column: i, text: (event.target as HTMLInputElement).value })}
          />
        </td>`;
      })}
      <td class="change">
        ${this.button("↑", `Move ${name} up`, { kind: "move", row: index, by: -1 }, index > 0)}
        ${this.button("↓", `Move ${name} down`, { kind: "move", row: index, by: 1 }, index < this.rows.length - 1)}
        ${this.button("+", `Add a phase after ${name}`, { kind: "add", row: index }, this.rows.length < MOST_PHASES)}
        ${this.button("×", `Remove ${name}`, { kind: "remove", row: index }, this.rows.length > 1)}
      </td>
    </tr>`;
  }

  private button(sign: string, label: string, action: ScheduleAction, enabled: boolean) {
    return html`<button type="button" aria-label=${label} title=${label} ?disabled=${!enabled} @click=${() => this.act(action)}>${sign}</button>`;
  }

  private pager(from: number) {
    const to = Math.min(this.rows.length, from + ROWS_SHOWN);
    const turn = (by: number) => {
      this.from = from + by;
    };
    return html`<p class="buttons">
      <button type="button" ?disabled=${from === 0} @click=${() => turn(-ROWS_SHOWN)}>Earlier</button>
      <span>${count(from + 1)} to ${count(to)} of ${count(this.rows.length)} phases</span>
      <button type="button" ?disabled=${to === this.rows.length} @click=${() => turn(ROWS_SHOWN)}>Later</button>
    </p>`;
  }

  private problems() {
    const found = this.rows.flatMap(({ cells }, row) =>
      cells.flatMap((cell, column) => (cell.ok ? [] : [`Row ${row + 1}, column ${column + 1}: ${cell.message}`])),
    );
    const more = found.length - MOST_PROBLEMS;
    const shown = more > 0 ? [...found.slice(0, MOST_PROBLEMS), `and ${more} more`] : found;
    return shown.map((problem) => html`<li>${problem}</li>`);
  }

  private act(action: ScheduleAction): void {
    this.dispatchEvent(new ScheduleEvent(action));
  }
}

MiSchedule.define("mi-schedule");
