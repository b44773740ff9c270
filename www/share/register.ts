// The register as data: CSV with an entry a row, JSON with every field and where it stands.
import type { Figure } from "../../src/boundary/wasm/core";
import type { Row } from "../register/figures";
import { comparison } from "../words/register";
import { table } from "./data";

const FIGURES = ["epsilon", "advantage", "tpr", "baseline"] as const;
const ENDS = ["lower", "estimate", "upper", "kind"] as const;

const COLUMNS = [
  ...["id", "kind", "name", "organisation", "year", "unit", "mechanism", "claimed_epsilon", "claimed_delta"],
  ...FIGURES.flatMap((figure) => ENDS.map((end) => `${figure}_${end}`)),
  ...["fpr", "guess", "comparison", "reason", "source", "place", "address", "read"],
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
    ...[reading.tpr.fpr, reading.baseline.baseline, comparison(entry, reading).side, reason],
    ...[source.name, source.place, source.address, source.read],
  ];
  return cells.map((value) => (value === null || value === undefined ? "" : String(value)));
}

export function registerJson(rows: readonly Row[], link: string): string {
  const entries = rows.map(({ entry, reading }) => ({ ...entry, certified: reading }));
  return `${JSON.stringify({ format: "mi-bounds-register", format_version: 1, link, entries }, null, 2)}\n`;
}
