// The one table of choices among words: switches, the link and the tests follow it.
import type {
  Estimator,
  GuaranteeResult,
  NeighboringRelation,
  Noise,
  OutputNoise,
  Quantity,
  Sampling,
  SolveFor,
  SweepOptions,
} from "../../../src/boundary/wasm/core";
import { CHAPTERS, SECTIONS } from "./method";
import { NOISES, optionsFrom, RELATIONS, SAMPLINGS } from "./setting-words";
import { TRAINING_PARTS } from "./training-parts";

export interface Choices {
  view:
    | "training"
    | "guarantee"
    | "calibrate"
    | "audit"
    | "attributes"
    | "noise"
    | "figures"
    | "laboratory"
    | "register"
    | "method";
  /** The part of the Method or the training view that is open, or the experiment. */
  section: string;
  neighboring_relation: NeighboringRelation;
  sampling: Sampling;
  noise: Noise;
  /** The quantity of the sweep, and what it runs over. */
  sweep: Quantity;
  over: Exclude<SweepOptions["over"], "prior">;
  /** Whether the sweep draws the published bounds, too, and the parameter at other values of which it is drawn again. */
  sweep_bounds: "hidden" | "shown";
  second: "none" | NonNullable<SweepOptions["second"]>;
  /** What a calibration looks for, and the quantity that must keep to its target. */
  solve_for: SolveFor;
  target: Quantity;
  /** What a simulation averages. */
  estimator: Estimator | "automatic";
  /** How the guarantee is stated. */
  guarantee: GuaranteeResult["guarantee"];
  /** What an audit holds the results of an attack against, and the form of these. */
  declared: "run" | "guarantee";
  results: "counts" | "thresholds" | "one_run" | "scores";
  /** Where scores come from: a file of the reader's, or one of two that are shipped. */
  scores_from: "file" | "noise_kept" | "noise_halved";
  /** What the noise is asked for, what is known of the output, and which noise is drawn. */
  noise_question: "eta" | "noise_scale";
  noise_moment: "sigma_1" | "sigma_m";
  noise_law: OutputNoise;
  /** Where the gradient distances come from, and what the attributes' chart runs over. */
  distance_source: "constant" | "steps" | "gradients";
  attributes_over: "num_steps" | "gradient_distance";
  /** The run of which the figures of other tools are shown. */
  agreement: (typeof AGREEMENT_RUNS)[number];
}

/** Those of agreement.json, which is too large for the first load. */
export const AGREEMENT_RUNS = [
  "opacus-mnist",
  "riskcal-readme",
  "long-composition",
  "microsoft-default",
  "small-noise",
  "large-batches",
  "replace-one",
] as const;

export type ChoiceKey = keyof Choices;

interface Choice<T extends string> {
  label: string;
  default: T;
  options: Record<T, string>;
}

const QUANTITIES: Record<Quantity, string> = {
  advantage: "advantage",
  bayes_security: "Bayes security",
  epsilon: "epsilon",
  tpr: "TPR",
  precision: "precision",
  accuracy: "accuracy",
  eta: "eta",
  positive_accuracy: "positive accuracy",
  gdp_mu: "GDP mu",
};

export const CHOICES: { [K in ChoiceKey]: Choice<Choices[K]> } = {
  view: {
    label: "View",
    default: "training",
    options: {
      training: "Training",
      guarantee: "Guarantee",
      calibrate: "Calibrate",
      audit: "Audit",
      attributes: "Attributes",
      noise: "Noise",
      figures: "Figures",
      laboratory: "Laboratory",
      register: "Register",
      method: "Method",
    },
  },
  section: {
    label: "Section",
    default: "top",
    options: Object.fromEntries(
      ["top", ...SECTIONS, ...Object.keys(TRAINING_PARTS)].map((name) => [
        name,
        CHAPTERS[name as keyof typeof CHAPTERS] ?? name,
      ]),
    ),
  },
  neighboring_relation: {
    label: "Two training sets differ by this",
    default: "add_or_remove_one",
    options: optionsFrom(RELATIONS),
  },
  sampling: {
    label: "How batches are drawn",
    default: "poisson",
    options: optionsFrom(SAMPLINGS),
  },
  noise: {
    label: "Noise",
    default: "gaussian",
    options: optionsFrom(NOISES),
  },
  sweep: { label: "Quantity", default: "advantage", options: QUANTITIES },
  over: {
    label: "Over",
    default: "noise_multiplier",
    options: {
      noise_multiplier: "noise multiplier",
      sample_rate: "sample rate",
      num_steps: "steps",
      noise_factor: "noise factor",
    },
  },
  sweep_bounds: {
    label: "Published bounds",
    default: "hidden",
    options: { hidden: "not drawn", shown: "drawn beside it" },
  },
  second: {
    label: "A second parameter",
    default: "none",
    options: {
      none: "none",
      noise_multiplier: "noise multiplier",
      sample_rate: "sample rate",
      num_steps: "steps",
    },
  },
  solve_for: {
    label: "Find",
    default: "noise_multiplier",
    options: {
      noise_multiplier: "noise multiplier",
      sample_rate: "sample rate",
      num_steps: "steps",
      noise_factor: "noise factor",
      prior: "prior",
      batch_size: "batch size",
      epochs: "epochs",
    },
  },
  target: { label: "Quantity that keeps to its target", default: "tpr", options: QUANTITIES },
  estimator: {
    label: "Estimator",
    default: "automatic",
    options: {
      automatic: "the quickest for this run",
      algorithm_1: "plain: Algorithm 1",
      antithetic: "mirrored pairs",
      control_variate: "control variate",
      antithetic_control_variate: "mirrored pairs with control variate",
      mixture: "mixture of both worlds",
    },
  },
  guarantee: {
    label: "What is promised",
    default: "approximate_dp",
    options: {
      approximate_dp: "(epsilon, delta)-DP",
      pure_dp: "pure epsilon-DP",
      gdp: "Gaussian DP (mu)",
      zcdp: "zero-concentrated DP (rho)",
      rdp: "Rényi DP (a list)",
    },
  },
  declared: {
    label: "What was declared",
    default: "run",
    options: { run: "a training run", guarantee: "a guarantee" },
  },
  results: {
    label: "Form of the results",
    default: "counts",
    options: {
      counts: "counts at one threshold",
      thresholds: "counts at several thresholds",
      one_run: "guesses of one run",
      scores: "scores of each trial",
    },
  },
  scores_from: {
    label: "Scores from",
    default: "file",
    options: {
      file: "a file of yours",
      noise_kept: "an example: the noise as declared",
      noise_halved: "an example: half the noise",
    },
  },
  noise_question: {
    label: "Asked for",
    default: "eta",
    options: { eta: "How much noise for a wanted eta?", noise_scale: "What does a given noise give?" },
  },
  noise_moment: {
    label: "Known of the output",
    default: "sigma_1",
    options: { sigma_1: "its mean distance from the centre", sigma_m: "a higher moment" },
  },
  noise_law: {
    label: "Noise to draw",
    default: "exponential_norm",
    options: {
      exponential_norm: "exponential norm, any dimension",
      laplace: "Laplace, one number",
      gaussian: "Gaussian",
    },
  },
  distance_source: {
    label: "The gradient distance is given by",
    default: "constant",
    options: {
      constant: "one number for all steps",
      steps: "a file with one number for each step",
      gradients: "raw gradients of each value",
    },
  },
  attributes_over: {
    label: "Over",
    default: "num_steps",
    options: { num_steps: "steps", gradient_distance: "gradient distance" },
  },
  agreement: {
    label: "Preset",
    default: "opacus-mnist",
    options: {
      "opacus-mnist": "Opacus MNIST example, 15 epochs",
      "riskcal-readme": "riskcal README",
      "long-composition": "Half a million steps",
      "microsoft-default": "Default of Microsoft's calculator",
      "small-noise": "Small noise",
      "large-batches": "Large batches, 50 epochs",
      "replace-one": "Replace-one, 50 epochs",
    },
  },
};

export const CHOICE_KEYS = Object.keys(CHOICES) as ChoiceKey[];

export function choiceDefaults(): Choices {
  return Object.fromEntries(CHOICE_KEYS.map((key) => [key, CHOICES[key].default])) as unknown as Choices;
}

export function optionsOf(key: ChoiceKey): [value: string, label: string][] {
  return Object.entries(CHOICES[key].options);
}

/** Whether `value` is one of the words of `key`; names of object members are not. */
export function isOption(key: ChoiceKey, value: string): boolean {
  return Object.hasOwn(CHOICES[key].options, value);
}

/** The allowed words, for a message. */
export function allowedWords(key: ChoiceKey): string {
  return Object.keys(CHOICES[key].options).join(", ");
}
