// The register as data: CSV with an entry a row, JSON with every field and where it stands.
import type { Figure } from "../../src/boundary/wasm/core";
import type { Published, RegisterAnswers } from "../answers/register";
import type { Entry } from "../register/entry";
import type { Reading } from "../register/figures";
import { comparison } from "../words/register";
import { table } from "./data";

/** An entry with what is certified of it. */
export interface Row {
  entry: Entry;
  reading: Reading;
}

/** All entries with their figures as they were frozen. */
export function frozenRows({ ENTRIES, frozenOf }: Published): Row[] {
  return ENTRIES.flatMap((entry) => {
    const frozen = frozenOf(entry.id);
    return frozen ? [{ entry, reading: frozen.claimed }] : [];
  });
}

/** What the view shows: the entry that is open, or all. */
export function shownRows({ published, entry, reading }: RegisterAnswers): Row[] {
  if (!published) return [];
  const rows = frozenRows(published);
  return entry
    ? rows.flatMap((row) => (row.entry === entry ? [{ entry, reading: reading ?? row.reading }] : []))
    : rows;
}

const FIGURES = ["epsilon", "advantage", "tpr"] as const;
const ENDS = ["lower", "estimate", "upper", "kind"] as const;

const COLUMNS = [
  ...["id", "kind", "name", "organisation", "year", "unit", "mechanism", "claimed_epsilon", "claimed_delta"],
  ...FIGURES.flatMap((figure) => ENDS.map((end) => `${figure}_${end}`)),
  ...["fpr", "comparison", "reason", "source", "place", "address", "read"],
];

/** Numbers keep every digit. */
export function registerCsv(rows: readonly Row[]): string {
  return table([COLUMNS, ...rows.map(line)]);
}

function line({ entry, reading }: Row): string[] {
  const { id, kind, name, organisation, year, unit, mechanism, claim, reason, source } = entry;
  const ends = (figure: Figure | null) => ENDS.map((end) => figure?.[end] ?? null);
  const cells = [
    ...[id, kind, name, organisation, year?.value, unit?.value, mechanism?.value],
    ...[claim?.epsilon.value, claim?.delta?.value],
    ...FIGURES.flatMap((figure) => ends(reading[figure])),
    ...[reading.tpr.fpr, comparison(entry, reading).side, reason],
    ...[source.name, source.place, source.address, source.read],
  ];
  return cells.map((value) => (value === null || value === undefined ? "" : String(value)));
}

export function registerJson(rows: readonly Row[], link: string): string {
  const entries = rows.map(({ entry, reading }) => ({ ...entry, certified: reading }));
  return `${JSON.stringify({ format: "mi-bounds-register", format_version: 1, link, entries }, null, 2)}\n`;
}
