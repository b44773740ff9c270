// The closed form of Bayes security beside the exact figure. It asks only while it is drawn: that is, while its part is open.
import { html, nothing } from "lit";
import type { BayesSecurityResult, TrainingResult } from "../../../src/boundary/wasm/core";
import { ClosedFormAnswers, type Security } from "../../answers/closed-form";
import { fields, refusal } from "../../components/controls/controls";
import { LightElement } from "../../components/element/light-element";
import type { ExactEngine } from "../../engine/exact-engine";
import type { Inputs } from "../../state/inputs/inputs";
import { print } from "../../state/parameters/table";
import { whyUndefined } from "../../state/questions/closed-form";
import {
  belongs,
  choiceInWords,
  EPSILON_CAUTION,
  epsilonRows,
  errorInWords,
  noiseRows,
  rateRows,
  securityRows,
} from "../../words/closed-form";
import { count, rounded } from "../../words/number";
import "../../components/figures/mi-figure-table";

export class MiClosedForm extends LightElement {
  static override properties = {
    inputs: { attribute: false },
    engine: { attribute: false },
    training: { attribute: false },
    method: { type: String },
  };

  declare inputs: Inputs;
  declare engine: ExactEngine;
  /** The view's own answer, for its epsilon. */
  declare training: TrainingResult | null;
  /** The link to what the Method view says of it; null where there is none. */
  declare method: string | null;

  private asked: ClosedFormAnswers | null = null;

  private get answers(): ClosedFormAnswers {
    this.asked ??= new ClosedFormAnswers(this.engine, () => this.requestUpdate());
    return this.asked;
  }

  protected override willUpdate(): void {
    this.answers.follow(this.inputs);
  }

  protected override render() {
    const { values } = this.inputs;
    const reason = whyUndefined(values);
    if (reason) return html`<p class="detail" data-figure="undefined">${reason}</p>`;
    const { unrefused: result, problem } = this.answers.security;
    return html`
      <p class="detail">
        Bayes security is the share of a blind guesser’s errors that the best attacker still makes. An error with a plus promises
        more safety than there is. ${this.method ? html`<a href=${this.method}>What the closed form leaves out</a>` : nothing}
      </p>
      ${result ? this.figures(result) : refusal(problem)}
      <h3>Noise for a target Bayes security</h3>
      ${fields(this.inputs, "target_bayes_security")} ${result ? this.choice(result) : nothing}
    `;
  }

  private figures(result: Security) {
    const epsilons = epsilonRows(result, this.training);
    return html`
      <p data-figure="closed-form-error">${errorInWords(result)}</p>
      <mi-figure-table caption="The closed form and other bounds against exact" .rows=${securityRows(result)}></mi-figure-table>
      <h3>Members found at a rate of false alarms</h3>
      <p class="detail">
        An error with a minus is unsafe here: more members can be found than the formula says.
      </p>
      ${rates(result)}
      <h3>Epsilon, if it is wanted</h3>
      ${
        epsilons.length > 0
          ? html`<p class="notice">${EPSILON_CAUTION}</p>
              <mi-figure-table caption="Epsilon from the closed form" .rows=${epsilons}></mi-figure-table>`
          : html`<p class="detail">At delta ${print(result.parameters.target_delta ?? 0)} nothing about epsilon follows from the closed form.</p>`
      }
    `;
  }

  private choice(result: Security) {
    const { choice, target } = result;
    if (target === null || this.inputs.problems.target_bayes_security || !choice) return nothing;
    const { unrefused, problem } = this.answers.noise;
    const calibrated = unrefused && belongs(unrefused, result, target) ? unrefused : null;
    const { sample_rate, num_steps } = choice;
    const others = [
      sample_rate ? `a sample rate of ${rounded(sample_rate.estimate, 4, "down")}` : "",
      num_steps ? `${count(num_steps.estimate)} ${num_steps.estimate === 1 ? "step" : "steps"}` : "",
    ].filter(Boolean);
    return html`
      <p data-figure="choice">${choiceInWords(result, target)}</p>
      <mi-figure-table caption="Noise for a target" .rows=${noiseRows(result, target, calibrated)}></mi-figure-table>
      ${calibrated ? nothing : refusal(problem)}
      ${
        others.length > 0
          ? html`<p class="detail">
              With the noise of this run, equation 4 would take ${others.join(" or ")} instead; that is no more
              exact.
            </p>`
          : nothing
      }
    `;
  }
}

function rates(result: BayesSecurityResult) {
  const [first] = result.tpr;
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label="Table: TPR by Bayes security">
      <table>
        <caption class="visually-hidden">TPR by Bayes security</caption>
        <thead>
          <tr>
            <th scope="col">At FPR</th>
            <th scope="col">TPR by the closed form</th>
            <th scope="col">TPR by the exact security</th>
            <th scope="col">Exact TPR</th>
            <th scope="col">Error of the closed form</th>
          </tr>
        </thead>
        <tbody>
          ${rateRows(result).map(
            ({ fpr, closed, security, exact, error }) => html`<tr>
              <th scope="row">${fpr}</th>
              <td>${closed}</td>
              <td>${security}</td>
              <td>${exact}</td>
              <td>${error}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${first ? html`<p class="detail">${first.closed_form.theorem}; erratum ${first.closed_form.erratum ?? "none"}. Exact: ${first.exact.theorem}.</p>` : nothing}
  `;
}

MiClosedForm.define("mi-closed-form");
