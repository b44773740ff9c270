// The training view: what one run reveals.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import type { TrainingResult } from "../../src/wasm";
import { bounds } from "../bounds";
import { count } from "../format";
import { type Inputs, problemIn } from "../state/inputs";
import type { Name } from "../state/params";
import { withRefusal } from "../state/refusal";
import { trainingNames } from "../state/run";
import { unkeptInWords } from "../state/unkept";
import { LONG_LINK } from "../state/url";
import { glance } from "../words";
import type { Model } from "./model";
import "../components/mi-agreement";
import "../components/mi-closed-form";
import "../components/mi-two-runs";
import "../components/mi-comparison-chart";
import "../components/mi-copy-button";
import "../components/mi-headline";
import "../components/mi-monte-carlo-panel";
import "../components/mi-more-figures";
import "../components/mi-precision";
import "../components/mi-presets";
import "../components/mi-relations";
import "../components/mi-results";
import "../components/mi-sweep";
import "../components/mi-training-form";
import "../components/mi-unfold";

/** What the part about the closed form has for its own. */
const CLOSED_FORM_NAMES: Name[] = ["target_bayes_security"];

export function trainingView(model: Model) {
  const { answers } = model;
  const { value: result, current, problem } = answers.training;
  const inputs = withRefusal(model.inputs, problem);
  const refused = problemIn(inputs, trainingNames(inputs.values)) ?? problem?.message ?? null;
  const steps = current ? (result?.parameters.num_steps ?? null) : null;
  const stale = current ? "no" : "yes";
  return html`
    <div class="answer" data-stale=${stale}>
      <mi-headline .advantage=${result?.advantage ?? null} .refused=${refused !== null}></mi-headline>
      <div class="below-answer">
        <div class="standing">
          <p class="freshness">${freshness(refused, current, result !== null)}</p>
          <p class="proven">${result && current ? result.status : nothing}</p>
        </div>
        ${shareButton(model)}
      </div>
    </div>
    <mi-presets .values=${inputs.values}></mi-presets>
    <div class="workbench">
      <section aria-label="Controls" class="inputs">
        <p class="glance" aria-hidden="true">${result ? glance(result.advantage) : ""}</p>
        <mi-training-form .inputs=${inputs} .steps=${steps}></mi-training-form>
        <p class="version">${result ? `Computed with mi-bounds ${result.library_version}.` : ""}</p>
      </section>
      <section aria-label="Results" class="outputs" aria-busy=${current || refused ? "false" : "true"}>
        <div data-stale=${stale}>${result || problem?.code !== "unknown" ? figures(model, inputs, result) : nothing}</div>
        <h2>The same run under other assumptions</h2>
        <mi-relations .cells=${answers.relations.cells} .run=${inputs.values}></mi-relations>
        <h2>What other tools say</h2>
        <mi-agreement .engine=${model.beside} .chosen=${inputs.values.agreement}></mi-agreement>
      </section>
    </div>
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
        .exact=${current ? result : null}
      ></mi-monte-carlo-panel>
    </section>
  `;
}

/** All that follows from the run of the last good input. */
function figures({ answers, beside, simulation }: Model, inputs: Inputs, result: TrainingResult | null) {
  const other = inputs.kept ? answers.other.value : null;
  const over = simulation.status === "done" || simulation.status === "cancelled";
  const simulated = over ? simulation.result : null;
  return html`
    ${result?.warnings.map((warning) => html`<p class="notice">${warning.message}</p>`)}
    <mi-two-runs
      .run=${inputs.values}
      .kept=${inputs.kept}
      .result=${result}
      .other=${other}
      .problem=${answers.other.problem}
      .sound=${answers.training.current}
    ></mi-two-runs>
    <h2>What the best attacker gains</h2>
    <mi-results .result=${result} .other=${other} .simulated=${simulated?.side === "exact" ? simulated.roc : null}></mi-results>
    <mi-more-figures .inputs=${inputs} .result=${result}></mi-more-figures>
    <h2>How sure it can be of those it names</h2>
    <mi-precision .inputs=${inputs} .result=${result} .other=${other}></mi-precision>
    <h2>What another setting would give</h2>
    <mi-sweep
      .inputs=${inputs}
      .result=${answers.sweep.value}
      .other=${inputs.kept ? answers.otherSweep.value : null}
      .problem=${answers.sweep.problem}
    ></mi-sweep>
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
          .engine=${beside}
          .training=${result}
        ></mi-closed-form>`}
    ></mi-unfold>
  `;
}

export function freshness(refused: string | null, current: boolean, shown: boolean) {
  if (refused) {
    const kept = shown ? ". The figures shown are those of the last good input." : "";
    return html`<span class="problem">${refused}${kept}</span>`;
  }
  return current ? "" : "Updating…";
}

export function shareButton({ sharedLink: link, inputs }: Model) {
  const { length } = link();
  const unkept = unkeptInWords(inputs);
  return html`<mi-copy-button
      label="Copy the link to this state"
      what="Link to this state"
      said="Copied: the link holds every input, and nothing is sent anywhere."
      .text=${() => link()}
    ></mi-copy-button>
    ${unkept ? html`<p class="unkept">${unkept}</p>` : nothing}
    ${length > LONG_LINK ? html`<p class="long-link">The link has ${count(length)} characters: some programs cut such links off.</p>` : nothing}`;
}
