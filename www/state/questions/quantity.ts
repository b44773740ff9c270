// The quantities that can be swept and solved for: what each needs, and how it reads.
import type {
  CalibrateOptions,
  HistoryEntry,
  Quantity,
  QuantityOptions,
  RunOptions,
  SolveFor,
  SweepOptions,
} from "../../../src/boundary/wasm/core";
import { CHOICES } from "../parameters/choices";
import { RUN_PARAMS } from "../parameters/run";
import { type Key, type Name, PARAMS, type Parameters } from "../parameters/table";
import { overlayOptions } from "./overlay";
import {
  assumptions,
  deltaOf,
  epochSteps,
  lengthOptions,
  type Run,
  rateOf,
  rateOptions,
  runNames,
  runOptions,
  scheduleOf,
  stepsOf,
  stepUnit,
} from "./run";

interface QuantityWords {
  /** For an axis. */
  label: string;
  /** The numbers it takes beside its own target. */
  takes: Key[];
  /** A high Bayes security is the safe one. */
  side: "at most" | "at least";
  percent: boolean;
}

export const QUANTITY: Record<Quantity, QuantityWords> = {
  advantage: { label: "advantage", takes: [], side: "at most", percent: false },
  bayes_security: { label: "Bayes security", takes: [], side: "at least", percent: false },
  epsilon: { label: "epsilon", takes: ["target_delta"], side: "at most", percent: false },
  tpr: { label: "TPR", takes: ["fpr"], side: "at most", percent: true },
  precision: { label: "precision", takes: ["prior", "fpr"], side: "at most", percent: true },
  accuracy: { label: "accuracy", takes: ["prior"], side: "at most", percent: true },
  eta: { label: "eta", takes: ["prior"], side: "at most", percent: false },
  positive_accuracy: {
    label: "positive accuracy",
    takes: ["prior", "attack_rate"],
    side: "at most",
    percent: true,
  },
  gdp_mu: { label: "GDP mu", takes: ["fpr_min", "fpr_max"], side: "at most", percent: false },
};

export function quantityOptions(quantity: Quantity, values: Parameters): QuantityOptions {
  const { prior, fpr, attack_rate, fpr_min, fpr_max } = values;
  switch (quantity) {
    case "tpr":
      return { fpr };
    case "precision":
      return { prior, fpr };
    case "accuracy":
    case "eta":
      return { prior };
    case "positive_accuracy":
      return { prior, attack_rate };
    case "epsilon":
      return { target_delta: deltaOf(values) };
    case "gdp_mu":
      return { fpr_range: [fpr_min, fpr_max] };
    default:
      return {};
  }
}

/** What is solved for: the prior only of what grows with it; else, of a schedule, the factor on its noise, since its phases share
 *  no one number. */
export function solvedFor({ history, solve_for, target }: Parameters): SolveFor {
  if (solve_for === "prior" && growsWithPrior(target)) return solve_for;
  if (history) return "noise_factor";
  return solve_for === "prior" ? CHOICES.solve_for.default : solve_for;
}

/** Whether the prior can be solved for. */
export function growsWithPrior(quantity: Quantity): boolean {
  return quantity === "precision" || quantity === "positive_accuracy";
}

/** The names in which what is solved for could be given. */
export const SOLVED: Record<SolveFor, readonly Name[]> = {
  noise_factor: [],
  prior: ["prior"],
  noise_multiplier: ["noise_multiplier"],
  sample_rate: ["sample_rate", "batch_size"],
  batch_size: ["sample_rate", "batch_size"],
  num_steps: ["num_steps", "epochs"],
  epochs: ["num_steps", "epochs"],
};

/** What a calibration asks with. */
export function calibrateOptions(values: Parameters): CalibrateOptions {
  const { target } = values;
  const solve_for = solvedFor(values);
  return {
    solve_for,
    target: { [target]: values[target] },
    ...openOptions(target, values, solve_for),
    ...runWithout(values, solve_for),
  };
}

/** What a quantity needs but for what is solved for or swept. */
function openOptions(quantity: Quantity, values: Parameters, open: SolveFor): QuantityOptions {
  const { prior, ...rest } = quantityOptions(quantity, values);
  return open === "prior" || prior === undefined ? rest : { prior, ...rest };
}

/** The run but for what is solved for or swept. */
function runWithout(values: Parameters, open: SolveFor): RunOptions {
  const noise = open === "noise_multiplier" ? {} : { noise_multiplier: values.noise_multiplier };
  const rest = { ...noise, ...assumptions(values) };
  switch (open) {
    case "noise_factor":
      return { history: scheduleOf(values), ...assumptions(values) };
    case "prior":
      return runOptions(values);
    case "noise_multiplier":
      return { ...rest, ...rateOptions(values), ...lengthOptions(values) };
    case "sample_rate":
      return { ...rest, ...lengthOptions(values) };
    case "batch_size":
      return { ...rest, dataset_size: values.dataset_size, ...lengthOptions(values) };
    case "num_steps":
    case "epochs":
      return { ...rest, ...rateOptions(values) };
  }
}

/** The numbers that the target takes beside its own and what is solved for. */
export function takenBy(values: Parameters): Key[] {
  const solved = SOLVED[solvedFor(values)];
  return QUANTITY[values.target].takes.filter((name) => !solved.includes(name));
}

export function calibrateNames(values: Parameters): Name[] {
  const { target } = values;
  const solved = SOLVED[solvedFor(values)];
  const run = runNames(values).filter((name) => !solved.includes(name));
  return [target, ...takenBy(values), "dataset_size", ...run];
}

const SWEEP_POINTS = 161;
const AROUND_POINTS = 121;
const SWEEP_REACH = 12;

type OneNumber = Exclude<SweepOptions["over"], "noise_factor">;

/** What varies of a run itself. */
export type SweptRun = Exclude<SweepOptions["over"], "prior">;

/** The values of a sweep: evenly spaced on a log axis around `centre`, inside of the range, `centre` among them. */
export function sweepValues(over: OneNumber, centre: number, points = SWEEP_POINTS, unit = 1): number[] {
  const { min, max, integer } = PARAMS[over].range;
  const values = spread(centre, points).map((value) =>
    integer ? Math.max(1, Math.round(value / unit)) * unit : value,
  );
  return [...new Set(values.filter((value) => value >= Math.max(min, Number.MIN_VALUE) && value <= max))];
}

/** Factors around `centre` that keep the noise of each phase in its range. */
export function factorValues(history: HistoryEntry[], centre: number, points = SWEEP_POINTS): number[] {
  const { min, max } = RUN_PARAMS.noise_multiplier.range;
  return spread(centre, points).filter((factor) =>
    history.every(([noise]) => factor * noise >= min && factor * noise <= max),
  );
}

function spread(centre: number, points: number): number[] {
  const half = Math.floor(points / 2);
  const step = Math.log(SWEEP_REACH) / half;
  return Array.from({ length: 2 * half + 1 }, (_, i) => (i === half ? centre : centre * Math.exp((i - half) * step)));
}

/** What is varied: beside a schedule the factor on the noise, which a single run has too. */
export function sweptOver({ history, over }: Parameters, runB: Run | null): SweptRun {
  return history || runB?.history ? "noise_factor" : over;
}

export function sweepOptions(values: Parameters, over = sweptOver(values, null)): SweepOptions {
  const { sweep } = values;
  return {
    quantity: sweep,
    over,
    values: sweptValues(values, over),
    ...runWithout(values, over),
    ...quantityOptions(sweep, values),
    ...overlayOptions(values, over),
  };
}

/** The quantity around the value that a calibration found. */
export function aroundOptions(values: Parameters, found: number): SweepOptions {
  const { target } = values;
  const { over, centre } = sweptBy(solvedFor(values), values, found);
  const near =
    over === "noise_factor"
      ? factorValues(scheduleOf(values), centre, AROUND_POINTS)
      : sweepValues(over, centre, AROUND_POINTS, stepUnit(values));
  return { quantity: target, over, values: near, ...runWithout(values, over), ...openOptions(target, values, over) };
}

/** The module sweeps rates and steps; a batch size or a number of epochs is one of these in another unit. */
export function sweptBy(solve_for: SolveFor, values: Parameters, found: number) {
  const unit = sweepUnit(solve_for, values);
  if (solve_for === "batch_size") return { over: "sample_rate" as const, centre: Math.min(1, found * unit) };
  if (solve_for === "epochs") return { over: "num_steps" as const, centre: Math.max(1, Math.ceil(found * unit)) };
  return { over: solve_for, centre: found };
}

/** How much of what is swept is one unit of what is solved for. */
export function sweepUnit(solve_for: SolveFor, values: Parameters): number {
  if (solve_for === "batch_size") return 1 / values.dataset_size;
  return solve_for === "epochs" ? epochSteps(values) : 1;
}

/** The values of a sweep around the run as it stands. */
function sweptValues(values: Parameters, over: SweptRun): number[] {
  switch (over) {
    case "noise_factor":
      return factorValues(scheduleOf(values), 1);
    case "noise_multiplier":
      return sweepValues(over, values.noise_multiplier);
    case "sample_rate":
      return sweepValues(over, Math.min(1, rateOf(values)));
    case "num_steps":
      return sweepValues(over, stepsOf(values), SWEEP_POINTS, stepUnit(values));
  }
}
