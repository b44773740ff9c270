// The training view: what one run reveals.
import { html, nothing } from "lit";
import type { Model } from "../../answers/model";
import { lazily } from "../../components/element/lazily";
import { workbench } from "../../components/element/workbench";
import { answerPlace, covered, freshness, standingOf } from "../../components/share/answer-head";
import { SAMPLINGS } from "../../state/parameters/setting-words";
import type { Name, Parameters } from "../../state/parameters/table";
import { trainingPart } from "../../state/parameters/training-parts";
import { runNames, trainingNames } from "../../state/questions/run";
import { glance, limitInWords } from "../../words/figure";
import "../../components/controls/mi-training-form";
import "../../components/figures/mi-headline";
import "./mi-results";

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
  const { inputs, refused, instead } = standing;
  const steps = current ? (result?.parameters.num_steps ?? null) : null;
  // The answer goes first; a link that is refused has the rest beside its reason.
  const answered = result !== null || refused !== null;
  const said = refused && result ? freshness(standing, true) : limitInWords(result?.advantage ?? null);
  return workbench(standing, {
    pinned: result && glance(result.advantage),
    answer: html`
      ${answerPlace(
        standing,
        html`<mi-headline
          .advantage=${result?.advantage ?? null}
          .prior=${result?.parameters.prior ?? null}
          .pending=${standing.pending}
        ></mi-headline>`,
      )}
      ${instead ? nothing : html`${grounds(model, said)} ${covered(answers.training, html`<mi-results .result=${result}></mi-results>`)}`}
    `,
    form: html`<mi-training-form .inputs=${inputs} .steps=${steps} .whole=${true}></mi-training-form>`,
    results: lazily(answered, rest, ({ results }) =>
      results(model, inputs, trainingPart(inputs.values), instead !== null),
    ),
  });
}

/** What the sentence is a limit of, unless there is more to say of it; how it is known, and of whom it speaks. */
function grounds({ answers, link, inputs, has }: Model, said: unknown) {
  const { value: result, current } = answers.training;
  const open = matchMedia("(max-width: 55.99rem)").matches;
  return html`<div class="standing">
    <p class="freshness">${said}</p>
    <div class="grounds">
      <details>
        <summary>How do we know?</summary>
        <p class="proven">${current ? result?.status : nothing}</p>
        <p>
          The whole training comes down to one sum of independent terms, whose law is computed with every error bounded.
          ${has("method") ? html`<a href=${link({ ...inputs.values, view: "method", section: "certified" })}>How an interval is certified</a>.` : nothing}
          ${result ? `Computed with mi-bounds ${result.library_version}.` : nothing}
        </p>
      </details>
      <details ?open=${open}>
        <summary>Who is this attacker, and what to ask the team</summary>
        <ul>
          <li>It sees every noisy gradient, knows all other records and every setting, and has to tell whether one record was in.</li>
          <li>Ask: does the program really use ${SAMPLINGS[inputs.values.sampling].phrase}? Most data loaders shuffle.</li>
          <li>Ask: are gradients clipped one record at a time, and is the noise multiplier the one that was really used?</li>
          <li>Ask: were settings chosen by training on the same data, and how many records does one person have?</li>
        </ul>
      </details>
    </div>
  </div>`;
}
