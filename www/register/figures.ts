// The certified figures of the entries as they were computed on a day: written by scripts/figures.mjs, shown until the engine
// has answered.
import type { BaselineFigure, Figure, TprFigure } from "../../src/boundary/wasm/core";
import type { Entry } from "./entry";
import frozen from "./figures.json";

/** What the core says of one reading of an entry. */
export interface Reading {
  advantage: Figure;
  /** At a false positive rate of 0.1 %. */
  tpr: Pick<TprFigure, "fpr"> & Figure;
  /** What a guess that is right with that probability becomes. */
  baseline: Pick<BaselineFigure, "baseline"> & Figure;
  epsilon: Figure | null;
  /** What epsilon is taken at. */
  delta: number | null;
  assumed: readonly string[];
}

/** An entry with what is certified of it. */
export interface Row {
  entry: Entry;
  reading: Reading;
}

export const FROZEN: { date: string; library_version: string } = frozen;

/** As in the file, where each text stands once. */
type Stored = { theorem: number } & Omit<Figure, "theorem">;
interface StoredReading {
  advantage: Stored;
  tpr: Stored & { fpr: number };
  baseline: Stored & { baseline: number };
  epsilon: Stored | null;
  delta: number | null;
  assumed: number[];
}

const { texts, entries } = frozen as unknown as {
  texts: string[];
  entries: Record<string, { claimed: StoredReading; as_run: StoredReading | null }>;
};

/** The figures of the reading that the claim assumes, and of the run as it was, where that is known. */
export function frozenOf(id: string): { claimed: Reading; as_run: Reading | null } | null {
  const stored = entries[id];
  if (!stored) return null;
  return { claimed: reading(stored.claimed), as_run: stored.as_run && reading(stored.as_run) };
}

function reading({ advantage, tpr, baseline, epsilon, delta, assumed }: StoredReading): Reading {
  return {
    advantage: figure(advantage),
    tpr: { ...figure(tpr), fpr: tpr.fpr },
    baseline: { ...figure(baseline), baseline: baseline.baseline },
    epsilon: epsilon && figure(epsilon),
    delta,
    assumed: assumed.map((at) => texts[at] ?? ""),
  };
}

function figure(stored: Stored): Figure {
  return { ...stored, theorem: texts[stored.theorem] ?? "" };
}
