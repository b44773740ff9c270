// Base of the charts with a row for each statement: the cursor goes from row to row.
import { html } from "lit";
import type { Plot } from "../../charts/data/curves";
import { rowsIn, type Statement } from "../../charts/data/rows";
import type { Bound } from "../../words/comparison";
import { KIND_IN_WORDS } from "../../words/figure";
import { CursorElement, drawnElement } from "./cursor-element";

/** A row as it is drawn and spoken, and what the table has in it. */
export interface RowStatement extends Statement {
  kind: Bound["kind"];
  theorem: string;
  /** In place of what it says, where the table says more. */
  inFull?: string;
}

/** The scale of the rows, as Observable Plot gives it. */
type Banded = { apply(value: string): number | undefined; bandwidth?: number };

export abstract class RowElement extends CursorElement {
  /** The rows as drawn, from above. */
  protected abstract statements(): RowStatement[];
  /** The first columns of the table: what a row is called, and what it says. */
  protected abstract readonly columns: [name: string, says: string];

  protected override get drawable() {
    return this.statements().length > 0;
  }

  protected override get height() {
    return rowsIn(this.statements(), this.clientWidth).height;
  }

  protected override readonly walk = "Arrow keys move from row to row, Home and End to the first and the last.";

  protected override stops(): number {
    return this.statements().length;
  }

  protected override start(): number {
    return 0;
  }

  /** The axis of the rows runs down: a key that goes up goes to the row above. */
  protected override step(key: string): number | undefined {
    const step = super.step(key);
    return step !== undefined && /Up|Down/.test(key) ? -step : step;
  }

  protected override under(_x: number, y: number, plot: Plot): number | undefined {
    const scale = rows(plot);
    const row = this.statements().findIndex(({ name }) => {
      const top = scale?.apply(name);
      return top !== undefined && y >= top && y < top + (scale?.bandwidth ?? 0);
    });
    return row < 0 ? undefined : row;
  }

  protected override says(stop: number): string {
    const row = this.statements()[stop];
    return row ? `${row.name}: ${row.says} (${KIND_IN_WORDS[row.kind]})` : "";
  }

  /** A frame around the row. */
  protected override mark(stop: number, plot: Plot): SVGElement | null {
    const scale = rows(plot);
    const top = scale?.apply(this.statements()[stop]?.name ?? "");
    if (top === undefined) return null;
    const width = Number(plot.getAttribute("width")) - 2;
    return drawnElement("rect", { class: "cursor", x: 1, y: top + 1, width, height: (scale?.bandwidth ?? 0) - 2 });
  }

  protected override table() {
    return html`<table>
      <thead>
        <tr>
          ${[...this.columns, "Kind", "Theorem"].map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${this.statements().map(
          ({ name, says, inFull, kind, theorem }) => html`<tr>
            <th scope="row">${name}</th>
            <td>${inFull ?? says}</td>
            <td>${KIND_IN_WORDS[kind]}</td>
            <td>${theorem}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }
}

function rows(plot: Plot): Banded | undefined {
  return plot.scale("y") as Banded | undefined;
}
