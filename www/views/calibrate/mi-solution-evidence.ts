// What stands around the answer of a calibration: the quantity near it as a chart, and the statement to paste.
import { html } from "lit";
import type { CalibrateResult, SweepResult } from "../../../src/boundary/wasm/core";
import { type Sweep, sweepAround } from "../../charts/data/lines";
import { LightElement } from "../../components/element/light-element";
import type { Parameters } from "../../state/parameters/table";
import { statement } from "../../words/calibration";
import "../../components/element/mi-copy-button";
import "../../components/charts/mi-sweep-chart";

export class MiSolutionEvidence extends LightElement {
  static override properties = {
    result: { attribute: false },
    around: { attribute: false },
    values: { attribute: false },
    link: { attribute: false },
  };

  declare result: CalibrateResult;
  /** The quantity around the answer. */
  declare around: SweepResult | null;
  declare values: Parameters;
  declare link: () => string;
  private sweep: Sweep | null = null;

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("around")) this.sweep = this.around && sweepAround(this.result, this.around, this.values);
  }

  protected override render() {
    const text = () => statement(this.result, this.values, this.link());
    return html`
      <h2>Around the answer</h2>
      <mi-sweep-chart .sweep=${this.sweep}></mi-sweep-chart>
      <h2>The statement to paste</h2>
      <pre class="statement" tabindex="0" role="region" aria-label="Statement">${text()}</pre>
      <mi-copy-button label="Copy the statement" what="Statement" said="Copied." .text=${text}></mi-copy-button>
    `;
  }
}

MiSolutionEvidence.define("mi-solution-evidence");
