// Scales of noise side by side, with kinds and statements in a table.
import { html } from "lit";
import { scalesFigure } from "../charts/scales";
import { type ScaleRow, scaleInWords, sufficient } from "../noise-words";
import { atMost, KIND_IN_WORDS } from "../words";
import { ChartElement, digits } from "./chart-element";

export class MiScalesChart extends ChartElement {
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

  protected override figure(width: number) {
    const says = ({ label, scale }: ScaleRow) => `${label}: ${sufficient(scale)}`;
    return this.rows.length > 0 ? scalesFigure(this.rows, says, width) : null;
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

customElements.define("mi-scales-chart", MiScalesChart);
