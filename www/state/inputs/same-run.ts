// The two ways of giving the same run: switching between them changes nothing.
import type { CalibrateResult, HistoryEntry } from "../../../src/boundary/wasm/core";
import { epochsOf, rateOf, scheduleOf, stepsOf } from "../questions/run";
import { chosen, type Inputs, scheduled } from "./inputs";

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
  const opened = chosen(inputs, "view", "training");
  if (solve_for === "noise_factor") return withNoise(opened, value);
  if (solve_for === "prior") return chosen(opened, solve_for, value);
  const single = chosen(opened, "history", null);
  const found = chosen(single, solve_for, value);
  // A batch size or a number of epochs is used only while no rate or count of its own is given.
  if (solve_for === "batch_size") return chosen(found, "sample_rate", null);
  return solve_for === "epochs" ? chosen(found, "num_steps", null) : found;
}

/** The schedule with its noise multiplied. */
function withNoise(inputs: Inputs, factor: number): Inputs {
  const history = scheduleOf(inputs.values).map(([noise, rate, steps]): HistoryEntry => [factor * noise, rate, steps]);
  return scheduled(inputs, { kind: "replace", history });
}
