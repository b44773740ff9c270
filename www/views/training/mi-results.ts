// The three results that everybody asks for; all others stand in the table of all figures.
import { html, nothing } from "lit";
import type { TrainingResult } from "../../../src/boundary/wasm/core";
import { LightElement } from "../../components/element/light-element";
import { advantageFigure } from "../../components/figures/advantage";
import { print } from "../../state/parameters/table";
import { foundInWords } from "../../words/figure";
import { percent } from "../../words/number";
import "../../components/figures/mi-figure";

/** The rate of false positives of which the second result speaks. */
const FPR = 0.001;

export class MiResults extends LightElement {
  static override properties = { result: { attribute: false } };

  declare result: TrainingResult | null;

  protected override render() {
    const { result } = this;
    const found = result?.tpr.find(({ fpr }) => fpr === FPR) ?? null;
    const { says, chance } = found ? foundInWords(found) : { says: "", chance: "" };
    return html`
      <div class="figures">
        ${advantageFigure(result?.advantage ?? null)}
        <mi-figure
          class="found"
          name="tpr-${FPR}"
          label="Members found at ${percent(FPR)} FPR"
          inPercent
          .figure=${found}
          .says=${found ? says : undefined}
          words=${chance}
          .footnote=${found ? `Precision: ${found.precision.theorem}` : undefined}
        ></mi-figure>
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
