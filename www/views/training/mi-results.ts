// All figures of a run, ordered from what everybody asks to what specialists ask.
import { html, nothing } from "lit";
import type { Curve, TprFigure, TrainingResult } from "../../../src/boundary/wasm/core";
import { LightElement } from "../../components/element/light-element";
import { print } from "../../state/parameters/table";
import { precisionInWords, tprInWords } from "../../words/figure";
import { percent } from "../../words/number";
import "../../components/figures/mi-figure";
import "../../components/charts/mi-roc-chart";

/** The rate of the precision view may stand behind these. */
const SHOWN = 3;

export class MiResults extends LightElement {
  static override properties = {
    result: { attribute: false },
    other: { attribute: false },
    simulated: { attribute: false },
  };

  declare result: TrainingResult | null;
  /** The run B, or null. */
  declare other: TrainingResult | null;
  /** The simulated ROC curve of the same run, or null. */
  declare simulated: Curve | null;

  protected override render() {
    const { result } = this;
    const prior = result?.parameters.prior ?? null;
    return html`
      <div class="figures">
        <mi-figure
          name="advantage"
          label="Advantage"
          .figure=${result?.advantage ?? null}
          words="How far the best attacker is ahead of blind guessing: 0 learns nothing, 1 knows everything. It is the largest TPR − FPR."
        ></mi-figure>
        <mi-figure
          name="bayes_security"
          label="Bayes security"
          .figure=${result?.bayes_security ?? null}
          words="Share of the blind guesser's errors that the best attacker still makes: 1 is perfect, 0 is none left."
        ></mi-figure>
        <mi-figure
          name="accuracy"
          label=${prior === null ? "Accuracy" : `Accuracy at prior ${print(prior)}`}
          .figure=${result?.accuracy ?? null}
          words="Share of right guesses of the best attacker who knows the prior."
        ></mi-figure>
      </div>
      <h2>Members found while few others are accused</h2>
      <div class="figures">${result?.tpr.slice(0, SHOWN).map((figure) => this.tpr(figure, result.parameters.prior))}</div>
      <mi-roc-chart .result=${result} .other=${this.other} .simulated=${this.simulated}></mi-roc-chart>
      ${result?.epsilon ? this.epsilon(result) : nothing}
    `;
  }

  private tpr(figure: TprFigure, prior: number) {
    return html`<mi-figure
      name="tpr-${figure.fpr}"
      label="TPR at ${percent(figure.fpr)} FPR"
      inPercent
      .figure=${figure}
      footnote="Precision: ${figure.precision.theorem}"
      words="${tprInWords(figure)} ${precisionInWords(figure.precision, prior)}"
    ></mi-figure>`;
  }

  private epsilon({ epsilon }: TrainingResult) {
    if (!epsilon) return nothing;
    return html`
      <h2>In the language of differential privacy</h2>
      <div class="figures">
        <mi-figure
          name="epsilon"
          label="Epsilon at delta ${print(epsilon.target_delta)}"
          .figure=${epsilon}
          words="The usual way to state such a guarantee; smaller is better. The larger of both directions, here ${
            epsilon.direction === "add" ? "adding" : "removing"
          } a record. The figures above do not rest on it and say more."
        ></mi-figure>
      </div>
    `;
  }
}

MiResults.define("mi-results");
