// From the page's parameters to the options of the module, and between the two ways of giving a run.
import type { MonteCarloOptions, RunOptions, TrainingOptions } from "../../src/wasm";
import { chosen, type Inputs } from "./inputs";
import type { Parameters } from "./params";

const FPR_SHOWN = [0.001, 0.01, 0.1];
const ROC_POINTS = 121;

function runOptions(values: Parameters): RunOptions {
  const { noise_multiplier, sample_rate, batch_size, dataset_size, num_steps, epochs } = values;
  return {
    noise_multiplier,
    ...(sample_rate === null ? { batch_size, dataset_size } : { sample_rate }),
    ...(num_steps === null ? { epochs } : { num_steps }),
  };
}

export function trainingOptions(values: Parameters): TrainingOptions {
  return {
    ...runOptions(values),
    target_delta: deltaOf(values),
    prior: values.prior,
    fpr: FPR_SHOWN,
    roc_points: ROC_POINTS,
  };
}

export function monteCarloOptions(values: Parameters): MonteCarloOptions {
  return { ...runOptions(values), samples: values.samples, seed: values.seed };
}

export function deltaOf({ target_delta, dataset_size }: Parameters): number {
  return target_delta ?? Math.min(1e-5, 1 / dataset_size);
}

export function rateOf({ sample_rate, batch_size, dataset_size }: Parameters): number {
  return sample_rate ?? batch_size / dataset_size;
}

export function stepsOf(values: Parameters): number {
  return values.num_steps ?? Math.ceil(values.epochs / rateOf(values));
}

export function epochsOf(values: Parameters): number {
  return values.num_steps === null ? values.epochs : values.num_steps * rateOf(values);
}

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
