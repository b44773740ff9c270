// The scores that are shipped as examples: 2,000 trainings by the laboratory's own DP-SGD, by the names that links call them by.
import type { Choices } from "../parameters/choices";
import type { Parameters } from "../parameters/table";
import { type ScoreSource, scoreSource } from "./scores";

export type ShippedScores = Exclude<Choices["scores_from"], "file">;

/** What the trainings were said to be; `npm test` makes the scores anew and compares them. */
export const SHIPPED_RUN = {
  noise_multiplier: 1,
  sample_rate: 0.2,
  num_steps: 50,
  history: null,
  neighboring_relation: "add_or_remove_one",
  sampling: "poisson",
  noise: "gaussian",
  group_size: 1,
} as const satisfies Partial<Parameters>;

const TEXTS: Record<ShippedScores, () => Promise<{ default: string }>> = {
  noise_kept: () => import("../../../data/audit/noise-kept.csv?raw"),
  noise_halved: () => import("../../../data/audit/noise-halved.csv?raw"),
};

const NAMES: Record<ShippedScores, string> = { noise_kept: "noise-kept.csv", noise_halved: "noise-halved.csv" };

const sources = new Map<ShippedScores, ScoreSource>();

/** Loaded when they are first asked for, and the same source from then on. */
export async function shippedScores(name: ShippedScores): Promise<ScoreSource> {
  const { default: text } = await TEXTS[name]();
  const source = sources.get(name) ?? scoreSource(new Blob([text]), NAMES[name]);
  sources.set(name, source);
  return source;
}
