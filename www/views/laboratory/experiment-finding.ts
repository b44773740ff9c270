// What an experiment has found, in sentences, and whether that is of the options as they stand.
import { html, nothing } from "lit";
import type { ExperimentResult } from "../../../src/boundary/wasm/core";
import type { LaboratoryAnswers } from "../../answers/laboratory";
import type { Sheet } from "../../state/laboratory";
import { changesInWords, findings } from "../../words/laboratory";
import { tradeOff, unbeatenInWords } from "../../words/trade-off";

export function experimentFinding(laboratory: LaboratoryAnswers, sheet: Sheet) {
  const { result, options } = laboratory.state;
  const said = result ? saidOf(result) : [];
  return html`
    <div class="finding" data-figure="finding">
      ${said.length > 0 ? said.map((sentence) => html`<p>${sentence}</p>`) : html`<p class="pending">${awaited(laboratory)}</p>`}
    </div>
    <p class="freshness">${options && isStale(laboratory) ? other(changesInWords(options, sheet.options)) : nothing}</p>
  `;
}

function saidOf(result: ExperimentResult): string[] {
  const [first = "", ...others] = findings(result);
  return [first, unbeatenInWords(tradeOff(result)), ...others].filter(Boolean);
}

/** Whether what is shown is of other options. */
export function isStale({ belongs, refusal }: LaboratoryAnswers): boolean {
  return !belongs || refusal !== null;
}

export function awaited({ state, refusal }: LaboratoryAnswers): string {
  if (refusal) return "Nothing was run: an option is not allowed.";
  return state.status === "running" ? "Training and attacking…" : "Press Run: nothing has been found yet.";
}

function other(changes: string) {
  return html`<span data-figure="other-settings">${changes ? `These figures are of other settings: ${changes}. Press Run.` : "These figures are of the last settings that could be run."}</span>`;
}
