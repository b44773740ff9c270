// Every simulated figure beside the one of the exact engine, with the verdict on each.
import { html, nothing } from "lit";
import type { Figure, MonteCarloResult, TrainingResult } from "../../../src/boundary/wasm/core";
import { LightElement } from "../../components/element/light-element";
import { print } from "../../state/parameters/table";
import { sideInWords } from "../../words/figure";
import { percent } from "../../words/number";
import { VERDICT_IN_WORDS, verdict } from "../../words/simulation";

interface Row {
  name: string;
  simulated: Figure;
  exact: Figure | null;
  percent: boolean;
}

export class MiSimulatedFigures extends LightElement {
  static override properties = {
    result: { attribute: false },
    exact: { attribute: false },
    prior: { type: Number },
  };

  declare result: MonteCarloResult | null;
  /** The exact engine's answer to the same run. */
  declare exact: TrainingResult | null;
  declare prior: number;

  protected override render() {
    const { result } = this;
    if (!result) return null;
    return html`
      <h3>Simulated against exact</h3>
      <div class="scroll" tabindex="0" role="region" aria-label="Table: simulated against exact">
        <table>
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col">Simulated, with its interval</th>
              <th scope="col">Exact engine, and verdict</th>
            </tr>
          </thead>
          <tbody>
            ${this.rows(result).map((row) => this.row(row, result.side))}
          </tbody>
        </table>
      </div>
      <p class="detail">
        Each interval holds the simulated quantity in at least ${percent(result.confidence)} of all runs; one line in
        twenty may differ by chance.
      </p>
    `;
  }

  private rows({ advantage, accuracy, tpr }: MonteCarloResult): Row[] {
    const { exact } = this;
    return [
      { name: "Advantage", simulated: advantage, exact: exact?.advantage ?? null, percent: false },
      {
        name: `Accuracy at prior ${print(this.prior)}`,
        simulated: accuracy,
        exact: exact?.accuracy ?? null,
        percent: true,
      },
      ...tpr.map((figure) => ({
        name: `TPR at ${percent(figure.fpr)} FPR`,
        simulated: figure,
        exact: exact?.tpr.find(({ fpr }) => fpr === figure.fpr) ?? null,
        percent: true,
      })),
    ];
  }

  private row({ name, simulated, exact, percent: inPercent }: Row, side: MonteCarloResult["side"]) {
    const words = (figure: Figure) => sideInWords(figure, inPercent ? 100 : 1, inPercent ? "%" : "");
    const said = exact ? verdict(simulated, side, exact) : null;
    return html`<tr>
      <th scope="row">${name}</th>
      <td>${words(simulated)}</td>
      <td>
        ${exact ? words(exact) : "–"}
        ${said ? html`<span data-verdict=${said}>${VERDICT_IN_WORDS[said]}</span>` : nothing}
      </td>
    </tr>`;
  }
}

MiSimulatedFigures.define("mi-simulated-figures");
