// The ROC curve with its summary and its table.
import { html } from "lit";
import type { TrainingResult } from "../../src/wasm";
import { points, rocFigure } from "../charts/roc";
import { percent, rounded } from "../format";
import { atMost } from "../words";
import { ChartElement } from "./chart-element";

const TABLE_STRIDE = 10;

export class MiRocChart extends ChartElement {
  static override properties = { result: { attribute: false } };

  declare result: TrainingResult | null;
  protected override readonly caption = "ROC curve of the best possible attacker";

  protected override figure(width: number) {
    if (!this.result?.roc) return null;
    return rocFigure(this.result.roc, this.result.tpr, width);
  }

  protected override summary(): string {
    if (!this.result) return "";
    const statements = this.result.tpr.map(
      (figure) => `${percent(atMost(figure), 3, "up")} of the members at ${percent(figure.fpr)} false positives`,
    );
    return `No attack can lie above the solid line. It finds at most ${statements.join(", ")}. The dashed line is blind guessing.`;
  }

  protected override table() {
    if (!this.result?.roc) return null;
    const rows = points(this.result.roc).filter((_, i) => i % TABLE_STRIDE === 0);
    return html`<table>
      <thead>
        <tr>
          <th scope="col">FPR</th>
          <th scope="col">TPR at least</th>
          <th scope="col">TPR at most</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (point) => html`<tr>
            <td>${rounded(point.fpr, 3)}</td>
            <td>${rounded(point.lower, 5, "down")}</td>
            <td>${rounded(point.upper, 5, "up")}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }
}

customElements.define("mi-roc-chart", MiRocChart);
