// All entries at a glance: the claimed epsilon against the certified advantage, with a cursor that names them.
import { html } from "lit";
import type { Plot } from "../../charts/data/curves";
import { type ClaimPoint, claimPoints } from "../../charts/data/register";
import type { Plots } from "../../charts/plots";
import { CursorElement, drawnElement } from "../../components/charts/cursor-element";
import type { Row } from "../../register/figures";
import { print } from "../../state/parameters/table";
import { rounded } from "../../words/number";

/** So near a point, in pixels, the pointer is on it. */
const REACH = 24;

export class MiRegisterChart extends CursorElement {
  static override properties = { published: { attribute: false } };

  declare published: readonly Row[];
  protected override readonly caption = "Claimed epsilon against certified advantage";
  protected override readonly walk = "Arrow keys move from one entry to the next, by the claimed epsilon.";

  private points(): ClaimPoint[] {
    return claimPoints(this.published);
  }

  protected override get drawable() {
    return this.points().length > 0;
  }

  protected override plot(plots: Plots, width: number) {
    return plots.registerPlot(this.points(), width);
  }

  protected override stops(): number {
    return this.points().length;
  }

  protected override start(): number {
    return 0;
  }

  protected override under(x: number, y: number, plot: Plot): number | undefined {
    const away = this.points().map((point) => {
      const [px, py] = place(point, plot);
      return Math.hypot(px - x, py - y);
    });
    const nearest = Math.min(...away);
    return nearest <= REACH ? away.indexOf(nearest) : undefined;
  }

  protected override says(stop: number): string {
    const point = this.points()[stop];
    return point ? `${point.name}: claimed epsilon ${print(point.epsilon)}, ${advantageOf(point)}` : "";
  }

  protected override mark(stop: number, plot: Plot): SVGElement | null {
    const point = this.points()[stop];
    if (!point) return null;
    const [cx, cy] = place(point, plot);
    return drawnElement("circle", { class: "cursor", cx, cy, r: 8 });
  }

  protected override summary(): string {
    return "Each point is an entry that claims an epsilon. A filled circle is the exact advantage of a run that is stated; a triangle is an upper bound, from what is known of the mechanism. The same epsilon can hide very different risks.";
  }

  protected override table() {
    return html`<table>
      <thead>
        <tr>
          ${["Entry", "Claimed epsilon", "Certified advantage"].map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${this.points().map(
          (point) => html`<tr>
            <th scope="row">${point.name}</th>
            <td>${print(point.epsilon)}</td>
            <td>${advantageOf(point)}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }
}

function advantageOf({ advantage, exact }: ClaimPoint): string {
  return `advantage ${exact ? "" : "at most "}${rounded(advantage, 4, "up")}${exact ? " (exact)" : ""}`;
}

function place({ epsilon, advantage }: ClaimPoint, plot: Plot): [x: number, y: number] {
  return [plot.scale("x")?.apply(epsilon) ?? 0, plot.scale("y")?.apply(advantage) ?? 0];
}

MiRegisterChart.define("mi-register-chart");
