// Parameters of the guarantee view. A name that another view has too stands behind "guarantee_".
import { type Param, rangeOf } from "./parameter";

export type GuaranteeParam =
  | "guarantee_epsilon"
  | "guarantee_delta"
  | "guarantee_gdp_mu"
  | "zcdp_rho"
  | "guarantee_target_delta"
  | "guarantee_sampling_probability"
  | "attack_rate"
  | "target_positive_accuracy"
  | "guarantee_dataset_size"
  | "target_absence"
  | "deletions"
  | "loss_bound"
  | "subset_fraction"
  | "dependent_records"
  | "subpopulations"
  | "example_noise_multiplier";

export type OptionalGuaranteeParam = "negative_attack_rate" | "loss_level";

const GUARANTEE: Pick<Param, "range" | "aliases"> = {
  range: rangeOf("guarantee"),
  aliases: [],
};
const SHARE: Pick<Param, "range" | "aliases" | "slider"> = {
  range: rangeOf("positive_accuracy"),
  aliases: [],
  slider: null,
};
const PROBABILITY: Pick<Param, "range" | "aliases"> = {
  range: rangeOf("probability"),
  aliases: [],
};

export const GUARANTEE_PARAMS: Record<GuaranteeParam | OptionalGuaranteeParam, Param> = {
  guarantee_epsilon: {
    ...GUARANTEE,
    name: "epsilon",
    label: "Epsilon",
    unit: "",
    help: "One record makes any outcome at most e to this power times as likely.",
    default: 8,
    slider: { min: 0.01, max: 20, scale: "log" },
  },
  guarantee_delta: {
    name: "delta",
    label: "Delta",
    unit: "",
    help: "How much probability the promise of epsilon may leave out.",
    default: 1e-5,
    range: rangeOf("delta"),
    slider: { min: 1e-12, max: 0.1, scale: "log" },
    aliases: [],
  },
  guarantee_gdp_mu: {
    ...GUARANTEE,
    name: "gdp_mu",
    label: "GDP mu",
    unit: "",
    help: "Distance of the two bell curves that are at least as easy to tell apart.",
    default: 1,
    slider: { min: 0.01, max: 10, scale: "log" },
  },
  zcdp_rho: {
    ...GUARANTEE,
    label: "zCDP rho",
    unit: "",
    help: "The Rényi divergence at every order is at most rho times the order.",
    default: 0.5,
    slider: { min: 0.001, max: 20, scale: "log" },
  },
  guarantee_target_delta: {
    name: "target_delta",
    label: "Read as epsilon at delta",
    unit: "",
    help: "Used only for the epsilon that follows, and the bounds that start from it.",
    default: 1e-5,
    range: rangeOf("target_delta"),
    slider: null,
    aliases: [],
  },
  guarantee_sampling_probability: {
    ...PROBABILITY,
    name: "sampling_probability",
    label: "Sampling probability",
    unit: "of one record",
    help: "How likely the record was to be drawn into the training set at all. The attacker may know it.",
    default: 0.5,
    slider: { min: 0.01, max: 0.99, scale: "linear" },
  },
  attack_rate: {
    ...PROBABILITY,
    label: "Attack rate",
    unit: "of the members are named",
    help: "How often the attack says “member” of a member. With a delta, rarer attacks can be surer.",
    default: 0.01,
    slider: null,
    percent: true,
  },
  negative_attack_rate: {
    ...PROBABILITY,
    label: "Rate of “no member”",
    unit: "of the non-members",
    help: "How often the attack says “no member” of a non-member. Empty: the attack rate.",
    default: null,
    slider: null,
    percent: true,
    optional: true,
  },
  target_positive_accuracy: {
    ...SHARE,
    label: "Wanted positive accuracy",
    unit: "at most",
    help: "Of the records that an attack calls members, at most this share should be members.",
    default: 0.8,
    percent: true,
  },
  guarantee_dataset_size: {
    name: "dataset_size",
    label: "Records to draw from",
    unit: "records",
    help: "The size of the set from which the training set was sampled.",
    default: 10_000,
    range: rangeOf("dataset_size"),
    slider: null,
    aliases: [],
  },
  target_absence: {
    ...SHARE,
    label: "Wanted certainty of absence",
    unit: "at least",
    help: "The probability with which none of the deleted records was in the training set.",
    default: 0.8,
    percent: true,
  },
  deletions: {
    label: "Deleted records",
    unit: "records",
    help: "How many records ask to be forgotten.",
    default: 1,
    range: rangeOf("deletions"),
    slider: null,
    aliases: [],
  },
  loss_bound: {
    label: "Largest loss",
    unit: "of one record",
    help: "The loss of a record lies between 0 and this.",
    default: 1,
    range: rangeOf("loss_bound"),
    slider: null,
    aliases: [],
  },
  subset_fraction: {
    label: "Subset fraction k/n",
    unit: "of the data set",
    help: "Share of the records that are drawn into the training set, as a subset of fixed size.",
    default: 0.5,
    range: rangeOf("subset_fraction"),
    slider: null,
    aliases: [],
  },
  dependent_records: {
    label: "Dependent records",
    unit: "records",
    help: "How many records are alike: one household, one patient’s visits, one source.",
    default: 10,
    range: rangeOf("dependent_records"),
    slider: null,
    aliases: [],
  },
  subpopulations: {
    label: "Subpopulations",
    unit: "equally likely",
    help: "How many equally likely groups there are, one of which the training set comes from. An attack that only recognises the group stays below a cap.",
    default: 20,
    range: rangeOf("subpopulations"),
    slider: null,
    aliases: [],
  },
  example_noise_multiplier: {
    name: "noise_multiplier",
    label: "Noise of the example",
    unit: "standard deviation",
    help: "The paper prints 4.0412 for epsilon 1 at delta 1e-5.",
    default: 4.0412,
    range: rangeOf("noise_multiplier"),
    slider: null,
    aliases: [],
  },
  loss_level: {
    ...GUARANTEE,
    label: "Level of the privacy loss",
    unit: "",
    help: "How often may the loss exceed this? Empty: not asked.",
    default: null,
    slider: null,
    optional: true,
  },
};
