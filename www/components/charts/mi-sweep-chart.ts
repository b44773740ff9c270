// One quantity over one parameter, with its cursor, its summary and its table.
import { html } from "lit";
import type { CurvePoint } from "../../charts/data/curves";
import type { Sweep } from "../../charts/data/lines";
import type { Plots } from "../../charts/plots";
import { rounded } from "../../words/number";
import { CurveElement } from "./curve-element";

const TABLE_STRIDE = 10;

export class MiSweepChart extends CurveElement {
  static override properties = { sweep: { attribute: false } };

  declare sweep: Sweep | null;

  protected override get caption(): string {
    return this.sweep ? `${this.sweep.quantity} over ${this.sweep.over}` : "Sweep";
  }

  protected override series() {
    return this.sweep?.series ?? [];
  }

  protected override get drawable() {
    return (this.sweep?.series[0]?.points.length ?? 0) > 0;
  }

  protected override plot(plots: Plots, width: number) {
    return this.sweep && plots.sweepPlot(this.sweep, width);
  }

  protected override coordinates(x: number, found: (CurvePoint & { name: string })[]): string {
    const values = found.map(({ name, lower, upper }) => `${name ? `${name} ` : ""}${this.value(lower, upper)}`);
    return `${this.sweep?.over} ${rounded(x, 4)}: ${this.sweep?.quantity} ${values.join(", ")}`;
  }

  /** One number where its ends print alike. */
  private value(lower: number, upper: number): string {
    const [scale, unit] = this.sweep?.percent ? [100, "%"] : [1, ""];
    const [low, high] = [rounded(lower * scale, 4), rounded(upper * scale, 4)];
    return low === high ? `${high}${unit}` : `${low}${unit} to ${high}${unit}`;
  }

  protected override summary(): string {
    if (!this.sweep) return "";
    const { over, quantity, marked, target, series } = this.sweep;
    const place = marked ? ` The vertical line is ${marked.name}.` : "";
    const line = target === null ? "" : " The dotted horizontal line is the target.";
    const both = series.length > 1 ? " The solid line is A, the one with long dashes is B." : "";
    return `${quantity[0]?.toUpperCase()}${quantity.slice(1)} while only the ${over} changes.${place}${line}${both}`;
  }

  protected override table() {
    const [first] = this.series();
    if (!first || !this.sweep) return null;
    return html`<table>
      <thead>
        <tr>
          <th scope="col">${this.sweep.over}</th>
          <th scope="col">${this.sweep.quantity}</th>
        </tr>
      </thead>
      <tbody>
        ${first.points
          .filter((_, i) => i % TABLE_STRIDE === 0)
          .map(
            ({ x, lower, upper }) => html`<tr>
              <td>${rounded(x, 4)}</td>
              <td>${this.value(lower, upper)}</td>
            </tr>`,
          )}
      </tbody>
    </table>`;
  }
}

MiSweepChart.define("mi-sweep-chart");
