// Parameters that the module knows by the same name: their ranges are the module's own.
import type { Ranges } from "../../../src/boundary/wasm/core";
import { type Param, rangeOf } from "./parameter";

export type RunParam = Extract<
  keyof Ranges,
  | "dataset_size"
  | "batch_size"
  | "sample_rate"
  | "epochs"
  | "num_steps"
  | "noise_multiplier"
  | "group_size"
  | "target_delta"
  | "prior"
  | "fpr"
  | "flagged_share"
  | "samples"
  | "seed"
  | "width"
>;

export const RUN_PARAMS: Record<RunParam, Param> = {
  dataset_size: {
    label: "Data set size",
    unit: "records",
    help: "How many records the training set holds.",
    default: 60_000,
    range: rangeOf("dataset_size"),
    slider: { min: 100, max: 1e8, scale: "log" },
    aliases: [],
  },
  batch_size: {
    label: "Batch size",
    unit: "records a step",
    menu: "records",
    help: "Records in one step, on average: each record joins a step by its own coin toss.",
    default: 256,
    range: rangeOf("batch_size"),
    slider: { min: 1, max: 65_536, scale: "log" },
    aliases: [],
  },
  sample_rate: {
    label: "Sample rate",
    unit: "of the records a step",
    menu: "as a rate",
    help: "Probability that one record is used in one step. Opacus calls it sample_rate.",
    default: null,
    range: rangeOf("sample_rate"),
    slider: { min: 1e-6, max: 1, scale: "log" },
    aliases: ["q", "sampling_probability"],
  },
  epochs: {
    label: "Epochs",
    unit: "passes over the data",
    menu: "epochs",
    help: "Steps are epochs divided by the sample rate, rounded up; where batches are cut from an epoch, epochs times the batches of one.",
    default: 15,
    range: rangeOf("epochs"),
    slider: { min: 1, max: 1000, scale: "log" },
    aliases: [],
  },
  num_steps: {
    label: "Steps",
    unit: "noisy gradients",
    menu: "steps",
    help: "How many noisy gradients the training takes.",
    default: null,
    range: rangeOf("num_steps"),
    slider: { min: 1, max: 1e7, scale: "log" },
    aliases: ["steps"],
  },
  noise_multiplier: {
    label: "Noise multiplier",
    unit: "× clipping norm",
    help: "Standard deviation of the noise divided by the clipping norm. Opacus calls it noise_multiplier.",
    default: 1.1,
    range: rangeOf("noise_multiplier"),
    slider: { min: 0.2, max: 20, scale: "log" },
    aliases: ["sigma"],
  },
  group_size: {
    label: "Group size",
    unit: "records together",
    help: "Records of one person that join or stay out together.",
    default: 1,
    range: rangeOf("group_size"),
    slider: null,
    aliases: [],
  },
  target_delta: {
    label: "Delta",
    unit: "",
    help: "Only for epsilon: how much probability its promise may leave out. The other figures do not use it.",
    default: null,
    range: rangeOf("target_delta"),
    slider: { min: 1e-12, max: 0.1, scale: "log" },
    aliases: ["delta"],
  },
  prior: {
    label: "Prior",
    unit: "share of members",
    help: "How likely membership is before the attack. 0.5 is a coin toss.",
    within: {
      attributes: {
        unit: "of one value",
        help: "How likely this value of the attribute is before the attack. 0.5 is a coin toss.",
      },
    },
    default: 0.5,
    range: rangeOf("prior"),
    slider: { min: 0.01, max: 0.99, scale: "linear" },
    aliases: [],
  },
  fpr: {
    label: "FPR",
    unit: "of the others",
    help: "The rate of false positives at which the attacker is judged: this share of the others is named wrongly.",
    default: 0.001,
    range: rangeOf("fpr"),
    slider: { min: 1e-8, max: 1, scale: "log" },
    aliases: [],
    percent: true,
  },
  flagged_share: {
    label: "Share that is named",
    unit: "",
    help: "The attacker names at least this share of all candidates.",
    default: 0.01,
    range: rangeOf("flagged_share"),
    slider: null,
    aliases: [],
    percent: true,
  },
  samples: {
    label: "Samples",
    unit: "simulated trainings",
    help: "Four times as many halve the width of the interval.",
    default: 100_000,
    range: rangeOf("samples"),
    slider: { min: 100, max: 1e7, scale: "log" },
    aliases: [],
  },
  seed: {
    label: "Seed",
    unit: "",
    help: "The same seed gives the same digits on every machine.",
    default: 1,
    range: rangeOf("seed"),
    slider: null,
    aliases: [],
  },
  width: {
    label: "Stop at width",
    unit: "of the interval",
    help: "Ends the run early, as soon as the interval is this narrow. Empty: all samples.",
    default: null,
    range: rangeOf("width"),
    slider: null,
    aliases: [],
    optional: true,
  },
};
