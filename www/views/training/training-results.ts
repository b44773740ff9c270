// What stands beside and below the answer of the training view.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import type { TrainingResult } from "../../../src/boundary/wasm/core";
import type { Model } from "../../answers/model";
import { inTurn } from "../../components/element/lazily";
import { covered } from "../../components/share/answer-head";
import type { Inputs } from "../../state/inputs/inputs";
import type { Name } from "../../state/parameters/table";
import { bounds } from "../../words/comparison";
import "./mi-agreement";
import "./mi-closed-form";
import "./mi-two-runs";
import "../../components/charts/mi-comparison-chart";
import "./mi-monte-carlo-panel";
import "./mi-more-figures";
import "./mi-precision";
import "./mi-relations";
import "./mi-results";
import "./mi-sweep";
import "../../components/element/mi-unfold";

/** What the part about the closed form has for its own. */
const CLOSED_FORM_NAMES: Name[] = ["target_bayes_security"];

/** The figures of the run, unless it has none, and the same run elsewhere. */
export function results(model: Model, inputs: Inputs, stale: "yes" | "no", bare: boolean) {
  const { answers, secondary } = model;
  return html`
    <div data-stale=${stale}>
      ${bare ? nothing : covered(answers.training, figures(model, inputs, answers.training.value))}
    </div>
    ${inTurn(
      () => html`
        <h2>The same run under other assumptions</h2>
        <mi-relations .cells=${answers.relations.cells} .run=${inputs.values}></mi-relations>
        <h2>What other tools say</h2>
        <mi-agreement .engine=${secondary} .chosen=${inputs.values.agreement}></mi-agreement>
      `,
    )}
  `;
}

/** `exact` is the exact engine's answer to the run as it stands. */
export function simulation(model: Model, inputs: Inputs, exact: TrainingResult | null) {
  return html`
    <section class="simulation">
      <h2>Watch the attack run</h2>
      <p>
        An independent witness: trainings are simulated step by step, the best attacker judges each, and its success is counted.
        It shares no formula with the exact engine. It starts only when you press the button; once you have scrolled
        here, a moment is spent on measuring what it would cost.
      </p>
      <mi-monte-carlo-panel
        .inputs=${inputs}
        .state=${model.simulation}
        .expected=${model.expected}
        .exact=${exact}
      ></mi-monte-carlo-panel>
    </section>
  `;
}

/** All that follows from the run of the last good input. */
function figures({ answers, secondary, simulation }: Model, inputs: Inputs, result: TrainingResult | null) {
  const other = inputs.runB ? answers.other.value : null;
  const over = simulation.status === "done" || simulation.status === "cancelled";
  const simulated = over ? simulation.result : null;
  return html`
    ${result?.warnings.map((warning) => html`<p class="notice">${warning.message}</p>`)}
    <mi-two-runs
      .run=${inputs.values}
      .runB=${inputs.runB}
      .result=${result}
      .other=${other}
      .problem=${answers.other.problem}
      .current=${answers.training.current}
    ></mi-two-runs>
    <h2>What the best attacker gains</h2>
    <mi-results .result=${result} .other=${other} .simulated=${simulated?.side === "exact" ? simulated.roc : null}></mi-results>
    ${inTurn(
      () => html`
        <mi-more-figures .inputs=${inputs} .result=${result}></mi-more-figures>
        <h2>How sure it can be of those it names</h2>
        <mi-precision .inputs=${inputs} .result=${result} .other=${other}></mi-precision>
      `,
    )}
    ${inTurn(
      () => html`
        <h2>What another setting would give</h2>
        ${covered(
          answers.sweep,
          html`<mi-sweep
            .inputs=${inputs}
            .result=${answers.sweep.value}
            .other=${inputs.runB ? answers.otherSweep.value : null}
            .problem=${answers.sweep.problem}
          ></mi-sweep>`,
        )}
      `,
    )}
    ${inTurn(
      () => html`
        <h2>What other bounds would have said</h2>
        <mi-comparison-chart
          .bounds=${guard([result, simulated, other], () => (result ? bounds(result, { simulated, other }) : []))}
        ></mi-comparison-chart>
        <mi-unfold
          summary="The closed form of Bayes security, and how far it is off"
          .names=${CLOSED_FORM_NAMES}
          .values=${inputs.values}
          .content=${() =>
            html`<mi-closed-form
              .inputs=${inputs}
              .engine=${secondary}
              .training=${result}
            ></mi-closed-form>`}
        ></mi-unfold>
      `,
    )}
  `;
}
