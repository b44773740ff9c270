// What follows from a guarantee when more is known: sampling of the data set, deletion, generalisation, dependence.
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Figure, GuaranteeResult } from "../../../src/boundary/wasm/core";
import type { GuaranteeAnswers } from "../../answers/guarantee";
import { deletionLines, exampleLines } from "../../charts/data/guarantee-lines";
import { fields, refusal } from "../../components/controls/controls";
import { LightElement } from "../../components/element/light-element";
import type { ExactEngine } from "../../engine/exact-engine";
import type { TableDrafts } from "../../state/files/table";
import type { Inputs } from "../../state/inputs/inputs";
import { type Key, print } from "../../state/parameters/table";
import { baselinesOfGuarantee } from "../../state/questions/baseline";
import { isPure } from "../../state/questions/guarantee";
import { baselineRows } from "../../words/baseline";
import { type FigureRow, sideInWords } from "../../words/figure";
import { count, percent, rounded } from "../../words/number";
import "../../components/charts/mi-baseline-chart";
import "../../components/figures/mi-figure-table";
import "../../components/charts/mi-lines-chart";
import "./mi-sampling-part";
import "../../components/element/mi-unfold";

export class MiGuaranteeParts extends LightElement {
  static override properties = {
    inputs: { attribute: false },
    drafts: { attribute: false },
    answers: { attribute: false },
    result: { attribute: false },
    stamp: { attribute: false },
    engine: { attribute: false },
  };

  declare inputs: Inputs;
  declare drafts: TableDrafts;
  declare answers: GuaranteeAnswers;
  declare result: GuaranteeResult;
  /** What the answers hold: they are objects that stay the same. */
  declare stamp: unknown[];
  /** For what stands beside the answer. */
  declare engine: ExactEngine;

  protected override render() {
    return html`
      ${this.unfold(
        "If the data set itself was sampled",
        ["guarantee_sampling_probability", "attack_rate", "negative_attack_rate", "target_positive_accuracy"],
        () =>
          html`<mi-sampling-part
            .inputs=${this.inputs}
            .drafts=${this.drafts}
            .answers=${this.answers}
            .result=${this.result}
            .stamp=${this.stamp}
          ></mi-sampling-part>`,
      )}
      ${this.unfold(
        "If records are to be forgotten: unlearning",
        ["guarantee_dataset_size", "target_absence", "deletions"],
        () => this.deletion(),
      )}
      ${this.unfold("If losses are compared: generalisation", ["loss_bound"], () => this.generalisation())}
      ${this.unfold("If a subset of fixed size was drawn: membership inference privacy", ["subset_fraction"], () => this.subset())}
      ${this.unfold("If somebody guesses what a record holds, or whose it is", ["baseline"], () => this.guess())}
      ${this.unfold("If the privacy loss itself is asked for", ["loss_level"], () => this.loss())}
      ${this.unfold("If records depend on each other", ["dependent_records", "subpopulations"], () => this.dependent())}
      ${this.unfold("An example: positive accuracy without bound", ["example_noise_multiplier"], () => this.example())}
    `;
  }

  private unfold(summary: string, names: Key[], content: () => TemplateResult) {
    return html`<mi-unfold .summary=${summary} .names=${names} .values=${this.inputs.values} .content=${content}></mi-unfold>`;
  }

  private deletion() {
    const { result, inputs, answers } = this;
    const { values } = inputs;
    if (!isPure(values)) {
      return html`<p class="detail">
        This needs pure differential privacy: with a delta, a rare output may give a deleted record away (E10). Choose
        pure epsilon-DP among the controls to see it.
      </p>`;
    }
    const { unlearning } = result;
    return html`
      <p class="detail">
        A record that was probably never in the training set needs no retraining when it is deleted. For how many deletions is
        that so, whatever was published?
      </p>
      ${fields(this.inputs, "guarantee_dataset_size", "target_absence", "deletions")}
      ${
        unlearning
          ? html`<p class="frequency" data-figure="unlearning">
                ${
                  unlearning.guaranteed
                    ? html`Guaranteed: none of the ${count(unlearning.deletions)} deleted was in the training set with probability
                        ${sideInWords(unlearning.absence_of_all, 100, "%")}.`
                    : html`Not guaranteed: that none of the ${count(unlearning.deletions)} deleted was in the training set has
                        probability ${sideInWords(unlearning.absence_of_all, 100, "%")} only, for ${percent(unlearning.target_absence)} wanted.`
                }
              </p>
              <p class="detail">
                Capacity: ${unlearning.capacity ? html`${rounded(unlearning.capacity.lower ?? 0, 4, "down")} deletions` : "without bound"};
                the printed formula would say ${rounded(unlearning.printed_capacity ?? Number.POSITIVE_INFINITY, 4)}, which is too many (E10). On average the training
                set holds ${count(unlearning.expected_size)} records, at the sampling probability of the first part,
                ${print(values.guarantee_sampling_probability)}.
              </p>`
          : nothing
      }
      ${
        answers.deletion.unrefused
          ? html`<mi-lines-chart
              .chart=${guard([answers.deletion.unrefused, values], () =>
                answers.deletion.unrefused ? deletionLines(answers.deletion.unrefused, values) : null,
              )}
            ></mi-lines-chart>`
          : refusal(answers.deletion.problem)
      }
    `;
  }

  private generalisation() {
    const { held_out, whole_set } = this.result.generalisation_gap;
    const rows: FigureRow[] = [
      { name: "gap-held-out", label: "Against records that were not drawn", figure: held_out },
      { name: "gap-whole", label: "Against the whole data set", figure: whole_set },
    ];
    return html`
      <p class="detail">How far the mean loss on the training set and on other records can be apart.</p>
      ${fields(this.inputs, "loss_bound")}
      <mi-figure-table caption="Generalisation gap" .rows=${rows}></mi-figure-table>
    `;
  }

  private subset() {
    const { eta, odds_factor, posterior } = this.result.membership_privacy;
    const rows: FigureRow[] = [
      { name: "mip-eta", label: "Eta: accuracy above the better blind guess", figure: eta },
      ...(odds_factor
        ? [{ name: "mip-odds", label: "Largest factor on the odds of membership", figure: odds_factor }]
        : []),
      ...(posterior
        ? [{ name: "mip-posterior", label: "Posterior probability of membership", figure: posterior, percent: true }]
        : []),
    ];
    return html`
      <p class="detail">
        Of n records, k are drawn into the training set. Eta says how much more often than the better blind guess an attacker
        can be right about whether one record was drawn.
      </p>
      ${fields(this.inputs, "subset_fraction")}
      <mi-figure-table caption="Membership inference privacy" .rows=${rows}></mi-figure-table>
      ${posterior ? nothing : html`<p class="detail">The odds of membership have no bound: with a delta, some output may decide it.</p>`}
    `;
  }

  private loss() {
    const rows: FigureRow[] = this.result.loss_tail.map((figure) => ({
      name: "loss_tail",
      label: `How often the privacy loss exceeds ${print(figure.loss_level)}`,
      figure,
      percent: true,
    }));
    return html`
      <p class="detail">
        Delta is not how often the privacy loss exceeds epsilon. What follows from it is weaker, and holds only for levels above
        epsilon.
      </p>
      ${fields(this.inputs, "loss_level")}
      ${rows.length > 0 ? html`<mi-figure-table caption="Privacy loss" .rows=${rows}></mi-figure-table>` : nothing}
    `;
  }

  private guess() {
    return html`
      <p class="detail">
        Somebody who knows all but one record guesses what it holds, or whose it is. How much likelier is the guess right with
        what was published?
      </p>
      ${fields(this.inputs, "baseline")}
      ${
        this.result.baseline.length > 0
          ? html`<mi-figure-table caption="A guess about a record" .rows=${this.result.baseline.flatMap(baselineRows)}></mi-figure-table>`
          : nothing
      }
      <mi-baseline-chart .question=${baselinesOfGuarantee(this.inputs.values)} .engine=${this.engine}></mi-baseline-chart>
    `;
  }

  private dependent() {
    const { unrefused: value, problem } = this.answers.dependent;
    return html`
      <p class="detail">
        A guarantee for one record says little about records that depend on each other. Take the guarantee above as one for the
        whole group: what does each record need?
      </p>
      ${fields(this.inputs, "dependent_records", "subpopulations")}
      ${
        value
          ? html`<mi-figure-table
                caption="Dependent records"
                .rows=${[
                  {
                    name: "group_advantage",
                    label: "Advantage against the whole group, if the guarantee is for all its records together",
                    figure: value.group_advantage,
                  },
                  {
                    name: "record_epsilon",
                    label: "Epsilon that each record then needs",
                    figure: value.record_epsilon,
                    says: upTo(value.record_epsilon),
                  },
                  {
                    name: "record_delta",
                    label: "Delta that each record then needs",
                    figure: value.record_delta,
                    says: upTo(value.record_delta),
                  },
                  {
                    name: "printed_group_delta",
                    label: `The group's delta if each record had the printed delta/n, ${print(Number(value.printed_record_delta.toPrecision(4)))}`,
                    figure: value.printed_group_delta,
                  },
                  ...(value.cap
                    ? [
                        {
                          name: "cap",
                          label: `Advantage of an attack that only tells the subpopulation (printed: ${value.printed_cap})`,
                          figure: value.cap,
                        },
                      ]
                    : []),
                ]}
              ></mi-figure-table>
              <h3>Before this bound is used</h3>
              <ul class="checklist">
                ${value.checklist.map((sentence) => html`<li><label><input type="checkbox" /><span>${sentence}</span></label></li>`)}
              </ul>`
          : refusal(problem)
      }
    `;
  }

  private example() {
    const { unrefused: value, problem } = this.answers.example;
    return html`
      <p class="detail">
        Differential privacy with a delta bounds no positive accuracy by itself: here is a training of one step and an attack that
        becomes as sure as it likes, by naming ever fewer.
      </p>
      ${fields(this.inputs, "example_noise_multiplier")}
      ${
        value
          ? html`<p class="detail">
                This noise has delta ${sideInWords(value.delta)} at epsilon ${print(value.epsilon)}; ${sideInWords(value.least_noise_multiplier)}
                would do for 1e-5 (E16f).
              </p>
              <mi-lines-chart .chart=${guard([value], () => exampleLines(value))}></mi-lines-chart>`
          : refusal(problem)
      }
    `;
  }
}

/** A lower bound of the largest value that is allowed. */
function upTo({ lower, estimate }: Figure): string {
  return `up to ${rounded(lower ?? estimate, 4, "down")}`;
}

MiGuaranteeParts.define("mi-guarantee-parts");
