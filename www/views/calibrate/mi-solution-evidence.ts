// What stands around the answer of a calibration: the quantity near it as a chart.
import { html } from "lit";
import type { CalibrateResult, SweepResult } from "../../../src/boundary/wasm/core";
import { type Sweep, sweepAround } from "../../charts/data/lines";
import { LightElement } from "../../components/element/light-element";
import type { Parameters } from "../../state/parameters/table";
import "../../components/charts/mi-sweep-chart";

export class MiSolutionEvidence extends LightElement {
  static override properties = {
    result: { attribute: false },
    around: { attribute: false },
    values: { attribute: false },
  };

  declare result: CalibrateResult;
  /** The quantity around the answer. */
  declare around: SweepResult | null;
  declare values: Parameters;
  private sweep: Sweep | null = null;

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("around")) this.sweep = this.around && sweepAround(this.result, this.around, this.values);
  }

  protected override render() {
    return html`
      <h2>Around the answer</h2>
      <mi-sweep-chart .sweep=${this.sweep}></mi-sweep-chart>
    `;
  }
}

MiSolutionEvidence.define("mi-solution-evidence");
