// Precision against the rate of false positives, with its cursor, its summary and its table.
import type { TprFigure, TrainingResult } from "../../../src/boundary/wasm/core";
import { type CurvePoint, precisionSeries } from "../../charts/data/curves";
import type { Plots } from "../../charts/plots";
import { print } from "../../state/parameters/table";
import { percent } from "../../words/number";
import { CurveElement } from "./curve-element";
import { rateTable } from "./rate-table";

const TABLE_STRIDE = 10;

export class MiPrecisionChart extends CurveElement {
  static override properties = {
    result: { attribute: false },
    other: { attribute: false },
    marked: { attribute: false },
  };

  declare result: TrainingResult | null;
  /** The run B, or null. */
  declare other: TrainingResult | null;
  /** The rate that is asked about. */
  declare marked: TprFigure | null;
  protected override readonly caption = "Precision of the best possible attacker";

  private get prior(): number {
    return this.result?.parameters.prior ?? 0.5;
  }

  protected override series() {
    return precisionSeries([this.result, this.other]);
  }

  protected override get drawable() {
    return this.result?.roc != null;
  }

  protected override plot(plots: Plots, width: number) {
    return plots.precisionPlot(this.series(), this.prior, this.marked, width);
  }

  protected override coordinates(x: number, found: (CurvePoint & { name: string })[]): string {
    const shares = found.map(({ name, upper }) => `${name ? `${name} ` : ""}at most ${percent(upper, 4, "up")}`);
    return `FPR ${percent(x, 3)}: members among those named ${shares.join(", ")}`;
  }

  protected override summary(): string {
    const both = this.other ? " The solid line is A, the one with long dashes is B." : "";
    return `The share of members among the records that the attacker names, at prior ${print(this.prior)}: the fewer others it names, the surer it can be. The dotted line is blind luck.${both}`;
  }

  protected override table() {
    const [first, other] = this.series();
    if (!first) return null;
    const shown = first.points.filter((_, i) => i % TABLE_STRIDE === 0);
    return rateTable("Precision", shown, other);
  }
}

MiPrecisionChart.define("mi-precision-chart");
