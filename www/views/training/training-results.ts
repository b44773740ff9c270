// What stands below the answer of the training view: the curve and what is looked at by turns in its place, all figures, and
// the simulation.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import type { TrainingResult } from "../../../src/boundary/wasm/core";
import type { Model } from "../../answers/model";
import { ChoiceEvent } from "../../components/element/events";
import { inTurn } from "../../components/element/lazily";
import type { TabEvent } from "../../components/element/mi-tabs";
import { covered } from "../../components/share/answer-head";
import type { Inputs } from "../../state/inputs/inputs";
import { CHOICES } from "../../state/parameters/choices";
import type { Name } from "../../state/parameters/table";
import { TRAINING_PARTS, type TrainingPart } from "../../state/parameters/training-parts";
import { baselinesOfRun } from "../../state/questions/baseline";
import { bounds } from "../../words/comparison";
import "./mi-agreement";
import "./mi-all-figures";
import "./mi-closed-form";
import "./mi-curve";
import "./mi-monte-carlo-panel";
import "./mi-precision";
import "./mi-relations";
import "./mi-sweep";
import "./mi-two-runs";
import "../../components/charts/mi-comparison-chart";
import "../../components/charts/mi-baseline-chart";
import "../../components/element/mi-tabs";
import "../../components/element/mi-unfold";

const PANEL = "training-part";
/** What is open where a link says nothing. */
const FIRST: TrainingPart = "roc";
const TABS = Object.entries(TRAINING_PARTS);
/** What the parts about the closed form and other tools have for their own. */
const CLOSED_FORM_NAMES: Name[] = ["target_bayes_security"];
const OTHER_TOOLS_NAMES: Name[] = ["agreement"];
const MORE_NAMES: Name[] = ["fpr_min", "fpr_max", "flagged_share", "at_epsilon", "baseline"];

/** `open` is the part that is shown; `bare` leaves out every figure of the run, not those of the same run elsewhere. */
export function results(model: Model, inputs: Inputs, open: TrainingPart, bare: boolean) {
  const { answers } = model;
  const { value: result, current } = answers.training;
  return html`
    <mi-tabs
      label="What is shown of the run"
      panel=${PANEL}
      .tabs=${TABS}
      .open=${open}
      @mi-tab=${(event: TabEvent) => event.target?.dispatchEvent(new ChoiceEvent("section", event.tab === FIRST ? CHOICES.section.default : event.tab))}
    ></mi-tabs>
    <div id=${PANEL} role="tabpanel" aria-labelledby="${PANEL}-${open}">
      ${bare && open !== "assumptions" ? nothing : covered(answers.training, part(model, inputs, open))}
    </div>
    ${bare ? nothing : beside(model, inputs)}
    ${inTurn(() => simulation(model, inputs, current ? result : null))}
  `;
}

/** The part that is open; the others are not even asked about. */
function part({ answers, secondary, simulation, link, has }: Model, inputs: Inputs, open: TrainingPart) {
  const { value: result } = answers.training;
  const other = inputs.runB ? answers.other.value : null;
  const over = simulation.status === "done" || simulation.status === "cancelled";
  const simulated = over && simulation.belongs ? simulation.result : null;
  const run = link({ ...inputs.values, section: CHOICES.section.default }).replace(/^[^#]*/, "");
  const method = has("method") ? link({ ...inputs.values, view: "method", section: "closed-form" }) : null;
  switch (open) {
    case "roc":
      return html`<mi-curve
        .inputs=${inputs}
        .result=${result}
        .other=${other}
        .simulated=${simulated?.side === "exact" ? simulated.roc : null}
      ></mi-curve>`;
    case "certainty":
      return html`<mi-precision .inputs=${inputs} .result=${result} .other=${other}></mi-precision>`;
    case "settings":
      return covered(
        answers.sweep,
        html`<mi-sweep
          .inputs=${inputs}
          .result=${answers.sweep.value}
          .other=${inputs.runB ? answers.otherSweep.value : null}
          .problem=${answers.sweep.problem}
        ></mi-sweep>`,
      );
    case "bounds":
      return html`
        <mi-comparison-chart
          .bounds=${guard([result, simulated, other], () => (result ? bounds(result, { simulated, other }) : []))}
        ></mi-comparison-chart>
        <mi-unfold
          summary="The closed form of Bayes security, and how far it is off"
          .names=${CLOSED_FORM_NAMES}
          .values=${inputs.values}
          .content=${() => html`<mi-closed-form .inputs=${inputs} .engine=${secondary} .training=${result} .method=${method}></mi-closed-form>`}
        ></mi-unfold>
        <mi-unfold
          summary="What other tools say of known runs"
          .names=${OTHER_TOOLS_NAMES}
          .values=${inputs.values}
          .content=${() => html`<mi-agreement .engine=${secondary} .chosen=${inputs.values.agreement}></mi-agreement>`}
        ></mi-unfold>
        <p class="detail"><a href="validation.html${run}">This run by the formulas of other tools, and what these tools say: the validation page</a></p>
      `;
    case "assumptions":
      return html`<mi-relations .cells=${answers.relations.cells} .run=${inputs.values}></mi-relations>`;
  }
}

/** What the core warns of, the run B, and all figures. */
function beside({ answers, secondary }: Model, inputs: Inputs) {
  const { value: result, current } = answers.training;
  const other = inputs.runB ? answers.other.value : null;
  return covered(
    answers.training,
    html`${result?.warnings.map((warning) => html`<p class="notice">${warning.message}</p>`)}
        <mi-two-runs
          .run=${inputs.values}
          .runB=${inputs.runB}
          .result=${result}
          .other=${other}
          .problem=${answers.other.problem}
          .current=${current}
        ></mi-two-runs>
        <mi-unfold
          summary="If somebody guesses what a record holds, or whose it is"
          .values=${inputs.values}
          .content=${() => html`<mi-baseline-chart .question=${baselinesOfRun(inputs.values)} .engine=${secondary}></mi-baseline-chart>`}
        ></mi-unfold>
        <mi-unfold
          class="all-figures"
          summary="All figures"
          .names=${MORE_NAMES}
          .values=${inputs.values}
          .content=${() => html`<mi-all-figures .inputs=${inputs} .result=${result}></mi-all-figures>`}
      ></mi-unfold>`,
  );
}

/** `exact` is the exact engine's answer to the run as it stands. */
function simulation(model: Model, inputs: Inputs, exact: TrainingResult | null) {
  return html`
    <section class="simulation">
      <h2>Check by simulation</h2>
      <p class="detail">
        An independent witness: trainings are simulated step by step, the best attacker judges each, and its success is counted.
        It shares no formula with the exact engine.
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
