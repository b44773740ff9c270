// What the noise view does with data: moments of outputs, exact attackers of a table, noise to add, an example.
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { MipTableResult, MomentResult, NoiseResult } from "../../../src/boundary/wasm/core";
import type { NoiseAnswers } from "../../answers/noise";
import { powersLines } from "../../charts/data/noise-lines";
import { choice, numberField, refusal } from "../../components/controls/controls";
import { ChoiceEvent, FieldEvent } from "../../components/element/events";
import { LightElement } from "../../components/element/light-element";
import { download } from "../../components/element/mi-download-button";
import type { ExactEngine } from "../../engine/exact-engine";
import { drawnInWords, sampleCsv, sampleFile } from "../../share/noise-file";
import type { TableDrafts } from "../../state/files/table";
import type { Inputs } from "../../state/inputs/inputs";
import { type Key, print } from "../../state/parameters/table";
import { noiseSampleOptions } from "../../state/questions/noise";
import { atMost, type FigureRow, sideInWords } from "../../words/figure";
import { bestLaw, type Law, scaleOf } from "../../words/noise";
import { count, percent, rounded } from "../../words/number";
import "../../components/controls/mi-csv-drop";
import "../../components/figures/mi-figure-table";
import "../../components/charts/mi-lines-chart";
import "../../components/element/mi-unfold";

const OUTPUTS = { mostRows: 1_000_000, mostColumns: 1_000_000 };
const TABLE = { least: 0, most: 1, mostRows: 10_000, mostColumns: 10_000 };
const SHOWN_COORDINATES = 12;
const SHOWN_OUTPUTS = 24;

export class MiNoiseParts extends LightElement {
  static override properties = {
    inputs: { attribute: false },
    drafts: { attribute: false },
    answers: { attribute: false },
    engine: { attribute: false },
    result: { attribute: false },
    stamp: { attribute: false },
    drawn: { state: true },
  };

  declare inputs: Inputs;
  declare drafts: TableDrafts;
  declare answers: NoiseAnswers;
  declare engine: ExactEngine;
  declare result: NoiseResult | null;
  /** What the answers hold: they are objects that stay the same. */
  declare stamp: unknown[];
  /** What came of the last press of the button. */
  declare drawn: string;

  constructor() {
    super();
    this.drawn = "";
  }

  protected override render() {
    return html`
      ${this.unfold("Outputs of repeated training: the spread, estimated", ["bootstrap"], () => this.moments())}
      ${this.unfold("A finite table of output probabilities: the exact attacker", ["table_records"], () => this.table())}
      ${this.unfold("Noise to add: draw it and save it", ["noise_law", "noise_vectors"], () => this.sampler())}
      ${this.unfold("An example: the data set 1, 2, 4, …", ["example_size"], () => this.example())}
    `;
  }

  private unfold(summary: string, names: (Key | "noise_law")[], content: () => TemplateResult) {
    return html`<mi-unfold .summary=${summary} .names=${names} .values=${this.inputs.values} .content=${content}></mi-unfold>`;
  }

  private moments() {
    const { inputs, answers } = this;
    const { unrefused: value, problem } = answers.moments;
    return html`
      <p class="detail">
        Train again and again on random subsets of the whole data set, not of the training set that will be used (E16e), and
        give the outputs here, one training a row, one published number a column.
      </p>
      <mi-csv-drop
        name="outputs"
        label="Outputs, one training a row"
        help="At least two rows."
        example="w1,w2&#10;0.31,-1.2&#10;0.29,-1.1"
        .options=${OUTPUTS}
        .table=${inputs.tables.outputs}
        .drafts=${this.drafts}
      ></mi-csv-drop>
      <div class="ask">${numberField(inputs, "bootstrap")}</div>
      ${inputs.tables.outputs ? (value ? this.estimated(value) : refusal(problem)) : nothing}
    `;
  }

  private estimated(value: MomentResult) {
    const rows: FigureRow[] = [
      { name: "moments-sigma_1", label: "Mean distance from the centre, sigma₁", figure: value.sigma_1 },
      { name: "moments-sigma_m", label: `Moment of order ${print(value.moment_order)}`, figure: value.sigma_m },
      {
        name: "moments-scaled",
        label: "Mean distance in the norm that the spreads below scale",
        figure: value.scaled_sigma_1,
      },
    ];
    const shown = value.sigmas.slice(0, SHOWN_COORDINATES);
    const sigma = value.sigma_1.upper ?? value.sigma_1.estimate;
    return html`
      <p class="notice">
        <strong>An estimated moment is not a bound.</strong> A rare subset with a distant output may never have been drawn. The
        interval covers only the chance in the drawing.
      </p>
      ${value.warnings.map(({ message }) => html`<p class="notice">${message}</p>`)}
      <mi-figure-table caption="Estimated moments" .rows=${rows}></mi-figure-table>
      <p class="detail">
        From ${count(value.runs)} trainings of ${count(value.dimension)} numbers. Spread of each:
        ${shown.map((one) => rounded(one, 4)).join(", ")}${value.sigmas.length > shown.length ? ", …" : ""}.
      </p>
      <p class="buttons">
        <button type="button" @click=${() => this.adopt(sigma, value.dimension)}>
          Use the upper end of sigma₁, ${rounded(sigma, 6, "up")}, above
        </button>
      </p>
    `;
  }

  private adopt(sigma: number, dimension: number): void {
    this.dispatchEvent(new ChoiceEvent("noise_moment", "sigma_1"));
    this.dispatchEvent(new FieldEvent("sigma_1", print(sigma)));
    this.dispatchEvent(new FieldEvent("dimension", print(dimension)));
  }

  private table() {
    const { inputs, answers } = this;
    const { unrefused: value, problem } = answers.table;
    return html`
      <p class="detail">
        Where an algorithm has few outputs, nothing needs a bound: the best attacker can be computed. One output a row with two
        columns, its probability if the record was in and if it was not; or one subset a row, a 0 or 1 for each record and then
        the probabilities of the outputs.
      </p>
      <mi-csv-drop
        name="membership"
        label="Output probabilities"
        help="Each law adds up to 1."
        example="in,out&#10;0.6,0.4&#10;0.4,0.6"
        .options=${TABLE}
        .table=${inputs.tables.membership}
        .drafts=${this.drafts}
      ></mi-csv-drop>
      <div class="ask">${numberField(inputs, "table_records")}</div>
      ${inputs.tables.membership ? (value ? this.attackers(value) : refusal(problem)) : nothing}
    `;
  }

  private attackers(value: MipTableResult) {
    const worst = value.records[value.worst_record - 1];
    const rows: FigureRow[] = [
      { name: "table-eta-exact", label: `Eta, record ${value.worst_record} being the worst`, figure: value.eta },
      ...(worst
        ? [
            { name: "table-accuracy-exact", label: "Its attacker's accuracy", figure: worst.accuracy, percent: true },
            { name: "table-advantage-exact", label: "Its attacker's advantage", figure: worst.advantage },
          ]
        : []),
      ...value.tpr.map(({ fpr, exact, bound }) => ({
        name: `table-tpr-exact-${fpr}`,
        label: `TPR at FPR ${percent(fpr)}`,
        figure: exact,
        percent: true,
        words: `From eta alone: ${sideInWords(bound, 100, "%")} (E11).`,
      })),
    ];
    return html`
      ${value.warnings.map(({ message }) => html`<p class="notice">${message}</p>`)}
      <mi-figure-table caption="Exact membership inference privacy" .rows=${rows}></mi-figure-table>
      ${
        worst
          ? html`<p class="detail" data-figure="optimal-attacker">
              The best attacker on record ${worst.record} says:
              ${worst.says_member
                .slice(0, SHOWN_OUTPUTS)
                .map(
                  (says, i) => `output ${i + 1} ${says ? "“member”" : "“no member”"}${posterior(worst.posterior[i])}`,
                )
                .join("; ")}${worst.says_member.length > SHOWN_OUTPUTS ? "; …" : ""}.
              ${worst.odds_factor === null ? "Some output decides membership." : `No output moves the odds by more than a factor of ${rounded(worst.odds_factor, 4, "up")}.`}
            </p>`
          : nothing
      }
    `;
  }

  private sampler() {
    const { inputs, result } = this;
    const { values } = inputs;
    const scale = this.scale(values.noise_law);
    const one = values.noise_law === "laplace" && values.dimension > 1;
    return html`
      <p class="detail">
        Noise of the scale found above, to be added to the output before it is published. Each press draws from a new key of 256
        bits (ChaCha20, from this browser’s entropy), which is shown to nobody and kept nowhere: the same noise never comes again.
      </p>
      ${choice(inputs, "noise_law")}
      <div class="ask">${numberField(inputs, "noise_vectors")}</div>
      <p class="detail">
        ${
          one
            ? "Laplace noise is proven for one number only: with this law the file has one column."
            : scale === null
              ? "There is no scale above."
              : `Scale ${rounded(scale, 6, "up")} in ${count(values.dimension)} ${values.dimension === 1 ? "column" : "columns"}; the law that adds least here is ${result ? LAW[bestLaw(result)] : "not known"}.`
        }
      </p>
      <p class="buttons">
        <button type="button" class="primary" data-action="draw-release" ?disabled=${scale === null} @click=${() => void this.draw(null)}>
          Draw noise to release, as CSV
        </button>
        <span role="status" data-figure="drawn">${this.drawn}</span>
      </p>
      <ul class="plain detail">
        <li><strong>The file is as secret as the output without noise.</strong> Add one row, publish the sum, and delete the file.</li>
        <li>
          <strong>Round the output first.</strong> The last digits of a sum of two computer numbers can tell what was added
          (Mironov 2012). So all numbers in the file are multiples of a power of two, at most a millionth of the scale, which
          its first lines name. Round each number of the output to a multiple of it, then add: the sum tells no more than the
          rounded sum of output and exact noise would. Rounding moves the output by at most 2⁻²¹ of the scale; the spread above
          has to hold for the rounded output.
        </li>
        <li>
          <strong>What is not proven:</strong> the noise itself is computed in double precision, so it follows its law up to
          rounding and up to tails of probability 2⁻⁶⁴. The multiples are far coarser than that, but no bound is claimed for what is
          left.
        </li>
      </ul>
      <h3>For demonstration</h3>
      <p class="detail">
        The same seed gives the same digits, and the link holds the seed. Whoever knows it, or tries all seeds, takes the noise off
        again: never publish an output with this noise.
      </p>
      <div class="ask">${numberField(inputs, "seed")}</div>
      <p class="buttons">
        <button type="button" data-action="draw-demonstration" ?disabled=${scale === null} @click=${() => void this.draw(values.seed)}>
          Draw from the seed, for demonstration
        </button>
      </p>
    `;
  }

  private scale(law: Law): number | null {
    const { result } = this;
    const { values } = this.inputs;
    if (values.noise_question === "noise_scale") return values.noise_scale;
    const found = result && scaleOf(result, law);
    return found ? atMost(found) : null;
  }

  /** Without a seed it is noise to be released. */
  private async draw(seed: number | null): Promise<void> {
    const noise_scale = this.scale(this.inputs.values.noise_law);
    if (noise_scale === null) return;
    const options = noiseSampleOptions(this.inputs.values, noise_scale, seed);
    const answer = await this.engine.noiseSample(options);
    if (!answer.ok) {
      this.drawn = answer.problem.message;
      return;
    }
    const sample = answer.value;
    this.drawn = drawnInWords(sample);
    download(sampleFile(sample), sampleCsv(sample, options));
  }

  private example() {
    const { inputs, answers } = this;
    const { unrefused: value, problem } = answers.examples;
    return html`
      <p class="detail">
        Records 1, 2, 4, … and the output one over the sum of those drawn. Exchanging one record may change it vastly, yet for
        almost all halves it is nearly the same: membership needs little noise where differential privacy needs very much.
      </p>
      <div class="ask">${numberField(inputs, "example_size")}</div>
      ${
        value
          ? html`<mi-lines-chart .chart=${guard([value], () => powersLines(value, inputs.values))}></mi-lines-chart>`
          : refusal(problem)
      }
    `;
  }
}

const LAW: Record<Law, string> = { exponential_norm: "exponential norm", laplace: "Laplace", gaussian: "Gaussian" };

function posterior(value: number | null | undefined): string {
  return value === null || value === undefined ? "" : ` (${percent(value)} sure)`;
}

MiNoiseParts.define("mi-noise-parts");
