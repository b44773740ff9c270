// Several lines over one number, with a cursor, a legend, a summary and a table.
import { html, nothing, svg } from "lit";
import type { Axis } from "../../charts/data/axes";
import type { CurvePoint } from "../../charts/data/curves";
import { type Lines, styleOf } from "../../charts/data/lines";
import type { Plots } from "../../charts/plots";
import { rounded } from "../../words/number";
import { digits } from "./chart-element";
import { CurveElement } from "./curve-element";

const TABLE_ROWS = 14;

export class MiLinesChart extends CurveElement {
  static override properties = { chart: { attribute: false } };

  declare chart: Lines | null;

  protected override get caption(): string {
    return this.chart?.caption ?? "Chart";
  }

  protected override series() {
    const { chart } = this;
    if (!chart) return [];
    const points = (ys: number[]) =>
      chart.xs.map((x, at) => ({ x, lower: ys[at] ?? Number.NaN, upper: ys[at] ?? Number.NaN }));
    return chart.lines.map(({ name, ys }) => ({ name, points: points(ys) }));
  }

  /** One column for each line. */
  override numbers() {
    const { chart } = this;
    if (!chart) return null;
    const head = [nameOf(chart.x), ...chart.lines.map(({ name }) => name)];
    return [head, ...chart.xs.map((x, at) => [x, ...chart.lines.map(({ ys }) => ys[at] ?? Number.NaN)].map(digits))];
  }

  protected override get drawable() {
    return (this.chart?.xs.length ?? 0) > 1;
  }

  protected override plot(plots: Plots, width: number) {
    return this.chart && plots.linesPlot(this.chart, width);
  }

  protected override coordinates(x: number, found: (CurvePoint & { name: string })[]): string {
    const { chart } = this;
    if (!chart) return "";
    const values = found
      .filter(({ upper }) => Number.isFinite(upper))
      .map(({ name, upper }) => `${name} ${this.inWords(chart, name, upper)}`);
    return `${nameOf(chart.x)} ${rounded(x, 4)}: ${values.join(", ") || "nothing"}`;
  }

  private inWords({ lines, read }: Lines, name: string, y: number): string {
    return (lines.find((line) => line.name === name)?.read ?? read)(y);
  }

  protected override summary(): string {
    const { chart } = this;
    if (!chart) return "";
    const marks = [chart.markedX, chart.markedY].flatMap((mark, i) =>
      mark ? [` The dotted ${i === 0 ? "vertical" : "horizontal"} line is ${mark.name}.`] : [],
    );
    return `${chart.summary}${marks.join("")}`;
  }

  protected override frame() {
    return html`${super.frame()}${this.chart ? this.legend(this.chart) : nothing}`;
  }

  private legend({ lines }: Lines) {
    if (lines.length < 2) return nothing;
    return html`<ul class="line-legend">
      ${lines.map((line, i) => {
        const { stroke, dash } = styleOf(line, i);
        return html`<li>
          <svg width="34" height="8" aria-hidden="true">${svg`<line x1="0" x2="34" y1="4" y2="4" stroke=${stroke} stroke-width="2.25" stroke-dasharray=${dash} />`}</svg>
          ${line.name}
        </li>`;
      })}
    </ul>`;
  }

  protected override table() {
    const { chart } = this;
    if (!chart) return null;
    const stride = Math.max(1, Math.floor(chart.xs.length / TABLE_ROWS));
    const rows = chart.xs.flatMap((x, at) => (at % stride === 0 ? [{ x, at }] : []));
    return html`<table>
      <thead>
        <tr>
          <th scope="col">${nameOf(chart.x)}</th>
          ${chart.lines.map(({ name }) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ x, at }) => html`<tr>
            <td>${rounded(x, 4)}</td>
            ${chart.lines.map(({ name, ys }) => html`<td>${Number.isFinite(ys[at]) ? this.inWords(chart, name, ys[at] ?? 0) : "–"}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>`;
  }
}

/** What an axis shows; of its scale only the axis speaks. */
function nameOf({ label }: Axis): string {
  return label.replace(/ \(log scale\)$/, "");
}

MiLinesChart.define("mi-lines-chart");
