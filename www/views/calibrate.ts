// The calibrate view: the value of one parameter that keeps a quantity to its target.
import { html, nothing } from "lit";
import { problemIn } from "../state/inputs";
import { calibrateNames } from "../state/quantities";
import { withRefusal } from "../state/refusal";
import type { Model } from "./model";
import { freshness, shareButton } from "./training";
import "../components/mi-sentence";
import "../components/mi-solution";
import "../components/mi-solution-evidence";
import "../components/mi-training-form";

export function calibrateView(model: Model) {
  const { calibration, around } = model.answers;
  const { value: result, current, problem } = calibration;
  // Nothing is wrong with a control when no value reaches the target: the reason stands with the answer.
  const unreachable = problem?.code === "unreachable" ? problem.message : null;
  const inputs = withRefusal(model.inputs, unreachable ? null : problem);
  const { values } = inputs;
  const refused = problemIn(inputs, calibrateNames(values)) ?? (unreachable ? null : (problem?.message ?? null));
  const stale = current ? "no" : "yes";
  return html`
    <div class="answer" data-stale=${stale}>
      <mi-sentence .inputs=${inputs}></mi-sentence>
      ${
        unreachable
          ? html`<p class="unreachable"><strong>No value keeps to this target:</strong> ${unreachable}.</p>`
          : result
            ? html`<mi-solution .result=${result} .values=${values} .current=${current}></mi-solution>`
            : html`<div class=${refused ? "" : "awaited-solution"}></div>`
      }
      <div class="below-answer">
        <div class="standing">
          <p class="freshness">${unreachable ? "" : freshness(refused, current, result !== null)}</p>
        </div>
        ${shareButton(model)}
      </div>
    </div>
    <div class="workbench">
      <section aria-label="Controls" class="inputs">
        ${values.history ? html`<p class="notice">A schedule has no one parameter to solve for: the single phase below is used.</p>` : nothing}
        <mi-training-form .inputs=${inputs} .steps=${null} .solved=${values.solve_for}></mi-training-form>
        <p class="version">${result ? `Computed with mi-bounds ${result.library_version}.` : ""}</p>
      </section>
      <section aria-label="Results" class="outputs" data-stale=${stale} aria-busy=${current || refused || unreachable ? "false" : "true"}>
        ${
          result && !unreachable
            ? html`<mi-solution-evidence
                .result=${result}
                .around=${around.value}
                .values=${values}
                .link=${model.link}
              ></mi-solution-evidence>`
            : nothing
        }
      </section>
    </div>
  `;
}
