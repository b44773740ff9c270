// The page around its views: which one is shown, what it is called, and what is said of it.
import { html, nothing } from "lit";
import type { Answers } from "./answers";
import { answerInWords as attributesInWords } from "./attribute-words";
import type { Following } from "./following";
import { answerInWords as guaranteeInWords } from "./guarantee-words";
import { answerInWords as noiseInWords } from "./noise-words";
import { safeValue, valueInWords } from "./solution";
import { type Inputs, problemIn } from "./state/inputs";
import type { Name } from "./state/params";
import { calibrateNames } from "./state/quantities";
import { trainingNames } from "./state/run";
import { attributesNames, guaranteeNames, noiseNames } from "./state/theorem-options";
import type { Model } from "./views/model";
import type { Views } from "./views/registry";
import { damaged } from "./views/standing";
import { headline } from "./words";
import "./components/mi-nav";
import "./components/mi-offer";

export function view(model: Model, views: Views) {
  const { inputs, remarks, offer, spoken, link, has } = model;
  const { values } = inputs;
  // The Method view has no place for an answer.
  const homeless = values.view === "method" && inputs.faults.length > 0;
  return html`
    <mi-nav .view=${values.view} .has=${has} .linkTo=${(view: typeof values.view) => link({ ...values, view })}></mi-nav>
    <p class="visually-hidden" role="status">${spoken}</p>
    <mi-offer .offer=${offer}></mi-offer>
    ${remarks.map((remark) => html`<p class="notice">${remark}</p>`)} ${homeless ? html`<div class="damage" tabindex="-1">${damaged(inputs, [])}</div>` : nothing}
    ${shown(model, views)}
  `;
}

function shown(model: Model, views: Views) {
  const view = views.get(model.inputs.values.view);
  if (typeof view === "function") return view(model);
  if (view.problem === null) return html`<p class="freshness">Loading this view…</p>`;
  return html`<p class="notice" role="status">This view could not be loaded: ${view.problem}. Reload the page to try again.</p>`;
}

/** The answer, or why there is none, for those who hear the page. */
export function spokenOf(inputs: Inputs, { training, calibration, guarantee, noise, attributes }: Answers): string {
  const { values } = inputs;
  if (values.view === "calibrate") {
    const refused = problemIn(inputs, calibrateNames(values)) ?? calibration.problem?.message;
    const { value } = calibration;
    return refused ?? (value ? valueInWords(value.solve_for, safeValue(value)) : "");
  }
  if (values.view === "guarantee") {
    return said(inputs, guaranteeNames(values), guarantee.main, (value) => guaranteeInWords(value, values));
  }
  if (values.view === "noise") return said(inputs, noiseNames(values), noise.main, noiseInWords);
  if (values.view === "attributes") return said(inputs, attributesNames(values), attributes.main, attributesInWords);
  if (values.view === "method") return "";
  const refused = problemIn(inputs, trainingNames(values)) ?? training.problem?.message;
  return refused ?? (training.value ? headline(training.value.advantage, values.prior) : "");
}

function said<O, V>(inputs: Inputs, names: Name[], asked: Following<O, V>, inWords: (value: V) => string): string {
  return problemIn(inputs, names) ?? asked.problem?.message ?? (asked.value ? inWords(asked.value) : "");
}
