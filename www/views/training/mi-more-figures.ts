// The figures that specialists ask for, each with its method and theorem.
import { html, nothing } from "lit";
import type { GdpFigure, TrainingResult } from "../../../src/boundary/wasm/core";
import { numberField } from "../../components/controls/controls";
import { LightElement } from "../../components/element/light-element";
import type { Inputs } from "../../state/inputs/inputs";
import { print } from "../../state/parameters/table";
import { percent, rounded } from "../../words/number";
import "../../components/figures/mi-figure";

export class MiMoreFigures extends LightElement {
  static override properties = { inputs: { attribute: false }, result: { attribute: false } };

  declare inputs: Inputs;
  declare result: TrainingResult | null;

  protected override render() {
    const { result } = this;
    return html`<details>
      <summary>More figures</summary>
      ${result ? this.figures(result) : nothing}
      <div class="ask">
        ${numberField(this.inputs, "fpr_min")} ${numberField(this.inputs, "fpr_max")}
        ${numberField(this.inputs, "flagged_share")}
      </div>
    </details>`;
  }

  private figures(result: TrainingResult) {
    const { epsilon, gdp_mu, flagged_precision, parameters } = result;
    const prior = print(parameters.prior);
    return html`
      <div class="figures">
        ${
          epsilon
            ? html`<mi-figure
                  name="epsilon-remove"
                  label="Epsilon, in against out"
                  .figure=${epsilon.remove}
                  words="The direction in which the record is taken away, at delta ${print(epsilon.target_delta)}."
                ></mi-figure>
                <mi-figure
                  name="epsilon-add"
                  label="Epsilon, out against in"
                  .figure=${epsilon.add}
                  words="The direction in which the record is added. The epsilon above is the larger of both."
                ></mi-figure>`
            : nothing
        }
        ${gdp_mu ? this.gdp(gdp_mu) : nothing}
        <mi-figure
          name="error"
          label="Error at prior ${prior}"
          .figure=${result.error}
          words="Share of wrong guesses of the best attacker who knows the prior."
        ></mi-figure>
        <mi-figure
          name="generalised_advantage"
          label="Generalised advantage"
          .figure=${result.generalised_advantage}
          words="Twice what the accuracy gains over always guessing the likelier side, at prior ${prior}."
        ></mi-figure>
        ${
          flagged_precision
            ? html`<mi-figure
                name="flagged_precision"
                label="Precision when naming ${percent(flagged_precision.flagged_share)}"
                inPercent
                .figure=${flagged_precision}
                words="The largest share of members among those named, over all attackers who name at least ${percent(
                  flagged_precision.flagged_share,
                )} of all candidates, at prior ${print(flagged_precision.prior)}."
              ></mi-figure>`
            : nothing
        }
        ${result.symmetrised_tpr?.map(
          (figure) => html`<mi-figure
            name="symmetrised-${figure.fpr}"
            label="Symmetrised TPR at ${percent(figure.fpr)}"
            inPercent
            .figure=${figure}
            words="On the symmetrised trade-off curve of differential privacy, which holds for both directions at once and so lies above the membership game's own."
          ></mi-figure>`,
        )}
      </div>
    `;
  }

  private gdp(figure: GdpFigure) {
    const { fpr_min, fpr_max, unamplified, best_fit, regret } = figure;
    const all =
      unamplified === null
        ? ""
        : ` Over all rates it is that of the unamplified mechanism, ${rounded(unamplified, 4)}.`;
    return html`<mi-figure
      name="gdp_mu"
      label="GDP mu"
      .figure=${figure}
      words="The Gaussian curve with this mu covers the run's for FPR from ${print(fpr_min)} to ${print(fpr_max)}.${all} The nearest Gaussian curve has mu ${rounded(
        best_fit,
        4,
      )} and is off by up to ${rounded(regret, 2, "up")}."
    ></mi-figure>`;
  }
}

MiMoreFigures.define("mi-more-figures");
