// The training view: from the page's model to its elements.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import type { TrainingResult } from "../src/wasm";
import { bounds } from "./bounds";
import type { MonteCarloState } from "./monte-carlo";
import { type Inputs, isSound } from "./state/inputs";
import { PARAMS } from "./state/params";
import { glance } from "./words";
import type { Problem } from "./worker/protocol";
import "./components/mi-comparison-chart";
import "./components/mi-headline";
import "./components/mi-monte-carlo-panel";
import "./components/mi-results";
import "./components/mi-share-button";
import "./components/mi-training-form";

export interface Model {
  inputs: Inputs;
  /** What the link had wrong beside the parameters. */
  remarks: string[];
  result: TrainingResult | null;
  /** Whether the result belongs to the inputs as they stand. */
  current: boolean;
  /** Why the inputs as they stand have no result. */
  problem: Problem | null;
  simulation: MonteCarloState;
  /** The headline for those who hear the page; it follows when the inputs rest. */
  spoken: string;
  link: () => string;
}

export function view(model: Model) {
  const { result, current, simulation } = model;
  const inputs = withRefusal(model);
  const steps = current ? (result?.parameters.num_steps ?? null) : null;
  const simulated = simulation.status === "done" ? simulation.result : null;
  return html`
    <div class="answer" data-stale=${current ? "no" : "yes"}>
      <mi-headline .advantage=${result?.advantage ?? null} .refused=${!isSound(inputs) || model.problem !== null}></mi-headline>
      <div class="below-answer">
        <p class="freshness">${freshness(model)}</p>
        <mi-share-button .link=${model.link}></mi-share-button>
      </div>
    </div>
    <p class="visually-hidden" role="status">${model.spoken}</p>
    ${model.remarks.map((remark) => html`<p class="notice">${remark}</p>`)}
    <div class="workbench">
      <section aria-label="Controls" class="inputs">
        <p class="glance" aria-hidden="true">${result ? glance(result.advantage) : ""}</p>
        <mi-training-form .inputs=${inputs} .steps=${steps}></mi-training-form>
        <p class="version">${result ? `Computed with mi-bounds ${result.library_version}.` : ""}</p>
      </section>
      <section aria-label="Results" class="outputs" data-stale=${current ? "no" : "yes"} aria-busy=${current || model.problem ? "false" : "true"}>
        ${result?.warnings.map((warning) => html`<p class="notice">${warning.message}</p>`) ?? nothing}
        <h2>What the best attacker gains</h2>
        <mi-results .result=${result}></mi-results>
        <h2>What other bounds would have said</h2>
        <mi-comparison-chart .bounds=${guard([result, simulated], () => (result ? bounds(result, simulated) : []))}></mi-comparison-chart>
      </section>
    </div>
    <section class="simulation">
      <h2>Watch the attack run</h2>
      <p>
        An independent witness: trainings are simulated step by step, the best attacker judges each, and its success is counted.
        It shares no formula with the exact engine. It starts only when you press the button.
      </p>
      <mi-monte-carlo-panel
        .inputs=${inputs}
        .state=${simulation}
        .exact=${current ? (result?.advantage ?? null) : null}
        .steps=${steps}
        .ready=${current}
      ></mi-monte-carlo-panel>
    </section>
  `;
}

/** The module's refusal stands beside the control that it names, until any input changes. */
function withRefusal({ inputs, problem }: Model): Inputs {
  if (!problem || !(problem.parameter in PARAMS)) return inputs;
  return { ...inputs, problems: { ...inputs.problems, [problem.parameter]: problem.message } };
}

function freshness({ current, problem, inputs, result }: Model) {
  const [refused] = Object.values(inputs.problems);
  const reason = refused ?? problem?.message;
  if (reason) {
    const kept = result ? ". The figures shown are those of the last good input." : "";
    return html`<span class="problem">${reason}${kept}</span>`;
  }
  return current ? "" : "Updating…";
}
