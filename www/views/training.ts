// The training view: what one run reveals.
import { html, nothing } from "lit";
import { count } from "../format";
import { problemIn } from "../state/inputs";
import { withRefusal } from "../state/refusal";
import { trainingNames } from "../state/run";
import { LONG_LINK } from "../state/url";
import { glance } from "../words";
import { lazily } from "./lazily";
import type { Model } from "./model";
import "../components/mi-copy-button";
import "../components/mi-headline";
import "../components/mi-training-form";

/** All but the answer and the controls. */
const rest = () => import("./training-results");

export function trainingView(model: Model) {
  const { answers } = model;
  const { value: result, current, problem } = answers.training;
  const inputs = withRefusal(model.inputs, problem);
  const refused = problemIn(inputs, trainingNames(inputs.values)) ?? problem?.message ?? null;
  const steps = current ? (result?.parameters.num_steps ?? null) : null;
  const stale = current ? "no" : "yes";
  // The answer goes first; a link that is refused has the rest beside its reason.
  const answered = result !== null || refused !== null;
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
    <div class="workbench">
      <section aria-label="Controls" class="inputs">
        <p class="glance" aria-hidden="true">${result ? glance(result.advantage) : ""}</p>
        <mi-training-form .inputs=${inputs} .steps=${steps}></mi-training-form>
        <p class="version">${result ? `Computed with mi-bounds ${result.library_version}.` : ""}</p>
      </section>
      <section aria-label="Results" class="outputs" aria-busy=${current || refused ? "false" : "true"}>
        ${lazily(answered, rest, ({ results }) => results(model, inputs, stale))}
      </section>
    </div>
    ${lazily(answered, rest, ({ simulation }) => simulation(model, inputs, current ? result : null))}
  `;
}

export function freshness(refused: string | null, current: boolean, shown: boolean) {
  if (refused) {
    const kept = shown ? ". The figures shown are those of the last good input." : "";
    return html`<span class="problem">${refused}${kept}</span>`;
  }
  return current ? "" : "Updating…";
}

export function shareButton({ link }: Model) {
  const { length } = link();
  return html`<mi-copy-button
      label="Copy the link to this state"
      what="Link to this state"
      said="Copied: the link holds every input, and nothing is sent anywhere."
      .text=${() => link()}
    ></mi-copy-button>
    ${length > LONG_LINK ? html`<p class="long-link">The link has ${count(length)} characters: some programs cut such links off.</p>` : nothing}`;
}
