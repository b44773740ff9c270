// Parameters of the noise view.
import { type Param, rangeOf, whole } from "./parameter";

export type NoiseParam =
  | "eta"
  | "noise_scale"
  | "sigma_1"
  | "sigma_m"
  | "moment_order"
  | "dimension"
  | "bootstrap"
  | "noise_vectors"
  | "example_size";

export type OptionalNoiseParam = "sensitivity" | "swap_distance" | "table_records";

const MOMENT: Pick<Param, "range" | "aliases" | "slider"> = {
  range: rangeOf("moment"),
  aliases: [],
  slider: null,
};

export const NOISE_PARAMS: Record<NoiseParam | OptionalNoiseParam, Param> = {
  eta: {
    label: "Eta",
    unit: "above blind guessing",
    help: "0.1 allows an attacker to be right in 60% of the cases instead of 50%.",
    default: 0.1,
    range: rangeOf("eta"),
    slider: { min: 1e-4, max: 0.49, scale: "log" },
    aliases: [],
  },
  noise_scale: {
    ...MOMENT,
    label: "Scale of the noise",
    unit: "unit of the output",
    help: "The noise whose effect is asked for.",
    default: 5,
    slider: { min: 0.01, max: 1e4, scale: "log" },
  },
  sigma_1: {
    ...MOMENT,
    label: "Spread sigma₁",
    unit: "unit of the output",
    help: "Upper bound of the mean distance of the output from its centre, over the random training set.",
    default: 1,
    slider: { min: 1e-4, max: 1e4, scale: "log" },
  },
  sigma_m: {
    ...MOMENT,
    label: "Moment sigma_M",
    unit: "unit of the output",
    help: "M-th root of the mean M-th power of that distance: for M = 2 the standard deviation.",
    default: 1,
    slider: { min: 1e-4, max: 1e4, scale: "log" },
  },
  moment_order: {
    label: "Order M",
    unit: "of the moment",
    help: "2 is the usual one. The sharper bounds need only M = 1.",
    default: 2,
    range: rangeOf("moment_order"),
    slider: null,
    aliases: [],
  },
  dimension: {
    label: "Dimension",
    unit: "published numbers",
    help: "How many numbers the output has.",
    default: 10,
    range: rangeOf("dimension"),
    slider: { min: 1, max: 1e6, scale: "log" },
    aliases: [],
  },
  sensitivity: {
    ...MOMENT,
    label: "Sensitivity",
    unit: "by one record, at most",
    help: "For comparison with the Laplace mechanism. Empty: not asked.",
    default: null,
    optional: true,
  },
  swap_distance: {
    ...MOMENT,
    label: "Swap distance",
    unit: "mean, by one exchange",
    help: "How far the output moves on average when a record is exchanged for another at random, for the record where that is most. Often far smaller than the sensitivity.",
    default: null,
    optional: true,
  },
  bootstrap: {
    label: "Resamplings",
    unit: "",
    help: "For the interval of the estimate.",
    default: 1000,
    range: rangeOf("bootstrap"),
    slider: null,
    aliases: [],
  },
  table_records: {
    label: "Records in the table",
    unit: "columns in front",
    help: "Empty: two columns, the output’s probability with the record and without it.",
    default: null,
    range: whole(1, 1000),
    slider: null,
    aliases: [],
    optional: true,
  },
  noise_vectors: {
    label: "Noise vectors",
    unit: "rows of the file",
    help: "At most a million numbers in all.",
    default: 100,
    range: whole(1, 1e6),
    slider: null,
    aliases: [],
  },
  example_size: {
    label: "Records of the example",
    unit: "an even number",
    help: "The data set 1, 2, 4, … of so many records.",
    default: 36,
    range: whole(4, 60),
    slider: null,
    aliases: [],
  },
};
