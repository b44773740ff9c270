// The phases of a schedule as text: its columns, and places in it.
import type { HistoryEntry } from "../../../src/boundary/wasm/core";
import type { TextProblem } from "../parameters/text-problem";

/** The order of Opacus. */
export const COLUMNS = ["noise_multiplier", "sample_rate", "num_steps"] as const;

export type HistoryReading =
  | { ok: true; history: HistoryEntry[]; note: string }
  | { ok: false; problems: TextProblem[] };

export const MOST_PHASES = 10_000;
