// The part of the validation page that needs a script: the run of its link, by the formulas that the module knows.
import { html, nothing, render } from "lit";
import type { BayesSecurityResult } from "../../src/boundary/wasm/core";
import { ExactEngine } from "../engine/exact-engine";
import type { WorkerLike } from "../engine/protocol";
import { damageInWords } from "../state/inputs/inputs";
import { readFragment, writeFragment } from "../state/link/fragment";
import { inPlainWords } from "../state/parameters/entry";
import { defaults, type Parameters } from "../state/parameters/table";
import { bayesSecurityOptions } from "../state/questions/closed-form";
import { runOf, trainingOptions } from "../state/questions/run";
import { type FormulaRow, formulaRows } from "../words/own-run";
import { runInWords } from "../words/title";

const section = document.querySelector<HTMLElement>("#own-run");
const place = section?.querySelector<HTMLElement>("[data-worker]");

/** The built page names the worker, which the calculator has, too. */
const engine = new ExactEngine(
  () => new Worker(place?.dataset.worker ?? "", { type: "module" }) as unknown as WorkerLike,
);

/** As in the tables of the other tools below. */
const SIDE: Record<FormulaRow["side"], string> = { below: "▼ understates", inside: "= agrees", above: "▲ above" };

function row({ quantity, formula, says, ours, side, distance }: FormulaRow) {
  return html`<tr>
    <th scope="row">${quantity}<small>${formula}</small></th>
    <td class="ours">${ours}</td>
    <td>${says} <span class=${side}>${SIDE[side]} ${distance}</span></td>
  </tr>`;
}

function table(rows: FormulaRow[]) {
  if (rows.length === 0) return html`<p>No formula is known for this run.</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="This run by other formulas">
    <table>
      <thead>
        <tr>
          <th scope="col">Quantity and formula</th>
          <th scope="col">mi-bounds</th>
          <th scope="col">The formula says</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(row)}
      </tbody>
    </table>
  </div>`;
}

/** The run alone: what else the link says is of the calculator. */
function calculatorLink(values: Parameters): string {
  return `index.html#${writeFragment({ ...defaults(), ...runOf(values), target_delta: values.target_delta })}`;
}

function show(values: Parameters, content: unknown): void {
  if (!section || !place) return;
  section.hidden = false;
  const own = location.hash.length > 1;
  const where = html`<a href=${calculatorLink(values)}>${own ? "Change it in the calculator" : "Enter your own in the calculator"}</a>`;
  render(
    html`<p class="lede">${own ? "" : "An example: "}${runInWords(values)}. ${where}${own ? nothing : ", and come back from “Other bounds”"}.</p>${content}`,
    place,
  );
}

let newest = "";

async function answer(): Promise<void> {
  const { hash } = location;
  newest = hash;
  const { values, faults } = readFragment(hash);
  const [fault] = faults;
  if (fault) return show(defaults(), html`<p class="below">${damageInWords(fault)}.</p>`);
  const asked = bayesSecurityOptions(values);
  const run = await engine.latest("run", "training", trainingOptions(values));
  const closed = asked && (await engine.latest("closed form", "bayes_security", asked));
  // Another link has been followed since.
  if (!run || hash !== newest) return;
  if (!run.ok) return show(values, html`<p class="below">${inPlainWords(run.problem.message)}.</p>`);
  const security: BayesSecurityResult | null = closed?.ok ? closed.value : null;
  show(values, table(formulaRows(run.value, security)));
}

addEventListener("hashchange", () => void answer());
void answer();
