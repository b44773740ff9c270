// A result as data: JSON with everything, CSV with one figure a row. Numbers keep every digit.
import type {
  CalibrateResult,
  Curve,
  Figure,
  HistoryEntry,
  MonteCarloResult,
  PaperFigureResult,
} from "../../src/boundary/wasm/core";
import type { MonteCarloState } from "../answers/simulation";
import type { Answered, Subject } from "./subject";

/** Grows when the meaning of a key changes. */
export const FORMAT = { format: "mi-bounds-result", format_version: 1 } as const;

/** The result with what was asked; null while there is none. */
export function resultJson({ answered, link }: Subject): string | null {
  if (!answered) return null;
  const { view, options, result } = answered;
  const record = {
    ...FORMAT,
    library_version: result.library_version,
    function: view,
    link,
    ...opacusState(answered),
    inputs: options,
    result,
  };
  return `${JSON.stringify(record, plainArrays, 2)}\n`;
}

function plainArrays(_: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
}

/** What Opacus loads by `load_state_dict`; its accountants know one relation, one sampling and one noise. */
function opacusState({ view, result }: Answered): { history?: HistoryEntry[]; mechanism?: string } {
  if (view !== "training" && view !== "calibrate") return {};
  const { history, group_size } = result.parameters;
  const { neighboring_relation, sampling, noise } = result;
  const known =
    neighboring_relation === "add_or_remove_one" &&
    (sampling === "poisson" || sampling === "none") &&
    noise === "gaussian" &&
    group_size === 1;
  return known ? { history, mechanism: "prv" } : { history };
}

export interface Row {
  /** Where it stands in the result, e.g. "epsilon.remove". */
  quantity: string;
  /** What it is taken at, e.g. "fpr", and the value. */
  at: string;
  at_value: number | null;
  lower: number | null;
  estimate: number | null;
  upper: number | null;
  kind: string;
  method: string;
  unit: string;
}

/** What a figure is taken at, in the order of preference. */
const AT = ["fpr", "target_delta", "loss_level", "flagged_share", "epsilon", "target_positive_accuracy"] as const;

export function rowsOf(result: object): Row[] {
  const rows: Row[] = [];
  walk(result, [], null, rows);
  // A curve is computed with the advantage that stands beside it.
  const beside = rows.find(({ quantity }) => quantity === "advantage");
  return rows.map((row) => (row.method === "" && beside ? { ...row, method: beside.method } : row));
}

type Place = { at: string; at_value: number } | null;

function walk(value: unknown, path: string[], outer: Place, rows: Row[]): void {
  if (Array.isArray(value)) {
    for (const entry of value) walk(entry, path, outer, rows);
    return;
  }
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return;
  const record = value as Record<string, unknown>;
  if (isCurve(record)) {
    rows.push(...curveRows(record, path.join(".")));
    return;
  }
  const place = placeOf(record) ?? outer;
  if (isFigure(record)) rows.push(rowOf(record, path.join("."), place));
  for (const [name, inner] of Object.entries(record)) {
    if (name !== "parameters") walk(inner, [...path, name], place, rows);
  }
}

function placeOf(record: Record<string, unknown>): Place {
  for (const at of AT) {
    const value = record[at];
    if (typeof value === "number") return { at, at_value: value };
  }
  return null;
}

function isFigure(record: object): record is Figure {
  return "kind" in record && "estimate" in record && typeof record.estimate === "number";
}

function isCurve(record: object): record is Curve {
  return "fpr" in record && Array.isArray(record.fpr) && "upper" in record && Array.isArray(record.upper);
}

function rowOf({ lower, estimate, upper, kind, method }: Figure, quantity: string, place: Place): Row {
  const { at, at_value } = place ?? { at: "", at_value: null };
  return { quantity, at, at_value, lower, estimate, upper, kind, method, unit: unitOf(quantity) };
}

function curveRows({ fpr, lower, estimate, upper, kind }: Curve, quantity: string): Row[] {
  return fpr.map((at_value, i) => ({
    quantity,
    at: "fpr",
    at_value,
    lower: lower[i] ?? null,
    estimate: estimate[i] ?? null,
    upper: upper[i] ?? null,
    kind: kind[i] ?? "",
    method: "",
    unit: "probability",
  }));
}

/** Everything that is a probability or a difference of two is in [0, 1] or beside it; the rest says its own unit. */
function unitOf(quantity: string): string {
  if (/capacity/.test(quantity)) return "records";
  if (/epsilon|gdp_mu|odds_factor|likelihood_factor/.test(quantity)) return "1";
  if (/noise_multiplier/.test(quantity)) return "clipping norm";
  if (/^scale\./.test(quantity)) return "unit of the output";
  if (/generalisation_gap/.test(quantity)) return "unit of the loss";
  return "probability";
}

const COLUMNS = ["quantity", "at", "at_value", "lower", "estimate", "upper", "kind", "method", "unit"] as const;

/** One figure a row; what the run was stands in columns of its own, the same in each row. */
export function resultCsv({ answered, link }: Subject): string | null {
  if (!answered) return null;
  if (answered.view === "paper_figure") return figureCsv(answered.result);
  const { view, result } = answered;
  const { parameters } = result as { parameters?: object };
  const told = parameters ? { ...parameters, ...assumed(result) } : answered.options;
  const rows = view === "calibrate" ? solvedRows(result) : rowsOf(result);
  return csv(rows, { ...told, library_version: result.library_version, link });
}

/** The value that was found with what it gives, and the next one, which misses the target. */
function solvedRows({ solve_for, quantity, value, limit, achieved, unsafe_neighbour: next }: CalibrateResult): Row[] {
  const unit = solve_for === "noise_multiplier" ? "clipping norm" : "1";
  const found = (name: string, estimate: number): Row => {
    const place = { at: "", at_value: null, lower: null, upper: null, kind: "" };
    return { ...place, quantity: name, estimate, method: "calibrated", unit };
  };
  return [
    found(solve_for, value),
    ...rowsOf({ limit }).map((row) => ({ ...row, unit })),
    ...rowsOf({ [quantity]: achieved }),
    ...(next
      ? [
          found(`unsafe_neighbour.${solve_for}`, next.value),
          ...rowsOf({ unsafe_neighbour: { [quantity]: next.achieved } }),
        ]
      : []),
  ];
}

function assumed(result: object): object {
  const { neighboring_relation, sampling, noise } = result as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries({ neighboring_relation, sampling, noise }).filter(([, value]) => value !== undefined),
  );
}

/** A simulation in the same columns; null while there is none. */
export function simulationCsv({ options, result }: MonteCarloState, link: string): string | null {
  if (!options || !result) return null;
  const { samples, seed, estimator, confidence, library_version } = result;
  return csv(rowsOf(figuresOf(result)), { ...options, samples, seed, estimator, confidence, library_version, link });
}

function figuresOf({ advantage, accuracy, tv_a, tpr, roc }: MonteCarloResult) {
  return { advantage, accuracy, tv_a, tpr, roc };
}

/** A long schedule, and the link that holds it, stand in the first row alone. */
const LONGEST_REPEATED = 2000;

function csv(rows: Row[], told: object): string {
  const extra = Object.entries(told).filter(([name]) => !(COLUMNS as readonly string[]).includes(name));
  const first = extra.map(([, value]) => cell(value));
  const rest = first.map((text) => (text.length > LONGEST_REPEATED ? "" : text));
  const lines = rows.map((row, at) => [...COLUMNS.map((name) => cell(row[name])), ...(at === 0 ? first : rest)]);
  return table([[...COLUMNS, ...extra.map(([name]) => name)], ...lines]);
}

/** The shortest digits that read back as the same number; lists as JSON. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return JSON.stringify(value, plainArrays);
  return String(value);
}

/** RFC 4180: a cell with a comma, a quote or a line break stands in quotes. */
export function table(rows: string[][]): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

const SERIES_COLUMNS = [
  "figure",
  "series",
  "x",
  "x_label",
  "y_label",
  "lower",
  "estimate",
  "upper",
  "kind",
  "theorem",
  "erratum",
];

/** A figure of a paper: a row for each point of each series. */
export function figureCsv({ figure, series, x, horizontal, vertical, ...rest }: PaperFigureResult): string {
  const cell = (value: unknown) => (value === null || value === undefined ? "" : String(value));
  const rows = series.flatMap(({ name, kind, theorem, erratum, lower, estimate, upper }) =>
    x.map((place, i) => [
      ...[figure, name, place, horizontal.label, vertical.label, lower[i], estimate[i], upper[i]],
      ...[kind, theorem, erratum, rest.parameters, rest.library_version],
    ]),
  );
  return table([[...SERIES_COLUMNS, "parameters", "library_version"], ...rows.map((row) => row.map(cell))]);
}
