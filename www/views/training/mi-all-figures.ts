// Every figure of the run in one table, and the numbers that only some of them ask for.
import { html, nothing } from "lit";
import type { TrainingResult } from "../../../src/boundary/wasm/core";
import { fields } from "../../components/controls/controls";
import { LightElement } from "../../components/element/light-element";
import type { Inputs } from "../../state/inputs/inputs";
import { trainingRows } from "../../words/all-figures";
import "../../components/figures/mi-figure-table";

export class MiAllFigures extends LightElement {
  static override properties = { inputs: { attribute: false }, result: { attribute: false } };

  declare inputs: Inputs;
  declare result: TrainingResult | null;

  protected override render() {
    return html`
      ${fields(this.inputs, "at_epsilon", "baseline", "flagged_share", "attack_rate", "fpr_min", "fpr_max")}
      ${this.result ? html`<mi-figure-table caption="All figures of the run" .rows=${trainingRows(this.result)}></mi-figure-table>` : nothing}
    `;
  }
}

MiAllFigures.define("mi-all-figures");
