// Known settings to start from, those of the register that are presets. Loaded when the list is opened.
import { PRESETS } from "../register/presets";
import type { Choices } from "./parameters/choices";
import { defaults, type Parameters } from "./parameters/table";
import { runOfEntry } from "./published-run";

export interface StartingPoint {
  id: string;
  /** The views that it is for; the first opens where another view is open. */
  views: readonly Choices["view"][];
  label: string;
  /** What it is, a sentence. */
  what: string;
  /** Where its numbers stand. */
  source: string;
  /** What differs from the defaults. */
  set: Partial<Parameters>;
}

const RUN = ["training", "calibrate", "attributes"] as const;

export const STARTING_POINTS: readonly StartingPoint[] = PRESETS.map((entry) => ({
  id: entry.id,
  views: (entry.preset.views as StartingPoint["views"] | undefined) ?? RUN,
  label: entry.name,
  what: entry.what,
  source: entry.source.name,
  set: entry.kind === "setting" ? (entry.set as Partial<Parameters>) : runOfEntry(entry),
}));

export function startingPoints(view: Choices["view"]): readonly StartingPoint[] {
  return STARTING_POINTS.filter(({ views }) => views.includes(view));
}

/** The whole state: nothing of the state before shines through but the view, and what a calibration is after. */
export function valuesOf({ set }: StartingPoint, before: Parameters): Parameters {
  const { view, solve_for, target } = before;
  return { ...defaults(), view, solve_for, target, [target]: before[target], ...set };
}
