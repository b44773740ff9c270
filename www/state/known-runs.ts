// Known settings to start from. Loaded when the list is opened.
import type { Choices } from "./parameters/choices";
import { defaults, type Parameters } from "./parameters/table";

export interface StartingPoint {
  id: string;
  /** The views that it is for; the first opens where another view is open. */
  views: readonly Choices["view"][];
  label: string;
  /** What it is, a sentence. */
  what: string;
  /** Where its numbers stand. */
  source: string;
  /** What differs from the defaults. */
  set: Partial<Parameters>;
}

const RUN = ["training", "calibrate", "attributes"] as const;

/** The paper's mechanism has no dimension of its own: here it is one number, whose second moment is the unit. */
const MIP: Partial<Parameters> = {
  view: "noise",
  noise_question: "eta",
  noise_moment: "sigma_m",
  moment_order: 2,
  sigma_m: 1,
  dimension: 1,
  subset_fraction: 0.5,
};

export const STARTING_POINTS: readonly StartingPoint[] = [
  {
    id: "opacus-mnist-defaults",
    views: RUN,
    label: "Opacus, MNIST example",
    what: "Handwritten digits, 64 of 60,000 records a step for 10 epochs.",
    source: "examples/mnist.py in pytorch/opacus, its default arguments",
    set: { dataset_size: 60_000, batch_size: 64, epochs: 10, noise_multiplier: 1, target_delta: 1e-5 },
  },
  {
    id: "opacus-cifar10",
    views: RUN,
    label: "Opacus, CIFAR-10 example",
    what: "Small photographs, a twenty-fifth of 50,000 records a step for 90 epochs.",
    source: "examples/cifar10.py in pytorch/opacus, its default arguments",
    set: { dataset_size: 50_000, batch_size: 2000, epochs: 90, noise_multiplier: 1.5, target_delta: 1e-5 },
  },
  {
    id: "tf-privacy-mnist",
    views: RUN,
    label: "TensorFlow Privacy, MNIST tutorial",
    what: "The digits again, in larger batches and for longer; the tutorial counts 60 × 234 steps and shuffles.",
    source: "tutorials/mnist_dpsgd_tutorial.py in tensorflow/privacy, the defaults of its version of 2019",
    set: {
      dataset_size: 60_000,
      batch_size: 256,
      num_steps: 14_040,
      epochs: 60,
      noise_multiplier: 1.12,
      target_delta: 1e-5,
    },
  },
  {
    id: "riskcal-readme",
    views: RUN,
    label: "riskcal, README",
    what: "Little noise, made up for by using each record rarely.",
    source: "README of riskcal 1.5.1, the trade-off curve of DP-SGD",
    set: { sample_rate: 0.002, num_steps: 10_000, noise_multiplier: 0.5 },
  },
  {
    id: "microsoft-default",
    views: RUN,
    label: "Microsoft's calculator, as it opens",
    what: "A million records, one of them replaced by another; that page shows a closed form of the same risk.",
    source: "microsoft.github.io/dpsgd-calculator, the first state of its sliders, at 30 epochs",
    set: {
      dataset_size: 1_000_000,
      batch_size: 128,
      epochs: 30,
      noise_multiplier: 2.5,
      neighboring_relation: "replace_one",
    },
  },
  {
    id: "optimal-bounds-mnist",
    views: RUN,
    label: "Optimal bounds paper, MNIST",
    what: "Each record in one of a thousand steps for 10 epochs, at the most noise of the paper's range.",
    source: "Mahloujifar, Sablayrolles, Cormode and Jha, section on experiments: sampling rate 0.001, noise 0.5 to 1.5",
    set: { sample_rate: 0.001, epochs: 10, noise_multiplier: 1.5 },
  },
  {
    id: "optimal-bounds-cifar10",
    views: RUN,
    label: "Optimal bounds paper, CIFAR-10",
    what: "Each record in one of fifty steps for 50 epochs, at the most noise of the paper's range.",
    source: "Mahloujifar, Sablayrolles, Cormode and Jha, section on experiments: sampling rate 0.02, noise 0.5 to 2",
    set: { dataset_size: 50_000, sample_rate: 0.02, epochs: 50, noise_multiplier: 2 },
  },
  {
    id: "bayes-security-adult",
    views: RUN,
    label: "Bayes security paper, census records",
    what: "The noise that the paper's closed form asks for, for a Bayes security of 0.9 after 20 epochs.",
    source: "Cherubin, Köpf, Paverd, Tople, Wutschitz and Zanella-Béguelin, privacy parameters of section 6 (Adult)",
    set: {
      dataset_size: 32_561,
      batch_size: 256,
      epochs: 20,
      noise_multiplier: 3.51,
      neighboring_relation: "replace_one",
    },
  },
  {
    id: "sampled-data",
    views: ["guarantee"],
    label: "Sampling the data set, from epsilon 3",
    what: "A guarantee for half of the data drawn at random: how many of those called members are members.",
    source: "“Less can be more” paper, section 4.3: epsilon 3, delta 1e-5, half of the data, 1 % called members",
    set: {
      view: "guarantee",
      guarantee: "approximate_dp",
      guarantee_epsilon: 3,
      guarantee_delta: 1e-5,
      guarantee_sampling_probability: 0.5,
      attack_rate: 0.01,
    },
  },
  {
    id: "dependent-records",
    views: ["guarantee"],
    label: "Records that depend on each other",
    what: "Epsilon 1, and a training set that holds one of twenty groups only.",
    source:
      "20 subpopulations: “Differentially private learning does not bound membership inference”; noise 4.0412 for epsilon 1: “Less can be more”, appendix A.1",
    set: {
      view: "guarantee",
      guarantee: "approximate_dp",
      guarantee_epsilon: 1,
      guarantee_delta: 1e-5,
      subpopulations: 20,
      example_noise_multiplier: 4.0412,
    },
  },
  {
    id: "handed-epsilon",
    views: ["guarantee"],
    label: "“Epsilon is 8”",
    what: "All that is known is a stated epsilon of 8 at delta 1e-5.",
    source: "A statement that many reports make; it is in no paper in particular",
    set: { view: "guarantee", guarantee: "approximate_dp", guarantee_epsilon: 8, guarantee_delta: 1e-5 },
  },
  {
    id: "audit-halved",
    views: ["audit"],
    label: "An attack that refutes",
    what: "An attacker as good as possible on a training whose noise was halved: 271 of 2000 members at 1 % false positives.",
    source: "The exact curves of this page: at noise 0.55 the best attacker finds 13.54 % of the members",
    set: { view: "audit" },
  },
  {
    id: "audit-kept",
    views: ["audit"],
    label: "The same attack, the noise as declared",
    what: "An attacker as good as possible on the training as declared finds 42 of 2000 members at 1 % false positives.",
    source: "The exact curves of this page: at noise 1.1 the best attacker finds 2.104 % of the members",
    set: { view: "audit", true_positives: 42 },
  },
  {
    id: "mip-small-data",
    views: ["noise"],
    label: "MIP paper, where it overtakes the Laplace mechanism",
    what: "One number whose standard deviation (sigma_2) is 1; from 36 records on, hiding membership takes less noise than differential privacy.",
    source:
      "Izzo, Yoon, Arık and Zou, “Provable membership inference privacy”, section 4, figure 1: M = 2, eta 0.01, n = 36",
    set: { ...MIP, eta: 0.01, example_size: 36 },
  },
  {
    id: "mip-large-data",
    views: ["noise"],
    label: "MIP paper, its largest example",
    what: "The same with 48 records: with more, the Laplace mechanism needs so much noise that the paper’s chart ends before.",
    source:
      "Izzo, Yoon, Arık and Zou, “Provable membership inference privacy”, section 4, figure 1: M = 2, eta 0.01, n = 48",
    set: { ...MIP, eta: 0.01, example_size: 48 },
  },
  {
    id: "mip-epsilon-one",
    views: ["noise"],
    label: "As much as pure epsilon 1 leaves",
    what: "The accuracy that epsilon 1 leaves to an attacker at most, by noise for membership alone, on one number of standard deviation 1.",
    source:
      "Izzo, Yoon, Arık and Zou, “Provable membership inference privacy”, theorem 4 with epsilon 1 and delta 0: eta 0.2310",
    set: { ...MIP, eta: 0.231 },
  },
];

export function startingPoints(view: Choices["view"]): readonly StartingPoint[] {
  return STARTING_POINTS.filter(({ views }) => views.includes(view));
}

/** The whole state: nothing of the state before shines through but the view, and what a calibration is after. */
export function valuesOf({ set }: StartingPoint, before: Parameters): Parameters {
  const { view, solve_for, target } = before;
  return { ...defaults(), view, solve_for, target, [target]: before[target], ...set };
}
