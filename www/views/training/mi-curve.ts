// The ROC curve, and what it says at a rate of false positives of the reader's choice.
import { html, nothing } from "lit";
import type { Curve, TrainingResult } from "../../../src/boundary/wasm/core";
import { numberField } from "../../components/controls/controls";
import { LightElement } from "../../components/element/light-element";
import type { Inputs } from "../../state/inputs/inputs";
import { tprInWords } from "../../words/figure";
import "../../components/charts/mi-roc-chart";

export class MiCurve extends LightElement {
  static override properties = {
    inputs: { attribute: false },
    result: { attribute: false },
    other: { attribute: false },
    simulated: { attribute: false },
  };

  declare inputs: Inputs;
  declare result: TrainingResult | null;
  /** The run B, or null. */
  declare other: TrainingResult | null;
  /** The simulated ROC curve of the same run, or null. */
  declare simulated: Curve | null;

  protected override render() {
    const asked = (result: TrainingResult | null) =>
      result?.tpr.find(({ fpr }) => fpr === this.inputs.values.fpr) ?? null;
    const [found, beside] = [asked(this.result), asked(this.other)];
    return html`
      <mi-roc-chart brief .result=${this.result} .other=${this.other} .simulated=${this.simulated}></mi-roc-chart>
      <div class="ask">${numberField(this.inputs, "fpr")}</div>
      <p class="detail at-rate">${found ? tprInWords(found) : nothing} ${beside ? `B: ${tprInWords(beside)}` : nothing}</p>
    `;
  }
}

MiCurve.define("mi-curve");
