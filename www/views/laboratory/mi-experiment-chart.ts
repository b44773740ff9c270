// A chart of the laboratory: what is proved as lines, what was found as points, with a cursor over the settings or points.
import { html, nothing, svg } from "lit";
import type { Plot } from "../../charts/data/curves";
import type { ObservedChart, ObservedSymbol } from "../../charts/data/observed";
import type { Plots } from "../../charts/plots";
import { digits } from "../../components/charts/chart-element";
import { CursorElement, drawnElement } from "../../components/charts/cursor-element";
import { rounded } from "../../words/number";

export class MiExperimentChart extends CursorElement {
  static override properties = { chart: { attribute: false } };

  declare chart: ObservedChart | null;
  protected override readonly walk = "Arrow keys move from one point to the next.";

  protected override get caption(): string {
    return this.chart?.caption ?? "Chart";
  }

  protected override get drawable() {
    const { lines = [], marks = [] } = this.chart ?? {};
    return [...lines, ...marks].some(({ points }) => points.length > 0);
  }

  protected override plot(plots: Plots, width: number) {
    return this.chart && plots.observedPlot(this.chart, width);
  }

  protected override stops(): number {
    return this.chart?.stops.length ?? 0;
  }

  protected override start(): number {
    return 0;
  }

  protected override under(x: number, _y: number, plot: Plot): number | undefined {
    const scale = plot.scale("x");
    const away = this.chart?.stops.map((stop) => Math.abs((scale?.apply(stop.x) ?? 0) - x)) ?? [];
    return away.length > 0 ? away.indexOf(Math.min(...away)) : undefined;
  }

  protected override says(stop: number): string {
    return this.chart?.stops[stop]?.says ?? "";
  }

  protected override mark(stop: number, plot: Plot): SVGElement {
    const at = plot.scale("x")?.apply(this.chart?.stops[stop]?.x ?? 0) ?? 0;
    const group = drawnElement("g", { class: "cursor" });
    group.append(drawnElement("line", { x1: at, x2: at, y1: 28, y2: Number(plot.getAttribute("height")) - 42 }));
    return group;
  }

  protected override summary(): string {
    return this.chart?.summary ?? "";
  }

  protected override frame() {
    return html`${super.frame()}${this.chart ? this.legend(this.chart) : nothing}`;
  }

  private legend({ lines, marks }: ObservedChart) {
    const seen = marks.filter(({ points }) => points.length > 0);
    if (lines.length + seen.length < 2) return nothing;
    return html`<ul class="line-legend">
      ${lines.map(
        ({ name, stroke, dash }) => html`<li>
          <svg width="34" height="12" aria-hidden="true">${svg`<line x1="0" x2="34" y1="6" y2="6" stroke=${stroke} stroke-width="2.25" stroke-dasharray=${dash} />`}</svg>
          ${name}
        </li>`,
      )}
      ${seen.map(
        ({ name, stroke, symbol }) => html`<li>
          <svg width="34" height="12" aria-hidden="true">${svg`<path d=${SAMPLES[symbol]} transform="translate(17,6)" fill="var(--paper)" stroke=${stroke} stroke-width="1.75" />`}</svg>
          ${name}
        </li>`,
      )}
    </ul>`;
  }

  protected override table() {
    const { chart } = this;
    if (!chart) return null;
    if (chart.marks.length === 0) return this.lineTable(chart);
    return html`<table>
      <thead>
        <tr>
          ${["Found by", chart.x.label, chart.y.label, "interval"].map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${chart.marks.flatMap(({ name, points }) =>
          points.map(
            ({ exact: [x = 0, , , y = 0, low = 0, high = 0] }) => html`<tr>
              <th scope="row">${name}</th>
              <td>${rounded(x, 3)}</td>
              <td>${rounded(y, 4)}</td>
              <td>${rounded(low, 4, "down")} to ${rounded(high, 4, "up")}</td>
            </tr>`,
          ),
        )}
      </tbody>
    </table>`;
  }

  private lineTable({ x, y, lines }: ObservedChart) {
    return html`<table>
      <thead>
        <tr>
          ${["Line", x.label, y.label].map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${lines.flatMap(({ name, points }) =>
          points.map(
            (point) => html`<tr>
              <th scope="row">${name}</th>
              <td>${rounded(point.x, 3)}</td>
              <td>${rounded(point.upper, 4)}</td>
            </tr>`,
          ),
        )}
      </tbody>
    </table>`;
  }

  override numbers(): string[][] | null {
    const { chart } = this;
    if (!chart) return null;
    const proved = chart.lines.flatMap(({ name, points }) =>
      points.map(({ x, lower, upper }) => [name, ...[x, x, x, upper, lower, upper].map(digits)]),
    );
    const found = chart.marks.flatMap(({ name, points }) => points.map(({ exact }) => [name, ...exact.map(digits)]));
    return [["series", "x", "x_lower", "x_upper", "y", "y_lower", "y_upper"], ...proved, ...found];
  }
}

/** As Observable Plot draws them, about 9 pixels wide. */
const SAMPLES: Record<ObservedSymbol, string> = {
  circle: "M4,0A4,4,0,1,1,-4,0A4,4,0,1,1,4,0",
  square: "M-3.6,-3.6h7.2v7.2h-7.2Z",
  triangle: "M0,-4.9L4.3,2.5H-4.3Z",
  diamond: "M0,-5L3,0L0,5L-3,0Z",
  star: "M0,-5.4L1.2,-1.7L5.1,-1.7L2,0.6L3.2,4.4L0,2.1L-3.2,4.4L-2,0.6L-5.1,-1.7L-1.2,-1.7Z",
  wye: "M1.3,0.8v3.6h-2.6v-3.6l-3.1,-1.8l1.3,-2.3l3.1,1.8l3.1,-1.8l1.3,2.3Z",
  plus: "M-4.5,0H4.5M0,4.5V-4.5",
  times: "M-3,-3L3,3M-3,3L3,-3",
};

MiExperimentChart.define("mi-experiment-chart");
