// What a calibration found, put into the parameters of the run.
import type { CalibrateResult } from "../../../src/boundary/wasm/core";
import { chosen, type Inputs } from "./inputs";

/** The run with the value that was found, in the training view. */
export function adopted(inputs: Inputs, { solve_for, value }: CalibrateResult): Inputs {
  const single = chosen(chosen(inputs, "view", "training"), "history", null);
  const found = chosen(single, solve_for, value);
  // A batch size or a number of epochs is used only while no rate or count of its own is given.
  if (solve_for === "batch_size") return chosen(found, "sample_rate", null);
  return solve_for === "epochs" ? chosen(found, "num_steps", null) : found;
}
