// A simulation for others to repeat: what was asked, what came out, and the lines that give the same digits.
import type { MonteCarloOptions, MonteCarloResult, TrainingResult } from "../../src/boundary/wasm/core";
import type { MonteCarloState } from "../answers/simulation";
import type { Reason } from "../answers/simulation-run";

/**
 * The same trainings again: a width ends a run at the same place everywhere; time and patience do not, and the number of
 * trainings stands for them.
 */
export function repeated(
  options: MonteCarloOptions,
  { samples, estimator }: MonteCarloResult,
  reason: Reason | null,
): MonteCarloOptions {
  const cut = reason === "time" || reason === "cancelled";
  return { ...options, estimator, ...(cut ? { samples } : {}) };
}

/** JSON has no single quote that would end the argument, but a text in it might. */
function argument(options: MonteCarloOptions): string {
  return `'${JSON.stringify(options).replaceAll("'", "'\\''")}'`;
}

export function shellLine(options: MonteCarloOptions): string {
  return `mi-bounds monte-carlo ${argument(options)}`;
}

export function crateLine(options: MonteCarloOptions): string {
  return `cargo run --release --example repeat_monte_carlo -- ${argument(options)}`;
}

/** Null while there is nothing to repeat. */
export function record({ options, result, reason }: MonteCarloState, exact: TrainingResult | null): string | null {
  if (!options || !result) return null;
  const again = repeated(options, result, reason);
  const { advantage, accuracy, tpr } = exact ?? {};
  return JSON.stringify(
    {
      library_version: result.library_version,
      parameters: options,
      seed: result.seed,
      estimator: result.estimator,
      samples: result.samples,
      stopped_by: reason,
      result,
      exact: exact ? { advantage, accuracy, tpr } : null,
      repeat: { parameters: again, shell: shellLine(again), crate: crateLine(again) },
    },
    null,
    2,
  );
}
