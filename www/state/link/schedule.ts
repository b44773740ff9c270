// A schedule in the link: phases separated by semicolons, the numbers of each by commas, in the order of Opacus.
import type { HistoryEntry } from "../../../src/boundary/wasm/core";
import { COLUMNS, MOST_PHASES } from "../files/schedule-columns";
import { parse, print } from "../parameters/table";

/** A long schedule is written at every drawing of the page, but changes rarely. */
const written = new WeakMap<HistoryEntry[], string>();

export function writeSchedule(history: HistoryEntry[]): string {
  const text = written.get(history) ?? history.map((entry) => entry.map(print).join(",")).join(";");
  written.set(history, text);
  return text;
}

export function readSchedule(text: string): { ok: true; value: HistoryEntry[] } | { ok: false; message: string } {
  const phases = text.split(";");
  if (phases.length > MOST_PHASES) {
    return { ok: false, message: `history has ${phases.length} phases; allowed is from 1 up to ${MOST_PHASES}` };
  }
  const history: HistoryEntry[] = [];
  for (const [i, phase] of phases.entries()) {
    const cells = phase.split(",");
    if (cells.length !== COLUMNS.length) {
      return { ok: false, message: `history, phase ${i + 1}: not ${COLUMNS.join(", ")}` };
    }
    const entry: number[] = [];
    for (const [column, key] of COLUMNS.entries()) {
      const parsed = parse(key, cells[column] ?? "");
      if (!parsed.ok) return { ok: false, message: `history, phase ${i + 1}: ${parsed.message}` };
      entry.push(parsed.value);
    }
    history.push(entry as HistoryEntry);
  }
  return { ok: true, value: history };
}
