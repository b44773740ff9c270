// From the page's parameters to the options of the module.
import type {
  HistoryEntry,
  MonteCarloOptions,
  NeighboringRelation,
  RunOptions,
  Sampling,
  TrainingOptions,
} from "../../../src/boundary/wasm/core";
import { CHOICES } from "../parameters/choices";
import { rangeOf } from "../parameters/parameter";
import type { Name, Parameters } from "../parameters/table";

/** What describes a training run; the rest are questions about it. */
export const RUN_NAMES = [
  "dataset_size",
  "batch_size",
  "sample_rate",
  "epochs",
  "num_steps",
  "noise_multiplier",
  "group_size",
  "neighboring_relation",
  "sampling",
  "noise",
  "history",
] as const satisfies readonly Name[];

export type Run = Pick<Parameters, (typeof RUN_NAMES)[number]>;

export function runOf(values: Run): Run {
  return Object.fromEntries(RUN_NAMES.map((name) => [name, values[name]])) as unknown as Run;
}

const FPR_SHOWN = [0.001, 0.01, 0.1];
const ROC_POINTS = 121;
const SIMULATED_ROC_POINTS = 61;

/** The assumptions, where they are not the module's own defaults. */
export function assumptions(values: Run): RunOptions {
  const { neighboring_relation, sampling, noise, group_size } = values;
  return {
    ...(neighboring_relation === CHOICES.neighboring_relation.default ? {} : { neighboring_relation }),
    ...(sampling === CHOICES.sampling.default ? {} : { sampling }),
    ...(noise === CHOICES.noise.default ? {} : { noise }),
    ...(group_size === 1 ? {} : { group_size }),
  };
}

export function rateOptions({ sample_rate, batch_size, dataset_size }: Run): RunOptions {
  return sample_rate === null ? { batch_size, dataset_size } : { sample_rate };
}

export function lengthOptions({ num_steps, epochs }: Run): RunOptions {
  return num_steps === null ? { epochs } : { num_steps };
}

export function runOptions(values: Run): RunOptions {
  const { noise_multiplier, history } = values;
  if (history) return { history, ...assumptions(values) };
  return { noise_multiplier, ...rateOptions(values), ...lengthOptions(values), ...assumptions(values) };
}

/** The phases; a single run has one. */
export function scheduleOf(values: Run): HistoryEntry[] {
  return values.history ?? [[values.noise_multiplier, Math.min(1, rateOf(values)), stepsOf(values)]];
}

const ATTACK_RATE = rangeOf("attack_rate");

export function trainingOptions(values: Parameters): TrainingOptions {
  const { prior, fpr_min, fpr_max, flagged_share, attack_rate, at_epsilon, baseline } = values;
  return {
    ...runOptions(values),
    target_delta: deltaOf(values),
    prior,
    fpr: fprOf(values),
    roc_points: ROC_POINTS,
    fpr_range: [fpr_min, fpr_max],
    flagged_share,
    // Of an attack that names next to nobody there is no such figure.
    ...(attack_rate >= ATTACK_RATE.min ? { attack_rate } : {}),
    ...(at_epsilon === null ? {} : { epsilon: [at_epsilon] }),
    ...(baseline === null ? {} : { baseline: [baseline] }),
  };
}

/** The advantage alone, of the same run under other assumptions. */
export function besideOptions(values: Run, neighboring_relation: NeighboringRelation, sampling: Sampling) {
  return runOptions({ ...values, neighboring_relation, sampling });
}

export function monteCarloOptions(values: Parameters): MonteCarloOptions {
  const { samples, seed, width, prior, estimator } = values;
  return {
    ...runOptions(values),
    samples,
    seed,
    ...(estimator === "automatic" ? {} : { estimator }),
    ...(width === null ? {} : { width }),
    prior,
    fpr: fprOf(values),
    roc_points: SIMULATED_ROC_POINTS,
    histogram: true,
  };
}

/** What the simulation asks with. */
export function monteCarloNames(values: Parameters): Name[] {
  const questions: Name[] = ["samples", "seed", "width", "seconds", "workers", "prior", "fpr"];
  return [...runNames(values), "history", ...questions];
}

/** The rates at which an attacker is judged: three, and the reader's own. */
export function fprOf({ fpr }: Parameters): number[] {
  return FPR_SHOWN.includes(fpr) ? FPR_SHOWN : [...FPR_SHOWN, fpr];
}

/** The names that the run is given by; the other way of giving it may hold whatever it does. */
export function runNames(values: Run): Name[] {
  const assumed: Name[] = ["neighboring_relation", "sampling", "noise", "group_size"];
  if (values.history) return ["history", ...assumed];
  const rate: Name[] = values.sample_rate === null ? ["dataset_size", "batch_size"] : ["sample_rate"];
  return [...rate, values.num_steps === null ? "epochs" : "num_steps", "noise_multiplier", ...assumed];
}

/** What the training view asks with. */
export function trainingNames(values: Parameters): Name[] {
  const questions: Name[] = [
    "prior",
    "target_delta",
    "fpr",
    "fpr_min",
    "fpr_max",
    "flagged_share",
    "attack_rate",
    "at_epsilon",
    "baseline",
  ];
  return [...runNames(values), "dataset_size", "history", ...questions];
}

export function deltaOf({ target_delta, dataset_size }: Parameters): number {
  return target_delta ?? Math.min(1e-5, 1 / dataset_size);
}

export function rateOf({ sample_rate, batch_size, dataset_size }: Run): number {
  return sample_rate ?? batch_size / dataset_size;
}

/** Whether batches are cut from an epoch. */
function byEpoch({ sampling }: Run): boolean {
  return sampling === "shuffle" || sampling === "balls_and_bins";
}

/** Steps of one epoch: a whole number of batches where they are cut from it. */
export function epochSteps(values: Run): number {
  return byEpoch(values) ? stepsIn(1, rateOf(values)) : 1 / rateOf(values);
}

/** The unit in which steps are counted: where batches are cut from an epoch, all of one. */
export function stepUnit(values: Run): number {
  return byEpoch(values) ? epochSteps(values) : 1;
}

export function stepsOf(values: Run): number {
  return values.num_steps ?? stepsIn(values.epochs, 1 / epochSteps(values));
}

export function epochsOf(values: Run): number {
  return values.num_steps === null ? values.epochs : values.num_steps / epochSteps(values);
}

/** As the module counts: rounded up, and a quotient that is whole up to rounding is whole. */
function stepsIn(epochs: number, rate: number): number {
  const quotient = epochs / rate;
  const nearest = Math.round(quotient);
  return Math.abs(quotient - nearest) <= 4 * Number.EPSILON * quotient ? Math.max(1, nearest) : Math.ceil(quotient);
}
