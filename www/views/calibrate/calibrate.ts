// The calibrate view: the value of one parameter that keeps a quantity to its target.
import { html, nothing } from "lit";
import type { Model } from "../../answers/model";
import { workbench } from "../../components/element/workbench";
import { answerPlace, covered, freshness, standingOf } from "../../components/share/answer-head";
import { calibrateNames, solvedFor } from "../../state/questions/quantity";
import { safeValue, valueInWords } from "../../words/calibration";
import "./mi-sentence";
import "./mi-solution";
import "./mi-solution-evidence";
import "../../components/controls/mi-training-form";

export function calibrateView(model: Model) {
  const { calibration, around } = model.answers;
  const { value: result, current, problem } = calibration;
  const standing = standingOf(model, calibration, calibrateNames);
  const { refused, instead } = standing;
  const unreachable = problem?.code === "unreachable" ? problem.message : null;
  // Nothing is wrong with a control when no value reaches the target: the reason stands with the answer.
  const inputs = unreachable ? model.inputs : standing.inputs;
  const { values } = inputs;
  const solved = solvedFor(values);
  return workbench(standing, {
    pinned: result && !unreachable ? valueInWords(result.solve_for, safeValue(result)) : null,
    answer: html`
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
      <p class="freshness">${unreachable ? "" : freshness(standing, result !== null)}</p>
    `,
    form: html`
      ${solved === "noise_factor" ? html`<p class="detail">The noise factor multiplies the noise multiplier of every phase below.</p>` : nothing}
      <mi-training-form .inputs=${inputs} .steps=${null} .solved=${solved} .whole=${true}></mi-training-form>
    `,
    results:
      result && !unreachable && !instead
        ? covered(
            { slow: calibration.slow || around.slow },
            html`<mi-solution-evidence .result=${result} .around=${around.value} .values=${values}></mi-solution-evidence>`,
          )
        : nothing,
  });
}
