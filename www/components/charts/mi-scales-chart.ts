// Scales of noise side by side, with kinds and statements in a table.
import { html } from "lit";
import { rowsIn } from "../../charts/data/rows";
import type { Plots } from "../../charts/plots";
import { atMost, KIND_IN_WORDS } from "../../words/figure";
import { type ScaleRow, scaleInWords, sufficient } from "../../words/noise";
import { digits } from "./chart-element";
import { RowElement } from "./row-element";

export class MiScalesChart extends RowElement {
  static override properties = { rows: { attribute: false } };

  declare rows: ScaleRow[];
  protected override readonly caption = "Scales of noise, side by side";

  override numbers() {
    const rows = this.rows.map(({ label, scale }) => {
      const { kind, mean_radius, proven_eta, theorem } = scale;
      return [label, digits(atMost(scale)), kind, digits(mean_radius), digits(proven_eta), theorem];
    });
    return [["noise", "scale", "kind", "mean length", "proven eta", "theorem"], ...rows];
  }

  protected override get drawable() {
    return this.rows.length > 0;
  }

  protected override plot(plots: Plots, width: number) {
    return plots.scalesPlot(this.stated(), width);
  }

  protected override statements() {
    return this.stated().map(({ name, says, scale }) => ({
      name,
      says: `${name}: ${says} (${KIND_IN_WORDS[scale.kind]})`,
    }));
  }

  protected override get height() {
    return rowsIn(this.stated(), this.clientWidth).height;
  }

  private stated() {
    return this.rows.map((row) => ({ ...row, name: row.label, says: sufficient(row.scale) }));
  }

  protected override summary(): string {
    return "Less noise for the same promise is better. Filled marks are proven to suffice, open marks are not. A Gaussian scale is a standard deviation of each number; the others are scales of the density.";
  }

  protected override table() {
    return html`<table>
      <thead>
        <tr>
          <th scope="col">Noise</th>
          <th scope="col">Scale</th>
          <th scope="col">Kind</th>
          <th scope="col">Theorem</th>
        </tr>
      </thead>
      <tbody>
        ${this.rows.map(
          ({ label, scale }) => html`<tr>
            <th scope="row">${label}</th>
            <td>${sufficient(scale)}. ${scaleInWords(scale)}</td>
            <td>${KIND_IN_WORDS[scale.kind]}</td>
            <td>${scale.theorem}${scale.erratum ? ` (${scale.erratum})` : ""}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }
}

MiScalesChart.define("mi-scales-chart");
