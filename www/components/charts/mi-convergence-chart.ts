// The estimate while it converges, with its cursor, its summary and its table.
import { html } from "lit";
import type { Figure } from "../../../src/boundary/wasm/core";
import type { CoursePoint } from "../../answers/simulation-run";
import type { CurvePoint } from "../../charts/data/curves";
import { convergenceSeries } from "../../charts/data/lines";
import type { Plots } from "../../charts/plots";
import { count, rounded } from "../../words/number";
import { CurveElement } from "./curve-element";

const TABLE_ROWS = 24;

export class MiConvergenceChart extends CurveElement {
  static override properties = { points: { attribute: false }, exact: { attribute: false } };

  declare points: readonly CoursePoint[];
  declare exact: Figure | null;
  protected override readonly caption = "The simulated advantage while trainings are added";

  protected override series() {
    return convergenceSeries(this.points);
  }

  protected override get drawable() {
    return this.points.length > 0;
  }

  protected override plot(plots: Plots, width: number) {
    return plots.convergencePlot(this.series(), this.exact, width);
  }

  protected override coordinates(x: number, [point]: CurvePoint[]): string {
    if (!point) return "";
    const { lower, middle, upper } = point;
    return `${count(x)} trainings: ${rounded(middle ?? upper, 4)}, between ${rounded(lower, 4, "down")} and ${rounded(upper, 4, "up")}`;
  }

  protected override summary(): string {
    const last = this.points.at(-1);
    if (!last) return "The estimate and its interval will be drawn here while the simulation runs.";
    const { samples, estimate, lower, upper } = last;
    const line = this.exact ? " The dotted line comes from the exact engine." : "";
    return `After ${count(samples)} trainings the estimate is ${rounded(estimate, 4)}, in a band from ${rounded(
      lower,
      4,
      "down",
    )} to ${rounded(upper, 4, "up")}: it holds the truth at every moment of the run at once, so that looking and stopping early are allowed.${line}`;
  }

  protected override table() {
    const stride = Math.max(1, Math.ceil(this.points.length / TABLE_ROWS));
    const rows = this.points.filter((_, i) => (this.points.length - 1 - i) % stride === 0);
    return html`<table>
      <thead>
        <tr>
          <th scope="col">Trainings</th>
          <th scope="col">At least</th>
          <th scope="col">Estimate</th>
          <th scope="col">At most</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ samples, lower, estimate, upper }) => html`<tr>
            <td>${count(samples)}</td>
            <td>${rounded(lower, 5, "down")}</td>
            <td>${rounded(estimate, 5)}</td>
            <td>${rounded(upper, 5, "up")}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }
}

MiConvergenceChart.define("mi-convergence-chart");
