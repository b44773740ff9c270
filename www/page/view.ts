// The page around its views: which one is shown, what it is called, and what is said of it.
import { html, nothing } from "lit";
import type { Answers } from "../answers/answers";
import type { Following } from "../answers/following-question";
import type { Model } from "../answers/model";
import { damaged, shareButton } from "../components/share/answer-head";
import { type Inputs, problemIn } from "../state/inputs/inputs";
import { unkeptInWords } from "../state/inputs/unsaved-files";
import { LONG_LINK } from "../state/link/fragment";
import { type Name, NOWHERE } from "../state/parameters/table";
import { attributesNames } from "../state/questions/attributes";
import { auditNames } from "../state/questions/audit";
import { guaranteeNames } from "../state/questions/guarantee";
import { noiseNames } from "../state/questions/noise";
import { calibrateNames } from "../state/questions/quantity";
import { trainingNames } from "../state/questions/run";
import type { Views } from "../views/registry";
import { answerInWords as attributesInWords } from "../words/attribute";
import { safeValue, valueInWords } from "../words/calibration";
import { headline } from "../words/figure";
import { answerInWords as guaranteeInWords } from "../words/guarantee";
import { answerInWords as noiseInWords } from "../words/noise";
import { count } from "../words/number";
import { verdict } from "../words/verdict";
import type { Guide } from "./guide";
import "../components/share/mi-share";
import "./mi-nav";
import "./mi-offer";

/** What stands in the bar: the views, and what leads out of the page. */
export function bar(model: Model, guide: Guide) {
  const { inputs, link, has } = model;
  const { values } = inputs;
  return html`
    <mi-nav .view=${values.view} .has=${has} .linkTo=${(view: typeof values.view) => link({ ...values, view, ...NOWHERE })}></mi-nav>
    <button type="button" class="quiet" id="new-here" aria-haspopup="dialog" @click=${guide.open}>${guide.seen ? "Help" : "New here?"}</button>
    ${shareButton(model)}
  `;
}

const HOMELESS: readonly string[] = ["figures", "laboratory", "register", "method"];

export function view(model: Model, views: Views) {
  const { inputs, remarks, offer, spoken } = model;
  const { values } = inputs;
  // These views have no place for an answer to what is damaged.
  const homeless = HOMELESS.includes(values.view) && inputs.faults.length > 0;
  return html`
    <p class="visually-hidden" role="status">${spoken}</p>
    <mi-offer .offer=${offer}></mi-offer>
    ${remarks.map((remark) => html`<p class="notice">${remark}</p>`)} ${carried(model)} ${homeless ? html`<div class="damage" tabindex="-1">${damaged(inputs, [])}</div>` : nothing}
    ${shown(model, views)}
  `;
}

/** What a link to this state does not carry, or is too long for. */
function carried({ inputs, sharedLink }: Model) {
  const unkept = unkeptInWords(inputs);
  const { length } = sharedLink();
  return html`
    ${unkept ? html`<p class="unkept">${unkept}</p>` : nothing}
    ${length > LONG_LINK ? html`<p class="long-link">The link has ${count(length)} characters: some programs cut such links off.</p>` : nothing}
  `;
}

function shown(model: Model, views: Views) {
  const view = views.get(model.inputs.values.view);
  if (typeof view === "function") return view(model);
  if (view.problem === null) return html`<p class="freshness">Loading this view…</p>`;
  return html`<p class="notice" role="status">This view could not be loaded: ${view.problem}. Reload the page to try again.</p>`;
}

/** The answer, or why there is none, for those who hear the page. */
export function spokenOf(inputs: Inputs, answers: Answers): string {
  const { training, calibration, guarantee, noise, attributes, audit, register } = answers;
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
  if (values.view === "audit") return said(inputs, auditNames(values), audit.main, (value) => verdict(value, values));
  if (values.view === "register") {
    const { entry = null, reading = null } = register ?? {};
    return entry && reading ? `${entry.name}. ${headline(reading.advantage)}` : "";
  }
  if (["figures", "laboratory", "method"].includes(values.view)) return "";
  const refused = problemIn(inputs, trainingNames(values)) ?? training.problem?.message;
  return refused ?? (training.value ? headline(training.value.advantage, values.prior) : "");
}

function said<O, V>(inputs: Inputs, names: Name[], asked: Following<O, V>, inWords: (value: V) => string): string {
  return problemIn(inputs, names) ?? asked.problem?.message ?? (asked.value ? inWords(asked.value) : "");
}
