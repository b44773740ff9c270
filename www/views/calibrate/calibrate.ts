// The calibrate view: the value of one parameter that keeps a quantity to its target.
import { html, nothing } from "lit";
import type { Model } from "../../answers/model";
import { answerPlace, covered, freshness, shareButton, standingOf } from "../../components/share/answer-head";
import { calibrateNames } from "../../state/questions/quantity";
import "../../components/controls/mi-presets";
import "./mi-sentence";
import "./mi-solution";
import "./mi-solution-evidence";
import "../../components/controls/mi-training-form";

export function calibrateView(model: Model) {
  const { calibration, around } = model.answers;
  const { value: result, current, problem } = calibration;
  const standing = standingOf(model, calibration, calibrateNames);
  const { refused, stale, settled, instead } = standing;
  const unreachable = problem?.code === "unreachable" ? problem.message : null;
  // Nothing is wrong with a control when no value reaches the target: the reason stands with the answer.
  const inputs = unreachable ? model.inputs : standing.inputs;
  const { values } = inputs;
  return html`
    <div class="answer" tabindex="-1" data-stale=${stale}>
      <mi-sentence .inputs=${inputs}></mi-sentence>
      ${
        unreachable
          ? html`<p class="unreachable"><strong>No value keeps to this target:</strong> ${unreachable}.</p>`
          : answerPlace(
              standing,
              result
                ? html`<mi-solution .result=${result} .values=${values} .current=${current}></mi-solution>`
                : html`<div class=${refused ? "" : "awaited-solution"}><p class="detail">${standing.pending}</p></div>`,
            )
      }
      <div class="below-answer">
        <div class="standing">
          <p class="freshness">${unreachable ? "" : freshness(standing, result !== null)}</p>
        </div>
        ${shareButton(model)}
      </div>
    </div>
    <mi-presets .values=${inputs.values}></mi-presets>
    <div class="workbench">
      <section aria-label="Controls" class="inputs">
        ${values.history ? html`<p class="notice">A schedule has no one parameter to solve for: the single phase below is used.</p>` : nothing}
        <mi-training-form .inputs=${inputs} .steps=${null} .solved=${values.solve_for}></mi-training-form>
        <p class="version">${result ? `Computed with mi-bounds ${result.library_version}.` : ""}</p>
      </section>
      <section aria-label="Results" class="outputs" data-stale=${stale} aria-busy=${settled ? "false" : "true"}>
        ${
          result && !unreachable && !instead
            ? covered(
                { slow: calibration.slow || around.slow },
                html`<mi-solution-evidence
                  .result=${result}
                  .around=${around.value}
                  .values=${values}
                  .link=${model.link}
                ></mi-solution-evidence>`,
              )
            : nothing
        }
      </section>
    </div>
  `;
}
