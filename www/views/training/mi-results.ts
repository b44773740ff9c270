// The three results that everybody asks for; all others stand in the table of all figures.
import { html, nothing } from "lit";
import type { TrainingResult } from "../../../src/boundary/wasm/core";
import { LightElement } from "../../components/element/light-element";
import { advantageFigure } from "../../components/figures/advantage";
import { foundFigure } from "../../components/figures/found";
import { print } from "../../state/parameters/table";
import "../../components/figures/mi-figure";

/** The rate of false positives of which the second result speaks. */
const FPR = 0.001;

export class MiResults extends LightElement {
  static override properties = { result: { attribute: false } };

  declare result: TrainingResult | null;

  protected override render() {
    const { result } = this;
    const found = result?.tpr.find(({ fpr }) => fpr === FPR) ?? null;
    return html`
      <div class="figures">
        ${advantageFigure(result?.advantage ?? null)}
        ${foundFigure(FPR, found)}
        ${result && !result.epsilon ? nothing : this.epsilon(result)}
      </div>
    `;
  }

  private epsilon(result: TrainingResult | null) {
    const epsilon = result?.epsilon;
    return html`<mi-figure
      name="epsilon"
      label=${epsilon ? `Epsilon at delta ${print(epsilon.target_delta)}` : "Epsilon"}
      .figure=${epsilon ?? null}
      words="what differential privacy promises"
    ></mi-figure>`;
  }
}

MiResults.define("mi-results");
