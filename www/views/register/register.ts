// The register: what published trainings and deployments claim, beside what is certified of them.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Model } from "../../answers/model";
import { limits } from "../../components/element/workbench";
import { registerCsv } from "../../share/register";
import { FROZEN, frozenRows } from "../../state/published";
import { entryAnswer, entryResults } from "./register-entry";
import { registerSummary } from "./register-summary";
import "../../components/element/mi-download-button";
import "./mi-register-chart";
import "./mi-register-table";
import "./register.css";

export function registerView(model: Model) {
  const { inputs, answers, link } = model;
  const { values } = inputs;
  // Beside a damaged link no figure stands.
  if (inputs.faults.length > 0) return html``;
  const linkTo = (id: string) => link({ ...values, view: "register", entry: id });
  if (!values.entry) return laid(registerSummary(), everything(linkTo), false);
  if (!answers.register) return laid(html`<p class="freshness">Loading the entry…</p>`, nothing, true);
  const { entry, reading, main } = answers.register;
  if (entry?.id !== values.entry) {
    const unknown = html`<p class="notice">The register has no entry “${values.entry}”.</p>`;
    return laid(html`${unknown}${registerSummary()}`, everything(linkTo), false);
  }
  const problem = main?.problem?.message ?? null;
  const opened = { entry, live: reading, problem, all: linkTo("") };
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
  "A claim above the certified value is no fault: mostly it is the slack of the tool with which it was computed.",
];

function everything(linkTo: (id: string) => string) {
  return guard([linkTo("")], () => {
    const all = frozenRows();
    return html`
      <h2>All entries</h2>
      <p class="detail">
        Figures computed on ${FROZEN.date} with version ${FROZEN.library_version}; an entry that is opened is computed anew.
        “At most” is an upper bound: what is known of the mechanism allows no more. Figures without it are exact, up to the interval where one is given.
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
