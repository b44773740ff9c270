// How sure the attacker can be of those it names, in natural frequencies, at a rate and a prior of the reader's choice.
import { html, nothing } from "lit";
import type { TrainingResult } from "../../../src/boundary/wasm/core";
import { numberField } from "../../components/controls/controls";
import { LightElement } from "../../components/element/light-element";
import type { Inputs } from "../../state/inputs/inputs";
import { namedInWords, sideInWords } from "../../words/figure";
import "../../components/charts/mi-precision-chart";

export class MiPrecision extends LightElement {
  static override properties = {
    inputs: { attribute: false },
    result: { attribute: false },
    other: { attribute: false },
  };

  declare inputs: Inputs;
  declare result: TrainingResult | null;
  /** The run B, or null. */
  declare other: TrainingResult | null;

  protected override render() {
    const asked = (result: TrainingResult | null) =>
      result?.tpr.find(({ fpr }) => fpr === this.inputs.values.fpr) ?? null;
    const [figure, beside] = [asked(this.result), asked(this.other)];
    const prior = this.result?.parameters.prior ?? this.inputs.values.prior;
    return html`
      <div class="ask">${numberField(this.inputs, "fpr")}</div>
      <p class="frequency">${figure ? namedInWords(figure.precision, prior) : nothing}</p>
      ${beside ? html`<p class="frequency beside">B: ${namedInWords(beside.precision, prior)}</p>` : nothing}
      <p class="detail">
        ${
          figure
            ? html`Precision ${sideInWords(figure.precision, 100, "%")}, TPR ${sideInWords(figure, 100, "%")}. The prior, which blind luck
              would reach, is set among the controls.`
            : nothing
        }
      </p>
      <mi-precision-chart .result=${this.result} .other=${this.other} .marked=${figure}></mi-precision-chart>
    `;
  }
}

MiPrecision.define("mi-precision");
