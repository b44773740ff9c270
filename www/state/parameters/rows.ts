// Lists of rows of numbers as text: what a guarantee of Rényi differential privacy says, and counts at several thresholds.
import type { Range } from "../../../src/boundary/wasm/core";
import { readNumber } from "./number-text";
import { outside, print, quoted, rangeOf } from "./parameter";
import { inWords, type TextProblem } from "./text-problem";

/** Order (above 1) and the divergence that is guaranteed at it. */
export type RdpPair = [order: number, epsilon: number];

/** Members named and tried, non-members named and tried, at one threshold. */
export type ThresholdRow = [true_positives: number, positives: number, false_positives: number, negatives: number];

export interface Rows {
  /** Orders and divergences of a guarantee of Rényi differential privacy. */
  rdp: RdpPair[];
  /** Counts at thresholds that were fixed before. */
  thresholds: ThresholdRow[];
}

export type RowsKey = keyof Rows;

interface Column {
  name: string;
  range: Range;
  /** What a header may call it. */
  header: readonly string[];
}

interface List {
  columns: readonly Column[];
  /** What each line holds. */
  line: string;
  row: string;
  most: number;
  start: readonly number[][];
  /** Why numbers that are good by themselves do not go together. */
  together?: (row: number[]) => { column: number; message: string } | null;
}

const COUNT = rangeOf("count");
const TRIALS = rangeOf("trials");

export const LISTS: Record<RowsKey, List> = {
  rdp: {
    columns: [
      { name: "order", range: rangeOf("rdp_order"), header: ["order", "alpha"] },
      { name: "epsilon", range: rangeOf("guarantee"), header: ["epsilon", "divergence"] },
    ],
    line: "an order and an epsilon",
    row: "pairs",
    most: 200,
    // Gaussian noise of twice the sensitivity: order / 8.
    start: [2, 4, 8, 16, 32, 64].map((order) => [order, order / 8]),
  },
  thresholds: {
    columns: [
      { name: "true_positives", range: COUNT, header: ["tp", "true_positives"] },
      { name: "positives", range: TRIALS, header: ["p", "positives", "members"] },
      { name: "false_positives", range: COUNT, header: ["fp", "false_positives"] },
      { name: "negatives", range: TRIALS, header: ["n", "negatives", "non_members"] },
    ],
    line: "TP, P, FP and N",
    row: "rows",
    most: 100,
    // The best attacker on the start values' run with half its noise, on 2000 of each, at three rates.
    start: [
      [75, 2000, 2, 2000],
      [271, 2000, 20, 2000],
      [878, 2000, 200, 2000],
    ],
    together: ([tp = 0, p = 0, fp = 0, n = 0]) => {
      if (tp > p)
        return { column: 1, message: `true_positives is ${print(tp)}; it must be at most positives, ${print(p)}` };
      if (fp > n)
        return { column: 3, message: `false_positives is ${print(fp)}; it must be at most negatives, ${print(n)}` };
      return null;
    },
  },
};

export const ROWS_KEYS = Object.keys(LISTS) as RowsKey[];

export function isRowsKey(name: string): name is RowsKey {
  return Object.hasOwn(LISTS, name);
}

export function startRows(): Rows {
  return Object.fromEntries(ROWS_KEYS.map((key) => [key, LISTS[key].start])) as unknown as Rows;
}

/** As a person writes it: a row in each line. */
export function rowsText(rows: readonly number[][]): string {
  return rows.map((row) => row.map(print).join(", ")).join("\n");
}

/** As the link has it: rows separated by semicolons. */
export function writeRows(rows: readonly number[][]): string {
  return rows.map((row) => row.map(print).join(",")).join(";");
}

export type RowsReading<K extends RowsKey> = { ok: true; value: Rows[K] } | { ok: false; message: string };

/** Reads either, and what is copied from a spreadsheet, with or without a header; lines and columns of a refusal count from 1. */
export function readRows<K extends RowsKey>(key: K, text: string): RowsReading<K> {
  const { columns, line: expected, row: called, most, together } = LISTS[key];
  const refused = (problem: TextProblem): RowsReading<K> => ({ ok: false, message: `${key}, ${inWords(problem)}` });
  let places = columns.map((_, i) => i);
  let headed = false;
  const rows: number[][] = [];
  for (const [i, line] of text.split(/[;\r\n]+/).entries()) {
    if (line.trim() === "") continue;
    if (rows.length === most) return { ok: false, message: `${key} has more than ${most} ${called}` };
    const cells = cellsOf(line);
    if (rows.length === 0 && !headed && isHeader(cells, columns)) {
      headed = true;
      const found = columns.map(({ header }) => cells.findIndex((cell) => header.includes(plain(cell))));
      if (found.includes(-1) || cells.length !== columns.length)
        return refused({ line: i + 1, column: 1, message: `${quoted(line)} is not a header of ${expected}` });
      places = found;
      continue;
    }
    if (cells.length !== columns.length)
      return refused({ line: i + 1, column: 1, message: `${quoted(line)} is not ${expected}` });
    const row: number[] = [];
    for (const [column, { name, range }] of columns.entries()) {
      const place = places[column] ?? column;
      const reading = readNumber(cells[place] ?? "", range.integer);
      const problem = reading.ok ? outside(name, reading.value, range) : `${name} ${reading.problem}`;
      if (problem) return refused({ line: i + 1, column: place + 1, message: problem });
      if (reading.ok) row.push(reading.value);
    }
    const amiss = together?.(row);
    if (amiss) return refused({ line: i + 1, ...amiss });
    rows.push(row);
  }
  if (rows.length === 0) return { ok: false, message: `${key} is empty: write ${expected} in each line` };
  return { ok: true, value: rows as Rows[K] };
}

/** Where there is a tab, it alone separates: numbers of a spreadsheet may hold commas. */
function cellsOf(line: string): string[] {
  const cells = line.includes("\t") ? line.split("\t").map((cell) => cell.trim()) : line.split(/[, ]+/);
  return cells.filter(Boolean);
}

function isHeader(cells: string[], columns: readonly Column[]): boolean {
  const known = columns.flatMap(({ header }) => header);
  return cells.some((cell) => known.includes(plain(cell))) && cells.every((cell) => !readNumber(cell, false).ok);
}

function plain(cell: string): string {
  return cell.toLowerCase().replaceAll(/["']/g, "").replaceAll(/[ -]/g, "_");
}
