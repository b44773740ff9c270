// All bounds against the exact value, with their kinds and theorems in a table.
import { html } from "lit";
import { rowsIn } from "../../charts/data/rows";
import type { Plots } from "../../charts/plots";
import type { Bound } from "../../words/comparison";
import { KIND_IN_WORDS } from "../../words/figure";
import { digits } from "./chart-element";
import { RowElement } from "./row-element";

export class MiComparisonChart extends RowElement {
  static override properties = { bounds: { attribute: false }, note: { type: String } };

  declare bounds: Bound[];
  /** Said in place of the words on the training view. */
  declare note: string | undefined;
  protected override readonly caption = "Bounds on the advantage, side by side";

  override numbers() {
    const rows = this.bounds.map(({ name, value, lower, upper, kind, theorem }) => {
      return [name, digits(value), digits(lower), digits(upper), kind, theorem];
    });
    return [["statement", "advantage", "lower", "upper", "kind", "theorem"], ...rows];
  }

  protected override get drawable() {
    return this.bounds.length > 0;
  }

  protected override plot(plots: Plots, width: number) {
    return plots.comparisonPlot(this.bounds, width);
  }

  protected override statements() {
    return this.bounds.map(({ name, says, kind }) => ({ name, says: `${name}: ${says} (${KIND_IN_WORDS[kind]})` }));
  }

  protected override get height() {
    return rowsIn(this.bounds, this.clientWidth).height;
  }

  protected override summary(): string {
    const vacuous = this.bounds.filter((bound) => bound.vacuous).map((bound) => bound.name);
    const nothing = vacuous.length > 0 ? ` Above 1, and so saying nothing about this run: ${vacuous.join("; ")}.` : "";
    const line = this.bounds[0]?.kind === "exact" ? "The vertical line is the exact advantage. " : "";
    const said =
      this.note ??
      "Filled marks are bounds, open marks are formulas without a promise. Humphries, Erlingsson and Yeom only use epsilon.";
    return `${line}${said}${nothing}`;
  }

  protected override table() {
    return html`<table>
      <thead>
        <tr>
          <th scope="col">Statement</th>
          <th scope="col">Advantage</th>
          <th scope="col">Kind</th>
          <th scope="col">Theorem</th>
        </tr>
      </thead>
      <tbody>
        ${this.bounds.map(
          (bound) => html`<tr>
            <th scope="row">${bound.name}</th>
            <td>${bound.says}</td>
            <td>${KIND_IN_WORDS[bound.kind]}</td>
            <td>${bound.theorem}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }
}

MiComparisonChart.define("mi-comparison-chart");
