// The register: what published trainings and deployments claim, beside what is certified of them.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Model } from "../../answers/model";
import type { Published } from "../../answers/register";
import { limits } from "../../components/element/workbench";
import { frozenRows, registerCsv } from "../../share/register";
import { comparison } from "../../words/register";
import { entryAnswer, entryResults } from "./register-entry";
import "../../components/element/mi-download-button";
import "./mi-register-chart";
import "./mi-register-table";

export function registerView(model: Model) {
  const { inputs, answers, link } = model;
  const { published, failed, entry, reading, main } = answers.register;
  const { values } = inputs;
  const linkTo = (id: string) => link({ ...values, view: "register", entry: id });
  if (!published) {
    const words = failed ? `The register could not be loaded: ${failed}. Reload the page to try again.` : "Loading…";
    return laid(html`<p class=${failed ? "notice" : "freshness"}>${words}</p>`, nothing, failed === null);
  }
  if (!values.entry) return laid(summary(published), everything(published, linkTo), false);
  if (entry?.id !== values.entry) {
    const unknown = html`<p class="notice">The register has no entry “${values.entry}”.</p>`;
    return laid(html`${unknown}${summary(published)}`, everything(published, linkTo), false);
  }
  const problem = main?.problem?.message ?? null;
  const opened = { published, entry, live: reading, problem, all: linkTo("") };
  const pending = reading === null && problem === null;
  return laid(entryAnswer(opened), entryResults(opened), pending);
}

/** As in the other views, without controls. */
function laid(answer: unknown, results: unknown, pending: boolean) {
  return html`
    <div class="register">
      <section aria-label="Answer" class="answer" tabindex="-1" data-stale=${pending ? "yes" : "no"}>${answer}</section>
      <section aria-label="Results" class="outputs" aria-busy=${pending ? "true" : "false"}>${results}</section>
    </div>
    ${limits(LIMITS)}
  `;
}

const LIMITS = [
  "An entry is what a source says at one time, in one place; it may have been corrected since.",
  "A certified figure is for the run as it is stated. Whether the training was run like that, nobody outside can see.",
  "Where only the guarantee is stated, the figure is what it allows at most: the mechanism may leak far less.",
  "A claim above the certified value is no fault: it is the slack of the tool with which it was computed.",
];

function summary(published: Published) {
  const all = frozenRows(published);
  const sides = all.map(({ entry, reading }) => comparison(entry, reading).side);
  const number = (side: string) => sides.filter((each) => each === side).length;
  const trainings = all.filter(({ entry }) => entry.kind === "training").length;
  return html`
    <p class="sentence" data-figure="summary">
      Of <b>${trainings}</b> trainings and <b>${all.length - trainings}</b> deployments,
      <b>${number("above") + number("below") + number("agrees")}</b> claim an epsilon that can be checked:
      <b>${number("above")}</b> claim more than is certified, <b class="gain">${number("below")}</b> claim less.
    </p>
  `;
}

function everything(published: Published, linkTo: (id: string) => string) {
  const { FROZEN } = published;
  return guard([published, linkTo("")], () => {
    const all = frozenRows(published);
    return html`
      <h2>All entries</h2>
      <p class="detail">
        Figures computed on ${FROZEN.date} with version ${FROZEN.library_version}; an entry that is opened is computed anew.
        “At most” is an upper bound: what the claim allows, where the run is not stated. All other figures are exact.
      </p>
      <mi-register-table .published=${all} .linkTo=${linkTo}></mi-register-table>
      <p class="buttons">
        <mi-download-button label="Save all entries as CSV" file="mi-bounds-register.csv" .text=${() => registerCsv(all)}></mi-download-button>
      </p>
      <h2>Claimed epsilon against certified advantage</h2>
      <mi-register-chart .published=${all}></mi-register-chart>
    `;
  });
}
