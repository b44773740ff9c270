// The terms of the page: what the Method view lists and the question marks explain.
import type { Name } from "../state/parameters/table";

export interface Term {
  name: string;
  /** Plain text, a sentence or more. */
  means: string;
  /** What its values mean, by computed examples; the tests compute them again. */
  values?: string;
}

const RUN = "With 256 of 60,000 records a step and 15 epochs";

export const GLOSSARY = {
  exact: {
    name: "Exact, certified",
    means: "The true value lies in the interval shown; rounding errors are included in it.",
  },
  interval: {
    name: "Certified interval",
    means:
      "The true value lies between the two ends, which are too far apart for three digits. The end on the safe side comes first.",
  },
  upper: { name: "Upper bound", means: "The true value is at most this. It is rounded up when printed." },
  lower: { name: "Lower bound", means: "The true value is at least this. It is rounded down when printed." },
  unknown: { name: "Unknown", means: "Nothing is proven for the choice. That does not make it safe." },
  estimate: {
    name: "Estimate",
    means: "Counted, in a simulation or in an audit. Its interval holds the true value with the stated confidence.",
  },
  p_value: {
    name: "p-value",
    means:
      "How likely results like these are at most, if what was declared was kept, whatever the attack. A small one refutes; a large one proves nothing.",
  },
  canary: {
    name: "Canary",
    means:
      "A record that is made for an audit and put into the training set or left out by a coin toss, so that an attack can be asked which it was.",
  },
  approximation: {
    name: "Approximation",
    means: "A formula that may be too low or too high. Its distance from the exact value is shown.",
  },
  advantage: {
    name: "Advantage",
    means:
      "How far the best attacker is ahead of blind guessing, from 0 (learns nothing) to 1 (knows everything). An advantage of 0.1 means 550 right guesses of 1000 instead of 500.",
    values: `${RUN}, noise 0.5 leaves the attacker 0.501, noise 1 leaves 0.131, noise 2 leaves 0.054.`,
  },
  noise_multiplier: {
    name: "Noise multiplier",
    means:
      "The standard deviation of the noise in a step, divided by the clipping norm, which is the most that one record can move the step.",
    values: `${RUN}, the advantage is 0.971 at 0.3, 0.501 at 0.5, 0.131 at 1, 0.054 at 2 and 0.021 at 5. The same noise protects less in larger batches and longer trainings.`,
  },
  sample_rate: {
    name: "Sample rate",
    means:
      "The probability that a given record is used in a given step: the batch size divided by the size of the data set.",
    values:
      "At noise 1.1 and 15 epochs of 60,000 records, the advantage is 0.058 with 64 records a step, 0.114 with 256, 0.221 with 1024 and 0.408 with 4096.",
  },
  epochs: {
    name: "Epochs",
    means:
      "How many times training goes through the data set, on average. Every further step lets the attacker look again, with fresh noise.",
    values:
      "At noise 1.1 and 256 of 60,000 records a step, the advantage is 0.030 after 1 epoch, 0.066 after 5, 0.114 after 15 and 0.288 after 100.",
  },
  poisson: {
    name: "Poisson sampling",
    means:
      "In each step, a separate toss of a biased coin decides for each record whether it is used. So batches differ in size, and a record may be used twice in a row. Shuffling the data and going through it is something else.",
  },
  relation: {
    name: "Neighbouring relation",
    means:
      "The difference between the two training sets that the attacker has to tell apart: one record more or less, one record replaced by another, or one record zeroed out. Numbers for different relations cannot be compared.",
  },
  roc: {
    name: "ROC curve",
    means:
      "The largest share of members that any attack finds, for each share of others that it names wrongly. Blind guessing is the diagonal.",
  },
  fpr: {
    name: "False positive rate (FPR)",
    means: "The share of other records, not in the training set, that the attacker names as members.",
    values:
      "At 0.1%, one of 1000 others is named wrongly. Small rates count: an attacker who is sure of a few can harm them.",
  },
  tpr: {
    name: "True positive rate (TPR)",
    means: "The share of members that the attacker finds. It means little without the false positive rate beside it.",
  },
  accuracy: {
    name: "Accuracy",
    means:
      "How often an attacker who knows the prior guesses right. Blind guessing at a prior of 0.5 is right in 50% of cases.",
  },
  prior: {
    name: "Prior",
    means:
      "How likely membership is before the attack: the share of members among all candidates. 0.5 is a coin toss; among all the people of a country, members are rare.",
  },
  precision: {
    name: "Precision",
    means:
      "The share of members among the records that the attacker names. It depends on the prior: where members are rare, even a good attacker names mostly others.",
  },
  positive_accuracy: {
    name: "Positive accuracy",
    means:
      "Precision where the data set itself was sampled: the share of members among those that an attack calls members, the prior being the probability with which each was drawn.",
  },
  eta: {
    name: "Eta, membership inference privacy",
    means:
      "How much more often the best attacker guesses right than the better blind guess does, when the training set is a random part of the data: 0.1 means 60% instead of 50%.",
  },
  bayes_security: {
    name: "Bayes security",
    means: "The share of the blind guesser's errors that the best attacker still makes. It is one minus the advantage.",
  },
  gdp_mu: {
    name: "GDP mu",
    means:
      "Telling whether the record was in is at least as hard as telling two bell curves of width 1 apart whose centres are mu apart. For sampled training, mu depends on the range of false positive rates that it has to cover.",
  },
  epsilon: {
    name: "Epsilon",
    means:
      "The first number of differential privacy: one record makes any outcome at most e to the power of epsilon times as likely. It is a promise, not the risk itself.",
    values:
      "The run of this page's example has epsilon 1.14 at delta 1e-5 and an advantage of 0.114; the same epsilon and delta alone would allow an advantage of 0.516.",
  },
  delta: {
    name: "Delta",
    means:
      "The second number of differential privacy: how much probability the limit set by epsilon may leave out. It has to be well below one over the number of records. The other figures do not use it.",
  },
} as const satisfies Record<string, Term>;

export type TermId = keyof typeof GLOSSARY;

export function term(id: TermId): Term {
  return GLOSSARY[id];
}

export const TERM_OF: Partial<Record<Name, TermId>> = {
  batch_size: "sample_rate",
  sample_rate: "sample_rate",
  epochs: "epochs",
  num_steps: "epochs",
  noise_multiplier: "noise_multiplier",
  prior: "prior",
  fpr: "fpr",
  canaries: "canary",
  target_delta: "delta",
  guarantee_delta: "delta",
  guarantee_epsilon: "epsilon",
  guarantee_gdp_mu: "gdp_mu",
  eta: "eta",
  neighboring_relation: "relation",
  sampling: "poisson",
};

/** By the name of a figure; of several true positive rates the first on a page is explained. */
export const TERM_OF_FIGURE: Readonly<Record<string, TermId>> = {
  p_value: "p_value",
  advantage: "advantage",
  bayes_security: "bayes_security",
  accuracy: "accuracy",
  "tpr-0.001": "tpr",
  epsilon: "epsilon",
  gdp_mu: "gdp_mu",
  eta: "eta",
  positive_accuracy: "positive_accuracy",
  precision: "precision",
};
