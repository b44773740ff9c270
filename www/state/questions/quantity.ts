// The quantities that can be swept and solved for: what each needs, and how it reads.
import type {
  CalibrateOptions,
  Quantity,
  QuantityOptions,
  RunOptions,
  SweepOptions,
} from "../../../src/boundary/wasm/core";
import { RUN_PARAMS } from "../parameters/run";
import type { Key, Name, Parameters } from "../parameters/table";
import {
  assumptions,
  deltaOf,
  epochSteps,
  lengthOptions,
  rateOf,
  rateOptions,
  runNames,
  runOptions,
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
  gdp_mu: { label: "GDP mu", takes: ["fpr_min", "fpr_max"], side: "at most", percent: false },
};

export function quantityOptions(quantity: Quantity, values: Parameters): QuantityOptions {
  const { prior, fpr, fpr_min, fpr_max } = values;
  switch (quantity) {
    case "tpr":
      return { fpr };
    case "precision":
      return { prior, fpr };
    case "accuracy":
      return { prior };
    case "epsilon":
      return { target_delta: deltaOf(values) };
    case "gdp_mu":
      return { fpr_range: [fpr_min, fpr_max] };
    default:
      return {};
  }
}

/** What a calibration asks with. A schedule has no one parameter to solve for: the single phase is used. */
export function calibrateOptions(values: Parameters): CalibrateOptions {
  const { solve_for, target } = values;
  return {
    solve_for,
    target: { [target]: values[target] },
    ...quantityOptions(target, values),
    ...withoutSolved(values),
  };
}

function withoutSolved(values: Parameters): RunOptions {
  const noise = values.solve_for === "noise_multiplier" ? {} : { noise_multiplier: values.noise_multiplier };
  const rest = { ...noise, ...assumptions(values) };
  switch (values.solve_for) {
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

export function calibrateNames(values: Parameters): Name[] {
  const { solve_for, target } = values;
  const solved: Record<typeof solve_for, Name[]> = {
    noise_multiplier: ["noise_multiplier"],
    sample_rate: ["sample_rate", "batch_size"],
    batch_size: ["sample_rate", "batch_size"],
    num_steps: ["num_steps", "epochs"],
    epochs: ["num_steps", "epochs"],
  };
  const run = runNames({ ...values, history: null }).filter((name) => !solved[solve_for].includes(name));
  return [target, ...QUANTITY[target].takes, "dataset_size", ...run];
}

const SWEEP_POINTS = 161;
const SWEEP_REACH = 12;

/** The values of a sweep: evenly spaced on a log axis around `centre`, inside of the range, `centre` among them. */
export function sweepValues(over: SweepOptions["over"], centre: number, points = SWEEP_POINTS, unit = 1): number[] {
  const { min, max, integer } = RUN_PARAMS[over].range;
  const half = Math.floor(points / 2);
  const step = Math.log(SWEEP_REACH) / half;
  const values = Array.from({ length: 2 * half + 1 }, (_, i) => {
    const value = i === half ? centre : centre * Math.exp((i - half) * step);
    return integer ? Math.max(1, Math.round(value / unit)) * unit : value;
  });
  return [...new Set(values.filter((value) => value >= Math.max(min, Number.MIN_VALUE) && value <= max))];
}

/** Null for a schedule: no one number of it could be varied. */
export function sweepOptions(values: Parameters): SweepOptions | null {
  const { sweep, over } = values;
  if (values.history) return null;
  return { quantity: sweep, ...sweptRun(values, over), ...quantityOptions(sweep, values) };
}

/** The quantity around the value that a calibration found. */
export function aroundOptions(values: Parameters, found: number): SweepOptions {
  const { solve_for, target } = values;
  const run: Parameters = { ...values, history: null };
  const { over, centre } = sweptBy(solve_for, values, found);
  return {
    quantity: target,
    ...sweptRun(run, over),
    values: sweepValues(over, centre, 121, stepUnit(run)),
    ...quantityOptions(target, values),
  };
}

/** The module sweeps rates and steps; a batch size or a number of epochs is one of these in another unit. */
export function sweptBy(solve_for: CalibrateOptions["solve_for"], values: Parameters, found: number) {
  const unit = sweepUnit(solve_for, values);
  if (solve_for === "batch_size") return { over: "sample_rate" as const, centre: Math.min(1, found * unit) };
  if (solve_for === "epochs") return { over: "num_steps" as const, centre: Math.max(1, Math.ceil(found * unit)) };
  return { over: solve_for, centre: found };
}

/** How much of what is swept is one unit of what is solved for. */
export function sweepUnit(solve_for: CalibrateOptions["solve_for"], values: Parameters): number {
  if (solve_for === "batch_size") return 1 / values.dataset_size;
  return solve_for === "epochs" ? epochSteps(values) : 1;
}

function sweptRun(values: Parameters, over: SweepOptions["over"]): Omit<SweepOptions, "quantity"> {
  const { noise_multiplier, sample_rate, batch_size, dataset_size, num_steps, epochs, ...rest } = runOptions(values);
  const noise = { noise_multiplier };
  const rate = sample_rate === undefined ? { batch_size, dataset_size } : { sample_rate };
  const length = num_steps === undefined ? { epochs } : { num_steps };
  switch (over) {
    case "noise_multiplier":
      return { over, values: sweepValues(over, values.noise_multiplier), ...rest, ...rate, ...length };
    case "sample_rate":
      return { over, values: sweepValues(over, Math.min(1, rateOf(values))), ...rest, ...noise, ...length };
    case "num_steps":
      return {
        over,
        values: sweepValues(over, stepsOf(values), SWEEP_POINTS, stepUnit(values)),
        ...rest,
        ...noise,
        ...rate,
      };
  }
}
