import type { Outcome, TrainingOptions, TrainingResult } from "./mi_bounds.js";

/** What `training` of the whole module returns, digit by digit; null where this module cannot tell. */
export function training(options: TrainingOptions): Outcome<TrainingResult> | null;
