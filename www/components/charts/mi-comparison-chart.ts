// All bounds against the exact value, with their kinds and theorems in a table.
import type { Plots } from "../../charts/plots";
import type { Bound } from "../../words/comparison";
import { digits } from "./chart-element";
import { RowElement } from "./row-element";

export class MiComparisonChart extends RowElement {
  static override properties = { bounds: { attribute: false }, note: { type: String } };

  declare bounds: Bound[];
  /** Said in place of the words on the training view. */
  declare note: string | undefined;
  protected override readonly caption = "Bounds on the advantage, side by side";
  protected override readonly columns: [string, string] = ["Statement", "Advantage"];

  override numbers() {
    const rows = this.bounds.map(({ name, value, lower, upper, kind, theorem }) => {
      return [name, digits(value), digits(lower), digits(upper), kind, theorem];
    });
    return [["statement", "advantage", "lower", "upper", "kind", "theorem"], ...rows];
  }

  protected override plot(plots: Plots, width: number) {
    return plots.comparisonPlot(this.bounds, width);
  }

  protected override statements() {
    return this.bounds;
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
}

MiComparisonChart.define("mi-comparison-chart");
