// The words of the setting, one table each: what the module calls a value, and how the page says it.
import type { NeighboringRelation, Noise, Sampling } from "../../../src/boundary/wasm/core";

interface Words {
  /** Beside its control. */
  option: string;
  /** At the head of a row or a column. */
  brief: string;
  /** In a name of a run, where what is usual is left out. */
  name: string;
  /** In a sentence. */
  phrase: string;
}

export const RELATIONS: Record<
  NeighboringRelation,
  Words & { adjacency: string; difference: string; assumed: string }
> = {
  add_or_remove_one: {
    option: "add or remove one record",
    brief: "add or remove",
    name: "",
    phrase: "add or remove one record",
    adjacency: "add-or-remove-one",
    difference: "one of them has one more record",
    assumed: "add or remove one",
  },
  replace_one: {
    option: "replace one record (a sampled step shifts by up to twice the clipping norm)",
    brief: "replace",
    name: "replace one",
    phrase: "replace one record by another",
    adjacency: "replace-one",
    difference: "one record is exchanged for another",
    assumed: "replace one",
  },
  replace_special: {
    option: "zero out one record",
    brief: "zero out",
    name: "zero out one",
    phrase: "replace one record by an empty one (zero-out)",
    adjacency: "zero-out",
    difference: "one record is made empty",
    assumed: "zero out one",
  },
};

export const SAMPLINGS: Record<Sampling, Words> = {
  poisson: {
    option: "Poisson: each record by its own coin toss",
    brief: "Poisson",
    name: "",
    phrase: "Poisson sampling",
  },
  without_replacement: {
    option: "fixed size, without replacement",
    brief: "without replacement",
    name: "fixed-size batches",
    phrase: "batches of fixed size, without replacement",
  },
  shuffle: { option: "shuffled epochs", brief: "shuffled", name: "shuffled epochs", phrase: "shuffled epochs" },
  balls_and_bins: {
    option: "balls and bins: each record in one step of each epoch",
    brief: "balls and bins",
    name: "balls and bins",
    phrase: "balls and bins",
  },
};

export const NOISES: Record<Noise, Pick<Words, "option" | "name">> = {
  gaussian: { option: "Gaussian", name: "" },
  laplace: { option: "Laplace", name: "Laplace noise" },
};

/** A sample rate of 1 is no sampling. */
export function samplingInWords(sampling: Sampling | "none"): string {
  return sampling === "none" ? "every record in every step" : SAMPLINGS[sampling].phrase;
}

/** The options of a control from such a table. */
export function optionsFrom<K extends string>(words: Record<K, { option: string }>): Record<K, string> {
  const options = Object.entries<{ option: string }>(words).map(([value, { option }]) => [value, option]);
  return Object.fromEntries(options) as Record<K, string>;
}
