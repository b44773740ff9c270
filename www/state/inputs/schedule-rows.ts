// The rows of the schedule editor: what is typed into each cell, and what it reads as.
import type { HistoryEntry } from "../../../src/boundary/wasm/core";
import { COLUMNS, MOST_PHASES } from "../files/schedule-columns";
import { type Parsed, parse, print } from "../parameters/table";

export interface Row {
  texts: [string, string, string];
  cells: [Parsed, Parsed, Parsed];
}

export type ScheduleAction =
  | { kind: "type"; row: number; column: number; text: string }
  | { kind: "add"; row: number }
  | { kind: "remove"; row: number }
  | { kind: "move"; row: number; by: -1 | 1 }
  | { kind: "replace"; history: HistoryEntry[] };

export function rowsOf(history: HistoryEntry[]): Row[] {
  return history.map((entry) => rowOf(entry.map(print) as Row["texts"]));
}

function rowOf(texts: Row["texts"]): Row {
  return { texts, cells: texts.map((text, i) => parse(COLUMNS[i] ?? "num_steps", text)) as Row["cells"] };
}

export function acted(rows: Row[], action: ScheduleAction): Row[] {
  switch (action.kind) {
    case "type": {
      const row = rows[action.row];
      if (!row) return rows;
      return rows.with(action.row, rowOf(row.texts.with(action.column, action.text) as Row["texts"]));
    }
    case "add": {
      const row = rows[action.row];
      return row && rows.length < MOST_PHASES ? rows.toSpliced(action.row + 1, 0, row) : rows;
    }
    case "remove":
      return rows.length > 1 ? rows.toSpliced(action.row, 1) : rows;
    case "move": {
      const [row, other] = [rows[action.row], rows[action.row + action.by]];
      return row && other ? rows.with(action.row, other).with(action.row + action.by, row) : rows;
    }
    case "replace":
      return rowsOf(action.history);
  }
}

/** The history, or the first thing wrong with it. */
export function historyOf(rows: Row[]): { ok: true; history: HistoryEntry[] } | { ok: false; message: string } {
  const history: HistoryEntry[] = [];
  for (const [i, { cells }] of rows.entries()) {
    const values: number[] = [];
    for (const cell of cells) {
      if (!cell.ok) return { ok: false, message: `history, row ${i + 1}: ${cell.message}` };
      values.push(cell.value);
    }
    history.push(values as HistoryEntry);
  }
  return { ok: true, history };
}
