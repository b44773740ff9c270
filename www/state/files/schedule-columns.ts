// The phases of a schedule as text: its columns, and places in it.
import type { HistoryEntry } from "../../../src/wasm";

/** The order of Opacus. */
export const COLUMNS = ["noise_multiplier", "sample_rate", "num_steps"] as const;

/** Something wrong at a place of the text; lines and columns count from 1. */
export interface TextProblem {
  line: number;
  column: number;
  message: string;
}

export type HistoryReading =
  | { ok: true; history: HistoryEntry[]; note: string }
  | { ok: false; problems: TextProblem[] };

export const MOST_PHASES = 10_000;

/** Line and column of a character. */
export function placeOf(text: string, index: number): { line: number; column: number } {
  const before = text.slice(0, index);
  const line = before.split("\n").length;
  return { line, column: index - before.lastIndexOf("\n") };
}

export function inWords({ line, column, message }: TextProblem): string {
  return `Line ${line}, column ${column}: ${message}`;
}
