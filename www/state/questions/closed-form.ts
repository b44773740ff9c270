// What the closed form of Bayes security is asked with, and the runs that it is not defined for.
import type { BayesSecurityOptions, CalibrateOptions } from "../../../src/boundary/wasm/core";
import type { Parameters } from "../parameters/table";
import { calibrateOptions } from "./quantity";
import { deltaOf, fprOf, runOptions } from "./run";

/** The same run with a schedule whose phases are alike written as one; null where they differ. */
export function asOnePhase(values: Parameters): Parameters | null {
  const { history } = values;
  const [first] = history ?? [];
  if (!history || !first) return values;
  const [noise_multiplier, sample_rate] = first;
  if (history.some(([noise, rate]) => noise !== noise_multiplier || rate !== sample_rate)) return null;
  const num_steps = history.reduce((sum, [, , steps]) => sum + steps, 0);
  return { ...values, noise_multiplier, sample_rate, num_steps, history: null };
}

/** Why there is no closed form for the run, in a sentence; null where there is one. */
export function whyUndefined(values: Parameters): string | null {
  const { noise, sampling, group_size } = values;
  const only = "The closed form is not defined for this run: it is known only";
  if (noise !== "gaussian") return `${only} for Gaussian noise.`;
  if (sampling !== "poisson")
    return `${only} for Poisson sampling, where each record joins a step by its own coin toss.`;
  if (group_size !== 1) return `${only} for one record, not for a group of ${group_size}.`;
  return asOnePhase(values) ? null : `${only} for one phase, and the settings of this run change on the way.`;
}

/** Null where it is not defined. */
export function bayesSecurityOptions(values: Parameters): BayesSecurityOptions | null {
  const run = whyUndefined(values) === null ? asOnePhase(values) : null;
  if (!run) return null;
  const { target_bayes_security } = values;
  return {
    ...runOptions(run),
    fpr: fprOf(values),
    target_delta: deltaOf(values),
    ...(target_bayes_security === null ? {} : { target_bayes_security }),
  };
}

/** The least noise that really keeps to the target; null where no target is set. */
export function securityNoiseOptions(values: Parameters): CalibrateOptions | null {
  const run = whyUndefined(values) === null ? asOnePhase(values) : null;
  const { target_bayes_security: bayes_security } = values;
  if (!run || bayes_security === null) return null;
  return calibrateOptions({ ...run, solve_for: "noise_multiplier", target: "bayes_security", bayes_security });
}
