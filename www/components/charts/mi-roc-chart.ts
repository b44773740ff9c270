// The ROC curve with its cursor, its summary and its table.
import type { Curve } from "../../../src/boundary/wasm/core";
import { type CurvePoint, type Rates, rocSeries } from "../../charts/data/curves";
import type { Plots } from "../../charts/plots";
import { atMost } from "../../words/figure";
import { percent } from "../../words/number";
import { CurveElement } from "./curve-element";
import { rateTable } from "./rate-table";

const TABLE_STRIDE = 10;
const MOST_ROWS = 24;

export class MiRocChart extends CurveElement {
  static override properties = {
    result: { attribute: false },
    other: { attribute: false },
    simulated: { attribute: false },
    brief: { type: Boolean },
  };

  declare result: Rates | null;
  /** The run B, or null. */
  declare other: Rates | null;
  /** The simulated curve of the same run, or null. */
  declare simulated: Curve | null;
  /** Whether its numbers stand beside it already. */
  declare brief: boolean;
  protected override readonly caption = "ROC curve of the best possible attacker";

  protected override series() {
    return rocSeries([this.result, this.other]);
  }

  protected override get drawable() {
    return this.result?.roc != null;
  }

  protected override plot(plots: Plots, width: number) {
    return this.result && plots.rocPlot(this.series(), this.result.tpr, width, this.simulated);
  }

  protected override coordinates(x: number, found: (CurvePoint & { name: string })[]): string {
    const tprs = found.map(({ name, upper }) => `${name ? `${name} ` : ""}at most ${percent(upper, 4, "up")}`);
    return `FPR ${percent(x, 3)}: TPR ${tprs.join(", ")}`;
  }

  protected override summary(): string {
    if (!this.result) return "";
    const both = this.other ? " The solid line is A, the one with long dashes is B." : "";
    const simulated = this.simulated ? " The grey band is what the simulation leaves open." : "";
    const statements = this.result.tpr.map(
      (figure) => `${percent(atMost(figure), 3, "up")} of the members at ${percent(figure.fpr)} false positives`,
    );
    const finds = this.brief ? "" : ` It finds at most ${statements.join(", ")}.`;
    return `No attack can lie above the solid line.${finds} The dotted line is blind guessing.${both}${simulated}`;
  }

  protected override table() {
    const [first, other] = this.series();
    if (!first || !this.drawable) return null;
    const stride = Math.max(TABLE_STRIDE, Math.floor(first.points.length / MOST_ROWS));
    const shown = first.points.filter((_, i) => i % stride === 0);
    return rateTable("TPR", shown, other);
  }
}

MiRocChart.define("mi-roc-chart");
