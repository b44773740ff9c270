// An entry of the register as one file of HTML that needs no script: to be found, cited and previewed.
import { createHash } from "node:crypto";
import type { Entry } from "../../www/register/entry";
import type { Reading, Row } from "../../www/register/figures";
import { writeFragment } from "../../www/state/link/fragment";
import { defaults } from "../../www/state/parameters/table";
import { claimedValues, FROZEN, frozenOf, frozenRows } from "../../www/state/published";
import { onceIn } from "../../www/words/baseline";
import { atMost, headline, kindInWords, sideInWords } from "../../www/words/figure";
import { percent, rounded } from "../../www/words/number";
import {
  claimInWords,
  comparison,
  comparisonInWords,
  factsOf,
  failing,
  readingRows,
  sideInBrief,
} from "../../www/words/register";
import { html, ICON, Markup } from "../validation/html";

export function entryPage(entry: Entry, style: string): string {
  const frozen = frozenOf(entry.id);
  if (!frozen) throw new Error(`${entry.id} has no figures: npm run register`);
  const { claimed, as_run } = frozen;
  return document(
    entry.name,
    describe(entry, claimed),
    style,
    html`<p class="back"><a href="index.html">All entries of the register</a></p>
<h1>${entry.name}</h1>
<p>${entry.what} Published by ${entry.organisation}${entry.year ? `, ${entry.year.value}` : ""}${entry.unit ? `; unit of privacy: ${entry.unit.value}` : ""}.</p>
<p class="sentence">${headline(claimed.advantage)}</p>
<p><strong>Claimed:</strong> ${claimInWords(entry)}. ${comparisonInWords(comparison(entry, claimed), claimed.epsilon)} ${entry.reason}</p>
<h2>What is certified</h2>
${figures(claimed, "certified figures")}
<p class="detail">Computed by mi-bounds ${FROZEN.library_version} on ${FROZEN.date}.
<a href="${liveLink(entry)}">Compute it anew in the browser</a>, or <a href="${toolLink(entry)}">vary it in the calculator</a>.</p>
<h2>Which assumption fails</h2>
${failing(entry).map((sentence) => html`<p>${sentence}</p>`)}
${as_run && figures(as_run, "certified figures of the run as it was")}
<h2>Where the numbers stand</h2>
<p>As stated in <a href="${entry.source.address}" rel="noreferrer">${entry.source.name}</a>, ${entry.source.place}, read on ${entry.source.read}. What the source says is quoted; what was concluded says how.</p>
${facts(entry)}`,
  );
}

export function indexPage(style: string): string {
  const rows = frozenRows();
  const name = "Register of published trainings and deployments";
  return document(
    name,
    `What ${rows.length} published trainings and deployments with differential privacy claim, and what is certified of an attacker who saw all of it.`,
    style,
    html`<p class="back"><a href="../index.html">mi-bounds, the calculator</a></p>
<h1>${name}</h1>
<p>What each claims, and beside it what is certified of an attacker who saw all of it. Figures computed by mi-bounds
${FROZEN.library_version} on ${FROZEN.date}. <a href="../index.html#v=1&view=register">The same in a table that sorts, with a chart</a>.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Table: published entries">
<table>
<thead><tr><th scope="col">Entry</th><th scope="col">Published by</th><th scope="col">Claim</th><th scope="col">Certified epsilon</th><th scope="col">Advantage</th><th scope="col">A guess right once in a million becomes right at most</th><th scope="col">Claim beside certified</th></tr></thead>
<tbody>
${rows.map(line)}</tbody>
</table>
</div>`,
  );
}

function line({ entry, reading }: Row): Markup {
  const epsilon = reading.epsilon ? sideInWords(reading.epsilon) : "–";
  return html`<tr><th scope="row"><a href="${entry.id}.html">${entry.name}</a></th><td>${entry.organisation}</td><td>${claimInWords(entry)}</td><td>${epsilon}</td><td>${sideInWords(reading.advantage)}</td><td>${onceIn(atMost(reading.baseline))}</td><td>${sideInBrief(entry, reading)}</td></tr>
`;
}

/** For search engines and previews: the claim and the figures in a sentence. */
function describe(entry: Entry, { advantage, tpr, epsilon }: Reading): string {
  const certified = epsilon ? `, certified epsilon ${sideInWords(epsilon)}` : "";
  return `${entry.name} (${entry.organisation}): claimed ${claimInWords(entry)}${certified}; advantage of the best possible attacker at most ${rounded(atMost(advantage), 4, "up")}; members found at ${percent(tpr.fpr)} FPR at most ${percent(atMost(tpr), 4, "up")}.`;
}

function document(title: string, description: string, style: string, main: Markup): string {
  const hash = createHash("sha256").update(style).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="description" content="${description}">
<meta property="og:type" content="article">
<meta property="og:site_name" content="mi-bounds">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta name="twitter:card" content="summary">
<title>${title} – what its privacy figures mean – mi-bounds</title>
<link rel="icon" href="${ICON}">
<style>${new Markup(style)}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`.text;
}

function figures(reading: Reading, label: string): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table: ${label}">
<table>
<thead><tr><th scope="col">Figure</th><th scope="col">Value</th><th scope="col">Kind</th><th scope="col">Rests on</th></tr></thead>
<tbody>
${readingRows(reading).map(({ label, figure, percent: inPercent }) => html`<tr><th scope="row">${label}</th><td>${sideInWords(figure, inPercent ? 100 : 1, inPercent ? "%" : "")}</td><td>${kindInWords(figure)}</td><td>${figure.theorem}</td></tr>\n`)}</tbody>
</table>
</div>
<ul class="detail">
${reading.assumed.map((sentence) => html`<li>${sentence}</li>\n`)}</ul>`;
}

function facts(entry: Entry): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table: what is known, and from where">
<table>
<thead><tr><th scope="col">Field</th><th scope="col">Value</th><th scope="col">Status</th><th scope="col">From</th></tr></thead>
<tbody>
${factsOf(entry).map(({ name, value, status, from }) => html`<tr><th scope="row">${name}</th><td>${value}</td><td>${status}</td><td>${from}</td></tr>\n`)}</tbody>
</table>
</div>`;
}

function liveLink({ id }: Entry): string {
  return `../index.html#${writeFragment({ ...defaults(), view: "register", entry: id })}`;
}

function toolLink(entry: Entry): string {
  return `../index.html#${writeFragment(claimedValues(entry))}`;
}
