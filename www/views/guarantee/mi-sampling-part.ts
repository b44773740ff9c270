// What follows from a guarantee when the data set itself was sampled: accuracies, their inverse, and each record's own.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import type { GuaranteeResult, Warning } from "../../../src/boundary/wasm/core";
import type { GuaranteeAnswers } from "../../answers/guarantee";
import { isoLines } from "../../charts/data/guarantee-lines";
import { fields, refusal } from "../../components/controls/controls";
import { LightElement } from "../../components/element/light-element";
import type { Records } from "../../engine/protocol";
import type { TableDrafts } from "../../state/files/table";
import type { Inputs } from "../../state/inputs/inputs";
import { print } from "../../state/parameters/table";
import { type FigureRow, namedInWords } from "../../words/figure";
import { recordsInWords } from "../../words/guarantee";
import { percent, rounded } from "../../words/number";
import "../../components/controls/mi-csv-drop";
import "../../components/element/mi-download-button";
import "../../components/figures/mi-figure-table";
import "../../components/charts/mi-lines-chart";

const PROBABILITIES = { least: 0, most: 1, mostRows: 1_000_000 };
const KNOWN_NAMES = ["sampling_probability", "p_x", "p", "probability"];

export class MiSamplingPart extends LightElement {
  static override properties = {
    inputs: { attribute: false },
    drafts: { attribute: false },
    answers: { attribute: false },
    result: { attribute: false },
    stamp: { attribute: false },
  };

  declare inputs: Inputs;
  declare drafts: TableDrafts;
  declare answers: GuaranteeAnswers;
  declare result: GuaranteeResult;
  /** What the answers hold: they are objects that stay the same. */
  declare stamp: unknown[];

  protected override render() {
    const { result, inputs, answers } = this;
    const { values } = inputs;
    const { positive_accuracy, negative_accuracy, reconstruction_trust, positive_accuracy_target: target } = result;
    const share = values.guarantee_sampling_probability;
    const rows: FigureRow[] = [
      ...(positive_accuracy
        ? [
            {
              name: "positive_accuracy",
              label: "Positive accuracy: share of members among those called members",
              figure: positive_accuracy,
              percent: true,
            },
          ]
        : []),
      ...(negative_accuracy
        ? [
            {
              name: "negative_accuracy",
              label: "Negative accuracy: share of non-members among those called non-members",
              figure: negative_accuracy,
              percent: true,
            },
          ]
        : []),
      ...(reconstruction_trust
        ? [
            {
              name: "reconstruction_trust",
              label: "Trust in a reconstruction: how likely the record that it comes close to was in the data set",
              figure: reconstruction_trust,
              percent: true,
            },
          ]
        : []),
    ];
    const wanted = percent(values.target_positive_accuracy);
    return html`
      <p class="detail">
        When each record was drawn into the training set at random, that draw protects too: an attacker who calls a record a
        member has to be right against the odds of the draw.
      </p>
      ${fields(this.inputs, "guarantee_sampling_probability", "attack_rate", "negative_attack_rate", "target_positive_accuracy")}
      ${result.warnings.filter(isOfSampling).map(({ message }) => html`<p class="notice">${message}</p>`)}
      <p class="frequency">${positive_accuracy ? namedInWords(positive_accuracy, share) : nothing}</p>
      <mi-figure-table caption="Accuracy with sampling of the data set" .rows=${rows}></mi-figure-table>
      <p class="detail" data-figure="backwards">
        For a positive accuracy of at most ${wanted}: ${
          target?.largest_epsilon
            ? html`epsilon may be up to <b>${rounded(target.largest_epsilon.lower ?? 0, 5, "down")}</b> at this sampling probability`
            : "no epsilon keeps to it at this sampling probability"
        }; ${
          target?.largest_sampling_probability
            ? html`the sampling probability may be up to <b>${rounded(target.largest_sampling_probability.lower ?? 0, 5, "down")}</b> with this guarantee`
            : "with this guarantee no sampling probability keeps to it"
        }.
      </p>
      ${this.iso()}
      <h3>Each record with its own probability</h3>
      <mi-csv-drop
        name="probabilities"
        label="Sampling probabilities, one record a row"
        help="Numbers from 0 to 1, at most a million; of several columns, one called sampling_probability."
        example="sampling_probability&#10;0.5&#10;0.01"
        single
        .known=${KNOWN_NAMES}
        .options=${PROBABILITIES}
        .table=${inputs.tables.probabilities}
        .drafts=${this.drafts}
      ></mi-csv-drop>
      ${inputs.tables.probabilities ? (answers.records.unrefused ? this.records(answers.records.unrefused) : refusal(answers.records.problem)) : nothing}
    `;
  }

  private iso() {
    const { unrefused: value, problem } = this.answers.iso;
    const { values } = this.inputs;
    if (!value) return refusal(problem);
    if (value.curves.every(({ epsilon }) => epsilon.every((one) => one === null))) {
      return html`<p class="detail">At this delta and attack rate no epsilon bounds the positive accuracy (E9).</p>`;
    }
    const epsilon = this.result.epsilon?.upper ?? null;
    return html`<mi-lines-chart .chart=${guard([value, values, epsilon], () => isoLines(value, values, epsilon))}></mi-lines-chart>`;
  }

  private records(records: Records) {
    const rows: FigureRow[] = [
      {
        name: "largest_positive",
        label: "Largest positive accuracy",
        figure: records.largest_positive_accuracy,
        percent: true,
      },
      {
        name: "largest_negative",
        label: "Largest negative accuracy",
        figure: records.largest_negative_accuracy,
        percent: true,
      },
    ];
    return html`
      <p class="frequency" data-figure="records">
        ${recordsInWords(records.positive_accuracy, this.inputs.values.target_positive_accuracy)}
      </p>
      <mi-figure-table caption="The most exposed records" .rows=${rows}></mi-figure-table>
      <p class="buttons">
        <mi-download-button
          label="Save the bounds of all records as CSV"
          file="record-bounds.csv"
          .text=${() => recordsCsv(records)}
        ></mi-download-button>
      </p>
    `;
  }
}

/** Whether a warning is about the attack on a sampled data set, and stands with it. */
export function isOfSampling({ code }: Warning): boolean {
  return code === "attack_rate_below_delta";
}

function recordsCsv({ sampling_probability, positive_accuracy, negative_accuracy }: Records): string {
  const rows = Array.from(
    sampling_probability,
    (p, i) => `${print(p)},${print(positive_accuracy[i] ?? 1)},${print(negative_accuracy[i] ?? 1)}`,
  );
  return `${["sampling_probability,positive_accuracy,negative_accuracy", ...rows].join("\n")}\n`;
}

MiSamplingPart.define("mi-sampling-part");
