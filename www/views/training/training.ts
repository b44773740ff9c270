// The training view: what one run reveals.
import { html, nothing } from "lit";
import type { Model } from "../../answers/model";
import { lazily } from "../../components/element/lazily";
import { answerPlace, freshness, shareButton, standingOf } from "../../components/share/answer-head";
import type { Name, Parameters } from "../../state/parameters/table";
import { runNames, trainingNames } from "../../state/questions/run";
import { glance } from "../../words/figure";
import "../../components/figures/mi-headline";
import "../../components/controls/mi-presets";
import "../../components/share/mi-share";
import "../../components/controls/mi-training-form";

/** All but the answer and the controls. */
const rest = () => import("./training-results");

/** What has a field in the form. */
function controls(values: Parameters): Name[] {
  return [...runNames(values), "dataset_size", "prior", "target_delta"];
}

export function trainingView(model: Model) {
  const { answers } = model;
  const { value: result, current } = answers.training;
  const standing = standingOf(model, answers.training, trainingNames, { controls });
  const { inputs, refused, stale, settled, instead, cover } = standing;
  const steps = current ? (result?.parameters.num_steps ?? null) : null;
  // The answer goes first; a link that is refused has the rest beside its reason.
  const answered = result !== null || refused !== null;
  return html`
    <div class="answer" tabindex="-1" data-stale=${stale}>
      ${answerPlace(
        standing,
        html`<mi-headline
          .advantage=${result?.advantage ?? null}
          .prior=${result?.parameters.prior ?? null}
          .pending=${standing.pending}
        ></mi-headline>`,
      )}
      <div class="below-answer">
        <div class="standing">
          <p class="freshness">${freshness(standing, result !== null)}</p>
          <p class="proven">${result && current ? result.status : nothing}</p>
        </div>
        ${shareButton(model)}
      </div>
    </div>
    <mi-presets .values=${inputs.values}></mi-presets>
    <div class="workbench">
      <section aria-label="Controls" class="inputs">
        <p class="glance" aria-hidden="true">${result && !instead && !cover ? glance(result.advantage) : ""}</p>
        <mi-training-form .inputs=${inputs} .steps=${steps}></mi-training-form>
        <p class="version">${result ? `Computed with mi-bounds ${result.library_version}.` : ""}</p>
      </section>
      <section aria-label="Results" class="outputs" aria-busy=${settled ? "false" : "true"}>
        ${lazily(answered, rest, ({ results }) => results(model, inputs, stale, instead !== null))}
      </section>
    </div>
    ${lazily(answered, rest, ({ simulation }) => simulation(model, inputs, current ? result : null))}
  `;
}
