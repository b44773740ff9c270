// The losses of the simulated trainings in both worlds, with the attacker's line between them.
import { html } from "lit";
import type { LossHistogram } from "../../../src/boundary/wasm/core";
import { type Bar, bars, lossSeries, middle, named } from "../../charts/data/losses";
import type { Plots } from "../../charts/plots";
import { percent, rounded } from "../../words/number";
import { CurveElement } from "./curve-element";

export class MiLossHistogram extends CurveElement {
  static override properties = { histogram: { attribute: false } };

  declare histogram: LossHistogram | null;
  protected override readonly caption = "What the attacker sees of trainings with and without the record";
  private all: Bar[] = [];

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("histogram")) this.all = this.histogram ? bars(this.histogram) : [];
  }

  protected override series() {
    return lossSeries(this.all);
  }

  protected override get drawable() {
    return this.all.length > 0;
  }

  protected override plot(plots: Plots, width: number) {
    return this.histogram && plots.lossPlot(this.all, this.histogram.threshold, width);
  }

  protected override coordinates(x: number): string {
    const bar = this.all.find((one) => middle(one) === x);
    if (!bar) return "";
    return `Loss from ${rounded(bar.from, 3)} to ${rounded(bar.to, 3)}: ${percent(bar.out)} of the trainings without the record, ${percent(bar.in)} of those with it`;
  }

  protected override summary(): string {
    if (!this.histogram) return "The losses of the simulated trainings will be drawn here.";
    const shares = named(this.histogram);
    return `Each training leaves the best attacker one number, its loss. The attacker says “member” right of the upright line, at ${rounded(
      this.histogram.threshold,
      3,
    )}: about ${percent(shares.in)} of the trainings with the record (thick line) lie there, and about ${percent(
      shares.out,
    )} of those without it (dashed, filled). No other line separates them better at this prior.`;
  }

  protected override table() {
    return html`<table>
      <thead>
        <tr>
          <th scope="col">Loss from</th>
          <th scope="col">up to</th>
          <th scope="col">Without the record</th>
          <th scope="col">With the record</th>
        </tr>
      </thead>
      <tbody>
        ${this.all.map(
          (bar) => html`<tr>
            <td>${rounded(bar.from, 3)}</td>
            <td>${rounded(bar.to, 3)}</td>
            <td>${percent(bar.out)}</td>
            <td>${percent(bar.in)}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }
}

MiLossHistogram.define("mi-loss-histogram");
