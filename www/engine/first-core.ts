// The first numbers of a training run: a module a quarter as large as the whole one, with the same digits.
import init, { training } from "../../pkg/mi_bounds_first.js";
import type { Outcome, TrainingOptions, TrainingResult } from "../../src/boundary/wasm/core";
import { firstModule } from "./core-source";

let usable: Promise<boolean> = init({ module_or_path: firstModule() }).then(
  () => true,
  () => false,
);

/** Null where only the whole module can tell. */
export async function firstTraining(options: TrainingOptions): Promise<Outcome<TrainingResult> | null> {
  if (!(await usable)) return null;
  try {
    return training(options);
  } catch {
    // An instance that broke off is not asked again; the whole module says what is wrong.
    usable = Promise.resolve(false);
    return null;
  }
}
