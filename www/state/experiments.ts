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
  /** Options that are asked only where others have one of these texts, "" where they are left empty. */
  only?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** One training takes about half a second. */
const NETWORK: readonly Start[] = [
  ["layers", "1"],
  ["layer_width", "32", [4, 256]],
  ["num_steps", "100", [10, 2000]],
  ["sample_rate", "0.1", [0.001, 1]],
  ["seed", "1"],
];

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
      "A statistic of a random half of the records, or of the rows of a table, is published with noise, at five scales that are meant to give the same protection. The attacker knows all records and weighs all halves. A scale that suffices keeps it below the wanted advantage; a scale that is far too large hides the statistic as well.",
    fields: [
      ["records", "one_outlier"],
      ["table", "breast-cancer"],
      ["statistic", "mean"],
      ["quantile_level", "0.75"],
      ["column", "mean_radius"],
      ["predictors", "mean_texture, mean_smoothness"],
      ["dataset_size", "16", [4, 1000]],
      ["eta", "0.1", [0.01, 0.4]],
      ["trials", "20000", [1000, 1_000_000]],
      ["seed", "1"],
    ],
    only: {
      table: { records: ["table"] },
      column: { records: ["table"] },
      predictors: { records: ["table"], statistic: ["regression"] },
      quantile_level: { statistic: ["quantile"] },
    },
  },
  dependent_data: {
    title: "Records that depend on each other",
    question: "What is left of the promise if all members come from one group?",
    about:
      "All members of a training come from one of several subpopulations, non-members from any. What is proved is for independent records. The attacks look at the loss, or learn from shadow models; here they may find more than that, which is the point.",
    fields: [
      ["noise_multiplier", "4, 8, 16"],
      ["subpopulations", "10", [2, 100]],
      ["dataset_size", "500", [50, 10_000]],
      ["trainings", "80", [4, 1000]],
      ["shadow_models", "1", [1, 20]],
      ...NETWORK,
    ],
  },
  biased_split: {
    title: "Members of another kind",
    question: "What if members and non-members differ to begin with?",
    about:
      "A table is split so that members are of one kind and non-members of another: by a value, or by clusters of each class. Beside it stands a random split, for which the promise holds.",
    fields: [
      ["table", "breast-cancer"],
      ["label", "diagnosis"],
      ["split_column", ""],
      ["split_value", ""],
      ["noise_multiplier", "1, 4, 16"],
      ["dataset_size", "200", [50, 10_000]],
      ["trainings", "80", [4, 1000]],
      ["shadow_models", "1", [1, 20]],
      ...NETWORK,
    ],
  },
  sampling: {
    title: "A data set that is itself drawn",
    question: "Does it help if most people were never in the data?",
    about:
      "Each record is a member with a probability. LiRA and the attacks P and R name those that they take for members; how often they are right falls with that probability, as the bounds say, and so does the accuracy of the model. Along an iso-bound each probability has the noise at which the same positive accuracy is proved.",
    fields: [
      ["table", "digits"],
      ["label", "digit"],
      ["sampling_probability", "0.1, 0.5, 0.9"],
      ["positive_accuracy", ""],
      ["noise_multiplier", "1"],
      ["dataset_size", "400", [50, 10_000]],
      ["reference_models", "8", [2, 200]],
      ["trainings", "100", [2, 1000]],
      ...NETWORK,
    ],
    only: { noise_multiplier: { positive_accuracy: [""] }, paired: { positive_accuracy: [""] } },
  },
  trade_off: {
    title: "Accuracy against advantage",
    question: "What does privacy cost here?",
    about:
      "The same network is trained with more and more noise. For each, how often it is right about new records, beside the largest advantage that any attacker has against that training.",
    fields: [
      ["table", "digits"],
      ["label", "digit"],
      ["noise_multiplier", "0.5, 1, 2, 4, 8"],
      ["clipping_norms", "1"],
      ["sample_rates", "0.1"],
      ["dataset_size", "1000", [50, 10_000]],
      ["trainings", "40", [2, 1000]],
      ["layers", "1"],
      ["layer_width", "32", [4, 256]],
      ["num_steps", "100", [10, 2000]],
      ["seed", "1"],
    ],
  },
  instrumented: {
    title: "What an attribute moves",
    question: "How far does the value of one column move the training?",
    about:
      "DP-SGD that looks, at every step, how far apart the gradients of a record are under each value of a sensitive column. The largest distance bounds what the training reveals about that column; it is less than what it reveals about membership.",
    fields: [
      ["table", "health-insurance"],
      ["label", "health"],
      ["sensitive_column", "limitation"],
      ["noise_multiplier", "2"],
      ["dataset_size", "200", [50, 5000]],
      ["trainings", "2", [1, 100]],
      ...NETWORK,
    ],
  },
};
