// One entry: the claim beside what is certified of it, why they differ, and where each number stands.
import { html, nothing } from "lit";
import { assumed } from "../../components/figures/all-figures";
import type { Entry } from "../../register/entry";
import type { Reading } from "../../register/figures";
import { writeFragment } from "../../state/link/fragment";
import { CHOICES } from "../../state/parameters/choices";
import type { Parameters } from "../../state/parameters/table";
import { calibrateValues, claimedValues, FROZEN, frozenOf, runValues } from "../../state/published";
import { claimInWords, comparison, comparisonInWords, factsOf, failing, readingRows } from "../../words/register";
import "../../components/figures/mi-figure-table";
import "../../components/figures/mi-headline";

/** A file on a disk has no pages beside it. */
const beside = location.protocol.startsWith("http");

export interface Opened {
  entry: Entry;
  /** What the engine has answered by now. */
  live: Reading | null;
  /** Why it has no answer. */
  problem: string | null;
  /** Where all entries are; null where there is no such place. */
  all: string | null;
}

export function entryAnswer({ entry, live, all }: Opened) {
  const frozen = frozenOf(entry.id);
  const reading = live ?? frozen?.claimed ?? null;
  return html`
    ${all === null ? nothing : html`<p class="back"><a href=${all}>All entries</a></p>`}
    <h2>${entry.name}</h2>
    <p>${entry.what} Published by ${entry.organisation}${entry.year ? `, ${entry.year.value}` : ""}${entry.unit ? `; unit of privacy: ${entry.unit.value}` : ""}.</p>
    <mi-headline .advantage=${reading?.advantage ?? null} .prior=${0.5}></mi-headline>
    <dl class="beside">
      <dt>Claimed</dt>
      <dd data-figure="claim">${claimInWords(entry)}</dd>
      <dt>Beside it</dt>
      <dd data-figure="comparison">${reading ? comparisonInWords(comparison(entry, reading), reading.epsilon) : nothing} ${entry.reason}</dd>
    </dl>
  `;
}

/** The figures of what is claimed, with where they come from and what they assume. */
export function entryFigures(opened: Opened) {
  const { entry, live } = opened;
  const reading = live ?? frozenOf(entry.id)?.claimed ?? null;
  return html`
    ${reading ? html`<mi-figure-table caption="Certified figures" .rows=${readingRows(reading)}></mi-figure-table>` : nothing}
    <p class="detail" data-computed=${live ? "live" : "frozen"}>${computedInWords(opened)}</p>
    ${reading ? assumed(reading.assumed, "Assumed of all of them:") : nothing}
  `;
}

export function entryResults(opened: Opened) {
  const { entry } = opened;
  const frozen = frozenOf(entry.id);
  return html`
    <h2>What is certified</h2>
    ${entryFigures(opened)}
    <h2>Which assumption fails</h2>
    ${failing(entry).map((sentence) => html`<p>${sentence}</p>`)}
    ${
      frozen?.as_run
        ? html`<mi-figure-table caption="Certified figures of the run as it was" .rows=${readingRows(frozen.as_run, "as-run")}></mi-figure-table>
            ${assumed(frozen.as_run.assumed, "Assumed of these, which are for exchanging one record for another:")}`
        : nothing
    }
    <h2>To go on from here</h2>
    <ul class="plain places">
      ${places(entry).map(({ values, words }) => html`<li><a data-opens=${values.view} href="#${writeFragment(values)}">${words}</a></li>`)}
      ${beside ? html`<li><a data-opens="page" href="register/${entry.id}.html">This entry as a page without script</a></li>` : nothing}
    </ul>
    <h2>Where the numbers stand</h2>
    <p>${entrySource(entry)} What the source says is quoted; what was concluded says how.</p>
    ${facts(entry)}
  `;
}

export function entrySource({ source: { name, address, place, read } }: Entry) {
  return html`As stated in <a href=${address} rel="noreferrer">${name}</a>, ${place}, read on ${read}.`;
}

function computedInWords({ live, problem, all }: Opened): string {
  const frozen = `computed on ${FROZEN.date} with version ${FROZEN.library_version}`;
  if (live && all === null) return "Computed now, in this page.";
  if (live) return `Computed now, in this page; the list shows the figures ${frozen}.`;
  return problem
    ? `These figures were ${frozen}. Now there is none: ${problem}.`
    : `These figures were ${frozen}; computing them anew…`;
}

/** The views that the entry can be opened in. */
function places(entry: Entry) {
  const claimed = claimedValues(entry);
  const found: { values: Parameters | null; words: string }[] = [
    { values: claimed, words: `Open in ${CHOICES.view.options[claimed.view]}` },
    { values: runValues(entry), words: "Open in Training as it was run" },
    { values: calibrateValues(entry), words: "Find the noise that the claim asks for, in Calibrate" },
  ];
  return found.flatMap(({ values, words }) => (values ? [{ values, words }] : []));
}

function facts(entry: Entry) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table: what is known, and from where">
    <table class="facts">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Value</th>
          <th scope="col">Status</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        ${factsOf(entry).map(
          ({ name, value, status, from }) => html`<tr>
            <th scope="row">${name}</th>
            <td>${value}</td>
            <td>${status}</td>
            <td>${from}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
