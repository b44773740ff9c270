// The validation page as one file of HTML that needs no script.
import { createHash } from "node:crypto";
import { percent, rounded } from "../../www/words/number";
import { type Summary, summaries, type Table } from "./comparison";
import { html, ICON, Markup } from "./html";
import type { Stored } from "./settings";
import { nameOfSetting, scroll, section } from "./table";
import { nameOf, promise, SIDE, SIGN, valueInWords } from "./words";

/** Where the files lie that compute the reader's own run. */
export interface OwnRun {
  script: string;
  worker: string;
}

/** `style` is written into the page, and its hash into the policy. Without `own` no script may run. */
export function page(stored: Stored, all: Table[], version: string, style: string, own: OwnRun | null = null): string {
  const hash = createHash("sha256").update(style).digest("base64");
  const scripts = own ? " script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self';" : "";
  const policy = `default-src 'none';${scripts} style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="description" content="mi-bounds beside riskcal, dp_accounting, prv_accountant, Opacus and the closed form of Microsoft’s calculator, for ${stored.settings.length} settings.">
<title>Validation: mi-bounds beside other tools</title>
<link rel="icon" href="${ICON}">
<style>${new Markup(style)}</style>
${own && html`<script type="module" src="${own.script}"></script>`}
</head>
<body>
<header>
<p class="back"><a href="index.html">mi-bounds, the calculator</a></p>
<h1>Validation: the same questions, put to other tools</h1>
${introduction(stored, version)}
</header>
<main>
<section aria-labelledby="summary">
<h2 id="summary">In short</h2>
${legend}
${summaryTable(stored, all)}
</section>
${own && ownRun(own)}
${all.map((table) => section(stored, table))}
<section aria-labelledby="third-route">
<h2 id="third-route">A third route where the tools disagree</h2>
${thirdRoute(stored, all)}
</section>
<section aria-labelledby="repeat">
<h2 id="repeat">To repeat it</h2>
${repetition(stored)}
</section>
</main>
</body>
</html>
`.text;
}

/** Filled by the script: a page without scripts has nothing to say here. */
function ownRun({ worker }: OwnRun): Markup {
  return html`<section aria-labelledby="own" id="own-run" hidden>
<h2 id="own">Your own run</h2>
<p class="detail">What formulas in use elsewhere say of the run of this link, computed here and now beside the certified figures.
riskcal, dp_accounting, prv_accountant and Opacus cannot run in a page: what they say of known settings stands below.</p>
<div data-worker="${worker}"></div>
</section>`;
}

function introduction({ settings, fpr, peers }: Stored, version: string): Markup {
  const rates = fpr.map((rate) => percent(rate)).join(" and ");
  return html`<p class="lede">For ${settings.length} trainings this page sets the certified interval of mi-bounds ${version} beside what other
tools say of the same training: the advantage of the best attacker, epsilon at a delta, and the true positive rate (TPR) at false
positive rates (FPR) of ${rates}. The tools differ because most put the privacy loss on a grid and round it, some replace it by a bound or
by a Gaussian, and none but ours counts the rounding errors of its own computation. A value above our interval overstates the risk,
which is the safe side; a value below it promises more privacy than there is.</p>
<p class="detail">Our intervals are computed while this page is built, the other tools’ values are stored: they ran on ${peers.generated}, in
Python ${peers.python}, in one thread, each question for at most ${peers.limit_seconds} s and ${peers.limit_gigabytes} GB, on a machine without other work; times are those of one run.</p>`;
}

const legend = html`<ul class="legend">
<li><span class="inside">${SIGN.inside} ${SIDE.inside}</span> in our interval, or at most 10⁻⁹ of the value off</li>
<li><span class="above">${SIGN.above} ${SIDE.above}</span> overstates the risk</li>
<li><span class="below">${SIGN.below} ${SIDE.below}</span> below the truth: the risk is larger than it says</li>
<li><span class="none">${SIGN.none} no value</span> with the reason in a word; the whole of it below the table</li>
<li><span class="below slight">${SIGN.below} 0.05%</span> a difference below 0.1% stands in a calm colour</li>
</ul>`;

function summaryTable(stored: Stored, all: Table[]): Markup {
  return scroll(
    "Summary by tool",
    html`<table class="summary">
<thead><tr><th scope="col">Tool</th><th scope="col">Quantity</th><th scope="col">${SIGN.inside} Agrees</th><th scope="col">${SIGN.above} Above</th><th scope="col">${SIGN.below} Under&shy;states</th><th scope="col">${SIGN.none} No value</th><th scope="col">Furthest above</th><th scope="col">Furthest below</th><th scope="col">Median time</th><th scope="col">What it gives</th></tr></thead>
<tbody>
${summaries(stored, all).map((summary) => summaryRow(stored, summary))}
</tbody>
</table>`,
  );
}

function summaryRow(
  { peers }: Stored,
  { tool, quantity, counts, farBelow, lowest, highest, seconds }: Summary,
): Markup {
  const version = peers.tools.find(({ name }) => name === tool)?.version ?? "";
  const { side, how } = promise(tool, quantity);
  const below =
    counts.below > 0
      ? html`<strong class="below">${counts.below}</strong><span class="far">${farBelow} by more than 1%</span>`
      : html`0`;
  return html`<tr><th scope="row">${tool} <small>${version}</small></th><td>${nameOf({ quantity })}</td><td>${counts.inside}</td><td>${counts.above}</td><td>${below}</td><td>${counts.none}</td><td>${factorInWords(highest)}</td><td>${factorInWords(lowest)}</td><td>${seconds === null ? "–" : `${rounded(seconds, 2)} s`}</td><td class="how"><em>${side}.</em> ${how}</td></tr>
`;
}

function factorInWords(factor: number | null): string {
  if (factor === null) return "–";
  if (Math.abs(factor - 1) < 5e-7) return "× 1.000000";
  const digits = Math.abs(factor - 1) < 0.01 ? Math.ceil(-Math.log10(Math.abs(factor - 1))) + 2 : 3;
  return `× ${rounded(factor, factor < 1 ? digits - 1 : digits)}`;
}

/** Values by another method, in mpmath, beside ours and the range of what the tools say. */
function thirdRoute({ settings, independent }: Stored, all: Table[]): Markup {
  const rows = Object.entries(independent).flatMap(([id, values]) =>
    values.map(({ quantity, fpr, value }) => {
      const table = all.find((one) => one.quantity === quantity && one.fpr === fpr);
      const line = table?.lines.find(({ setting }) => setting.id === id);
      if (!line) return html``;
      const said = line.answers.flatMap((answer) => answer.value ?? []);
      return html`<tr><th scope="row">${nameOfSetting(settings.find((one) => one.id === id))}</th><td>${nameOf({ quantity, fpr })}</td><td>${valueInWords(value, quantity, 10)}</td><td>${valueInWords(line.ours.lower ?? 0, quantity, 10, "down")} to ${valueInWords(line.ours.upper ?? 1, quantity, 10, "up")}</td><td>${valueInWords(Math.min(...said), quantity, 4)} to ${valueInWords(Math.max(...said), quantity, 4)}</td></tr>
`;
    }),
  );
  return html`<p class="lede">The law of the whole loss by the inversion of Gil-Pelaez with the midpoint rule of Davies, with 30 digits in
mpmath (<code>benches/peers/independent.py</code>). It shares no code and no formula with mi-bounds or with the tools.</p>
${scroll(
  "Third route",
  html`<table>
<thead><tr><th scope="col">Setting</th><th scope="col">Quantity</th><th scope="col">mpmath</th><th scope="col">mi-bounds, interval</th><th scope="col">Tools, from lowest to highest</th></tr></thead>
<tbody>
${rows}</tbody>
</table>`,
)}`;
}

function repetition({ peers }: Stored): Markup {
  const tools = peers.tools.map(({ name, version, license }) => `${name} ${version}${license ? ` (${license})` : ""}`);
  return html`<p>In a checkout, with Python 3:</p>
<pre tabindex="0" role="region" aria-label="Commands"><code>python3 -m venv .tools/validation
.tools/validation/bin/pip install --no-deps -r benches/peers/requirements.txt
.tools/validation/bin/python benches/peers/validation.py
npm run build</code></pre>
<p>The settings stand in <code>tests/validation/settings.json</code>, the tools’ answers in <code>peers.json</code> beside it. The
tests of the project hold every value to the side that its tool promises, and fail on a difference that is not explained above.</p>
<p class="detail">Tools: ${tools.join(", ")}.</p>`;
}
