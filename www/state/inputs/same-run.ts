// The two ways of giving the same run: switching between them changes nothing.
import type { CalibrateResult } from "../../../src/boundary/wasm/core";
import { epochsOf, rateOf, stepsOf } from "../questions/run";
import { chosen, type Inputs } from "./inputs";

export type RunKey = "batch_size" | "sample_rate" | "epochs" | "num_steps";

/** Gives the same run by another key, so that switching back and forth changes nothing. */
export function givenBy(inputs: Inputs, key: RunKey): Inputs {
  const { values } = inputs;
  switch (key) {
    case "sample_rate":
      return chosen(chosen(inputs, "batch_size", values.batch_size), key, Math.min(1, rateOf(values)));
    case "batch_size": {
      const kept = values.sample_rate === values.batch_size / values.dataset_size;
      const batch = kept ? values.batch_size : Math.max(1, Math.round(rateOf(values) * values.dataset_size));
      return chosen(chosen(inputs, "sample_rate", null), key, batch);
    }
    case "num_steps":
      return chosen(chosen(inputs, "epochs", values.epochs), key, stepsOf(values));
    case "epochs": {
      const kept = stepsOf({ ...values, num_steps: null }) === values.num_steps;
      return chosen(chosen(inputs, "num_steps", null), key, kept ? values.epochs : epochsOf(values));
    }
  }
}

/** The run with the value that was found, in the training view. */
export function adopted(inputs: Inputs, { solve_for, value }: CalibrateResult): Inputs {
  const single = chosen(chosen(inputs, "view", "training"), "history", null);
  const found = chosen(single, solve_for, value);
  // A batch size or a number of epochs is used only while no rate or count of its own is given.
  if (solve_for === "batch_size") return chosen(found, "sample_rate", null);
  return solve_for === "epochs" ? chosen(found, "num_steps", null) : found;
}
