// The experiments of the laboratory, each with its question and where its controls begin. What an option means, and what is
// allowed, is said by the module: a new experiment is one more entry here.

/** The option, as text, with which it begins, and the ends of its slider. */
type Start = readonly [name: string, start: string, slider?: readonly [least: number, most: number]];

export interface ExperimentPage {
  title: string;
  question: string;
  /** What is done, in a sentence or two. */
  about: string;
  /** In the order of the form; other options stand below, left to the module until they are set. */
  fields: readonly Start[];
}

export const EXPERIMENTS: Readonly<Record<string, ExperimentPage>> = {
  gaussian_game: {
    title: "The Gaussian game",
    question: "Does an attacker reach the proved curve?",
    about:
      "Each training adds up noisy gradients in one dimension, with the record or without. The attacker weighs them by the likelihood ratio, which is the best there is: what it finds should lie on the curve, not below.",
    fields: [
      ["noise_multiplier", "0.5, 1, 2, 4"],
      ["sample_rate", "0.1", [0.001, 1]],
      ["num_steps", "30", [1, 1000]],
      ["trials", "20000", [1000, 2_000_000]],
      ["seed", "1"],
    ],
  },
  one_hot: {
    title: "One-hot records",
    question: "What is left for whoever sees only the final model?",
    about:
      "Logistic regression on records that are one coordinate each, with random labels. In the games OIG and YIG the attacker sees every step, in OFM and YFM the final model alone; the more coordinates, the less the other records hide the one that is asked about.",
    fields: [
      ["noise_multiplier", "0.5, 1, 2, 4"],
      ["dimension", "2000", [2000, 100_000]],
      ["trainings", "1000", [100, 100_000]],
      ["dataset_size", "1000", [10, 10_000]],
      ["sample_rate", "0.1", [0.001, 1]],
      ["num_steps", "50", [1, 1000]],
      ["seed", "1"],
    ],
  },
  noise: {
    title: "Noise on a statistic",
    question: "How much noise hides who was drawn?",
    about:
      "A statistic of a random half of the records is published with noise, at four scales that are meant to give the same protection. The attacker knows all records and weighs all halves. A scale that suffices keeps it below the wanted advantage; a scale that is far too large hides the statistic as well.",
    fields: [
      ["records", "one_outlier"],
      ["statistic", "mean"],
      ["dataset_size", "16", [4, 1000]],
      ["eta", "0.1", [0.01, 0.4]],
      ["trials", "20000", [1000, 1_000_000]],
      ["seed", "1"],
    ],
  },
};
