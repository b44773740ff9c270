// Base of the charts with a row for each statement: the cursor goes from row to row.
import type { Plot } from "../../charts/data/curves";
import { CursorElement, drawnElement } from "./cursor-element";

/** The scale of the rows, as Observable Plot gives it. */
type Banded = { apply(value: string): number | undefined; bandwidth?: number };

export abstract class RowElement extends CursorElement {
  /** The rows as drawn, from above: what the plot calls each, and what it says in words. */
  protected abstract statements(): { name: string; says: string }[];

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
    return this.statements()[stop]?.says ?? "";
  }

  /** A frame around the row. */
  protected override mark(stop: number, plot: Plot): SVGElement | null {
    const scale = rows(plot);
    const top = scale?.apply(this.statements()[stop]?.name ?? "");
    if (top === undefined) return null;
    const width = Number(plot.getAttribute("width")) - 2;
    return drawnElement("rect", { class: "cursor", x: 1, y: top + 1, width, height: (scale?.bandwidth ?? 0) - 2 });
  }
}

function rows(plot: Plot): Banded | undefined {
  return plot.scale("y") as Banded | undefined;
}
