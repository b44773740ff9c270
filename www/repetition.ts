// A simulation for others to repeat: what was asked, what came out, and the lines that give the same digits.
import type { MonteCarloOptions, MonteCarloResult, TrainingResult } from "../src/wasm";
import type { MonteCarloState } from "./monte-carlo";

/** The same trainings again: as many as were added up, whatever ended the run. */
export function repeated(options: MonteCarloOptions, { samples, estimator }: MonteCarloResult): MonteCarloOptions {
  const { width: _, ...rest } = options;
  return { ...rest, samples, estimator };
}

/** JSON has no single quote that would end the argument, but a text in it might. */
function argument(options: MonteCarloOptions): string {
  return `'${JSON.stringify(options).replaceAll("'", "'\\''")}'`;
}

export function shellLine(options: MonteCarloOptions): string {
  return `mi-bounds monte-carlo ${argument(options)}`;
}

export function crateLine(options: MonteCarloOptions): string {
  return `cargo run --example repeat_monte_carlo -- ${argument(options)}`;
}

/** Null while there is nothing to repeat. */
export function record({ options, result, reason }: MonteCarloState, exact: TrainingResult | null): string | null {
  if (!options || !result) return null;
  const again = repeated(options, result);
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
