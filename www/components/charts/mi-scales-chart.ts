// Scales of noise side by side, with kinds and statements in a table.
import type { Plots } from "../../charts/plots";
import { atMost } from "../../words/figure";
import { type ScaleRow, scaleInWords, sufficient } from "../../words/noise";
import { digits } from "./chart-element";
import { RowElement } from "./row-element";

export class MiScalesChart extends RowElement {
  static override properties = { rows: { attribute: false } };

  declare rows: ScaleRow[];
  protected override readonly caption = "Scales of noise, side by side";
  protected override readonly columns: [string, string] = ["Noise", "Scale"];

  override numbers() {
    const rows = this.rows.map(({ label, scale }) => {
      const { kind, mean_radius, proven_eta, theorem } = scale;
      return [label, digits(atMost(scale)), kind, digits(mean_radius), digits(proven_eta), theorem];
    });
    return [["noise", "scale", "kind", "mean length", "proven eta", "theorem"], ...rows];
  }

  protected override plot(plots: Plots, width: number) {
    return plots.scalesPlot(this.statements(), width);
  }

  protected override statements() {
    return this.rows.map((row) => {
      const { kind, theorem, erratum } = row.scale;
      const says = sufficient(row.scale);
      return {
        ...row,
        name: row.label,
        says,
        inFull: `${says}. ${scaleInWords(row.scale)}`,
        kind,
        theorem: erratum ? `${theorem} (${erratum})` : theorem,
      };
    });
  }

  protected override summary(): string {
    return "Less noise for the same promise is better. Filled marks are proven to suffice, open marks are not. A Gaussian scale is a standard deviation of each number; the others are scales of the density.";
  }
}

MiScalesChart.define("mi-scales-chart");
