// The page around its views: which one is shown, what it is called, and what is said of it.
import { html } from "lit";
import type { Answers } from "./answers";
import { safeValue, valueInWords } from "./solution";
import { CHOICES } from "./state/choices";
import { type Inputs, problemIn } from "./state/inputs";
import { calibrateNames } from "./state/quantities";
import { trainingNames } from "./state/run";
import { calibrateView } from "./views/calibrate";
import type { Model } from "./views/model";
import { trainingView } from "./views/training";
import { headline } from "./words";
import "./components/mi-nav";

const VIEWS = { training: trainingView, calibrate: calibrateView };

export function view(model: Model) {
  const { inputs, remarks, spoken, link } = model;
  const { values } = inputs;
  return html`
    <mi-nav .view=${values.view} .linkTo=${(view: typeof values.view) => link({ ...values, view })}></mi-nav>
    <p class="visually-hidden" role="status">${spoken}</p>
    ${remarks.map((remark) => html`<p class="notice">${remark}</p>`)} ${VIEWS[values.view](model)}
  `;
}

export function titleOf({ values }: Inputs): string {
  const name = "mi-bounds: what training reveals about one record";
  return values.view === CHOICES.view.default ? name : `${CHOICES.view.options[values.view]} – ${name}`;
}

/** The answer, or why there is none, for those who hear the page. */
export function spokenOf(inputs: Inputs, { training, calibration }: Answers): string {
  const { values } = inputs;
  if (values.view === "calibrate") {
    const refused = problemIn(inputs, calibrateNames(values)) ?? calibration.problem?.message;
    const { value } = calibration;
    return refused ?? (value ? valueInWords(value.solve_for, safeValue(value)) : "");
  }
  const refused = problemIn(inputs, trainingNames(values)) ?? training.problem?.message;
  return refused ?? (training.value ? headline(training.value.advantage) : "");
}
