// One quantity of all settings: a table, and below it why tools are off or silent.

import { print } from "../../www/state/parameters/table";
import { sideInWords } from "../../www/words/figure";
import type { Answer, Line, Table } from "./comparison";
import { html, type Markup } from "./html";
import type { Explanation, Setting, Stored } from "./settings";
import { distanceInWords, fragment, nameOf, phasesInWords, SIDE, SIGN, shortReason, valueInWords } from "./words";

export function section(stored: Stored, table: Table): Markup {
  const name = nameOf(table);
  const title = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  const id = table.fpr === undefined ? table.quantity : `${table.quantity}-${print(table.fpr)}`;
  const tools = [...new Set(table.lines.flatMap(({ answers }) => answers.map(({ tool }) => tool)))];
  const kinds = [...new Set(table.lines.map(({ setting }) => setting.kind))];
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${scroll(
  `${title} in ${table.lines.length} settings`,
  html`<table class="comparison">
<thead><tr><th scope="col">Setting</th><th scope="col">mi-bounds</th>${tools.map((tool) => html`<th scope="col">${tool}</th>`)}</tr></thead>
${kinds.map(
  (kind) => html`<tbody>
<tr class="kind"><th scope="rowgroup" colspan="${tools.length + 2}"><span>${kind}</span></th></tr>
${table.lines.filter(({ setting }) => setting.kind === kind).map((line) => row(line, tools, table))}</tbody>
`,
)}</table>`,
)}
${reasons(stored, table)}
</section>`;
}

function row({ setting, ours, answers }: Line, tools: string[], table: Table): Markup {
  const answer = (tool: string) => answers.find((one) => one.tool === tool);
  return html`<tr><th scope="row">${settingCell(setting, table)}</th><td class="ours">${sideInWords(ours, ...unitOf(table))}</td>${tools.map((tool) => cell(answer(tool), table))}</tr>
`;
}

function unitOf({ quantity }: Table): [scale: number, unit: string] {
  return quantity === "tpr" ? [100, "%"] : [1, ""];
}

/** The setting by its label, if it has one of its own; where an example comes from is said once, in the first table. */
function settingCell(setting: Setting, { quantity, fpr }: Table): Markup {
  const { label, phases, neighboring_relation, target_delta, source, kind } = setting;
  const words = phasesInWords(phases);
  const named = !kind.startsWith(label.toLowerCase());
  const details = [
    named ? words : null,
    neighboring_relation === "replace_one" ? "replace-one" : null,
    quantity === "epsilon" ? `delta ${print(target_delta)}` : null,
  ].filter((detail) => detail !== null);
  const rest = details.length > 0 ? html`<small>${details.join("; ")}</small>` : null;
  const from = quantity === "advantage" && source ? html`<small>${source}</small>` : null;
  return html`<a href="index.html#${fragment(setting, fpr)}">${named ? label : words}</a>${rest}${from}`;
}

/** A difference below this share of the value is said in a calm colour. */
const SLIGHT = 1e-3;

function cell(answer: Answer | undefined, { quantity }: Table): Markup {
  if (!answer) return html`<td><span class="none">${SIGN.none}</span></td>`;
  const { side, value, lower, reason, distance } = answer;
  if (value === null)
    return html`<td><span class="none">${SIGN.none} no value: ${shortReason(reason ?? "")}</span></td>`;
  const from =
    lower === undefined ? null : html`<small>lower end ${valueInWords(Math.max(0, lower), quantity)}</small>`;
  const slight = distance !== null && side !== "inside" && Math.abs(distance) < SLIGHT ? " slight" : "";
  return html`<td>${valueInWords(value, quantity)} <span class="${side}${slight}">${SIGN[side]} ${SIDE[side]} ${distanceInWords(answer)}</span>${from}</td>`;
}

/** Why tools are off, and why they have no value, below the table. */
function reasons({ explanations, settings }: Stored, { quantity, fpr, lines }: Table): Markup {
  const own = explanations.filter((one) => one.quantity === quantity && (one.fpr ?? fpr) === fpr);
  const below = own.filter(({ side }) => side === "below");
  const above = own.filter(({ side }) => side === "above");
  const silent = silences(lines);
  return html`${list(
    "Below our interval, and why",
    below.map((one) => explanation(one, settings)),
  )}
${list(
  "Far above our interval, and why",
  above.map((one) => explanation(one, settings)),
)}
${list("No value, and why", silent)}`;
}

function list(title: string, items: Markup[]): Markup | null {
  if (items.length === 0) return null;
  return html`<h3>${title}</h3>
<ul class="reasons">
${items.map((item) => html`<li>${item}</li>\n`)}</ul>`;
}

function explanation({ tool, reason, settings: ids }: Explanation, settings: Setting[]): Markup {
  return html`<strong>${tool}.</strong> ${reason} <small>${named(settings.filter(({ id }) => ids.includes(id)))}</small>`;
}

/** Few settings by name; many are marked in the table. */
function named(settings: Setting[]): string {
  if (settings.length > MOST_NAMES) return `${settings.length} settings, marked in the table.`;
  return `${settings.length === 1 ? "Setting" : "Settings"}: ${settings.map(nameOfSetting).join("; ")}.`;
}

const MOST_NAMES = 10;

export function nameOfSetting(setting?: Setting): string {
  if (!setting) return "";
  const { kind, phases, label, neighboring_relation } = setting;
  if (kind === "examples" || phases.length > 1) return label;
  return `${phasesInWords(phases)}${neighboring_relation === "replace_one" ? ", replace-one" : ""}`;
}

function silences(lines: Line[]): Markup[] {
  const found = new Map<string, Setting[]>();
  for (const { setting, answers } of lines) {
    for (const { tool, reason } of answers) {
      if (reason === undefined) continue;
      const key = `${tool}|${reason}`;
      found.set(key, [...(found.get(key) ?? []), setting]);
    }
  }
  return [...found].map(([key, settings]) => {
    const [tool = "", ...reason] = key.split("|");
    return html`<strong>${tool}.</strong> ${reason.join("|")} <small>${named(settings)}</small>`;
  });
}

/** A region that scrolls by itself, and by the keyboard. */
export function scroll(label: string, content: Markup): Markup {
  return html`<p class="detail wide">This table scrolls in both directions, by the arrow keys, too.</p>
<div class="scroll" tabindex="0" role="region" aria-label="${label}">
${content}
</div>`;
}
