// From the page's parameters to the options of the guarantee, noise and attributes views.
import type {
  AttributesOptions,
  GuaranteeOptions,
  IsoBoundOptions,
  NoiseOptions,
  UnlearningCurveOptions,
} from "../../../src/wasm";
import type { Matrix } from "../../engine/protocol";
import type { Table } from "../files/table";
import type { Inputs } from "../inputs/inputs";
import type { Choices } from "../parameters/choices";
import type { Key, Name, Parameters } from "../parameters/table";
import { fprOf, rateOf, runNames, stepsOf } from "./run";

/** Two straight lines cost nothing, and with so many points their corner looks like one; a curve is solved for at each. */
const ROC_POINTS = { lines: 601, curve: 121 };

/** The numbers that each form of a guarantee is stated by. */
export const FORM: Record<Choices["guarantee"], (Key | "rdp")[]> = {
  approximate_dp: ["guarantee_epsilon", "guarantee_delta"],
  pure_dp: ["guarantee_epsilon"],
  gdp: ["guarantee_gdp_mu", "guarantee_target_delta"],
  zcdp: ["zcdp_rho", "guarantee_target_delta"],
  rdp: ["rdp", "guarantee_target_delta"],
};

function formOptions(values: Parameters): GuaranteeOptions {
  const { guarantee_epsilon: epsilon, guarantee_target_delta: target_delta } = values;
  switch (values.guarantee) {
    case "approximate_dp":
      return { epsilon, delta: values.guarantee_delta };
    case "pure_dp":
      return { epsilon };
    case "gdp":
      return { gdp_mu: values.guarantee_gdp_mu, target_delta };
    case "zcdp":
      return { zcdp_rho: values.zcdp_rho, target_delta };
    case "rdp":
      return { rdp: values.rdp, target_delta };
  }
}

/** Whether the guarantee leaves no delta: what has no answer otherwise is asked only then. */
export function isPure({ guarantee, guarantee_delta }: Parameters): boolean {
  return guarantee === "pure_dp" || (guarantee === "approximate_dp" && guarantee_delta === 0);
}

export function guaranteeOptions(values: Parameters): GuaranteeOptions {
  const { prior, attack_rate, negative_attack_rate, loss_level, target_positive_accuracy } = values;
  return {
    ...formOptions(values),
    prior,
    fpr: fprOf(values),
    roc_points: values.guarantee.endsWith("_dp") ? ROC_POINTS.lines : ROC_POINTS.curve,
    sampling_probability: values.guarantee_sampling_probability,
    attack_rate,
    ...(negative_attack_rate === null ? {} : { negative_attack_rate }),
    target_positive_accuracy,
    ...(loss_level === null ? {} : { loss_level: [loss_level] }),
    ...(isPure(values)
      ? {
          dataset_size: values.guarantee_dataset_size,
          target_absence: values.target_absence,
          deletions: values.deletions,
        }
      : {}),
    loss_bound: values.loss_bound,
    subset_fraction: values.subset_fraction,
  };
}

/** The same for each record of a file. */
export function recordOptions(values: Parameters, { values: probabilities }: Table) {
  const { attack_rate, negative_attack_rate } = values;
  return {
    ...formOptions(values),
    attack_rate,
    ...(negative_attack_rate === null ? {} : { negative_attack_rate }),
    probabilities,
  };
}

export function guaranteeNames(values: Parameters): Name[] {
  const deletion: Name[] = isPure(values) ? ["guarantee_dataset_size", "target_absence", "deletions"] : [];
  return [
    ...FORM[values.guarantee],
    "prior",
    "fpr",
    "guarantee_sampling_probability",
    "attack_rate",
    "negative_attack_rate",
    "target_positive_accuracy",
    "loss_level",
    "loss_bound",
    "subset_fraction",
    ...deletion,
  ];
}

const ISO_LEVELS = [0.55, 0.6, 0.7, 0.8, 0.9, 0.99];

export function isoOptions(values: Parameters): IsoBoundOptions {
  const levels = [...new Set([...ISO_LEVELS, values.target_positive_accuracy])].sort((a, b) => a - b);
  const delta = isPure(values) || values.guarantee !== "approximate_dp" ? {} : { delta: values.guarantee_delta };
  return {
    target_positive_accuracy: levels,
    ...delta,
    ...("delta" in delta ? { attack_rate: values.attack_rate } : {}),
    points: 99,
  };
}

export function unlearningOptions(values: Parameters): UnlearningCurveOptions {
  const { guarantee_epsilon: epsilon, guarantee_dataset_size: dataset_size, target_absence } = values;
  return { epsilon, dataset_size, target_absence, points: 100 };
}

function spreadOptions(values: Parameters): NoiseOptions {
  const { noise_moment, sigma_1, sigma_m, dimension, moment_order, subset_fraction } = values;
  const { sensitivity, swap_distance } = values;
  return {
    ...(noise_moment === "sigma_1" ? { sigma_1 } : { sigma_m }),
    moment_order,
    dimension,
    subset_fraction,
    ...(sensitivity === null ? {} : { sensitivity }),
    ...(swap_distance === null ? {} : { swap_distance }),
  };
}

export function noiseOptions(values: Parameters): NoiseOptions {
  const { noise_question, eta, noise_scale } = values;
  return {
    ...(noise_question === "eta" ? { eta } : { noise_scale }),
    ...spreadOptions(values),
    fpr: fprOf(values),
  };
}

const ETA_POINTS = 60;

/** Noise over eta: from a thousandth to nearly everything, the present eta among them. */
export function noiseCurveOptions(values: Parameters) {
  const [least, most] = [1e-3, 0.49];
  const etas = Array.from({ length: ETA_POINTS }, (_, i) => least * (most / least) ** (i / (ETA_POINTS - 1)));
  const all = values.noise_question === "eta" && values.eta <= most ? [...etas, values.eta] : etas;
  return { options: spreadOptions(values), over: "eta" as const, values: all.sort((a, b) => a - b) };
}

export function noiseNames(values: Parameters): Name[] {
  const rest: Name[] = ["moment_order", "dimension", "subset_fraction", "sensitivity", "swap_distance", "fpr"];
  return [values.noise_question, values.noise_moment, ...rest];
}

export function matrixOf({ values, columns }: Table): Matrix {
  return { values, columns };
}

/** Null while the file that it needs is not there. */
export function attributesOptions(
  { values, tables }: Inputs,
  diameter: number | null,
): (AttributesOptions & { distances?: Float64Array }) | null {
  const { distance_source, gradient_distance, clipping_norm, prior, noise_multiplier } = values;
  const run = { noise_multiplier, sample_rate: rateOf(values) };
  // The theorem is about Poisson sampling, whatever the training is asked about under.
  const num_steps = stepsOf({ ...values, sampling: "poisson" });
  const question = { clipping_norm, fpr: fprOf(values), prior };
  switch (distance_source) {
    case "constant":
      return { ...run, num_steps, gradient_distance, ...question };
    case "gradients":
      return diameter === null ? null : { ...run, num_steps, gradient_distance: diameter, ...question };
    case "steps":
      return tables.distances
        ? { ...run, num_steps: tables.distances.rows, ...question, distances: tables.distances.values }
        : null;
  }
}

const CURVE_POINTS = 33;

/** Security over the steps or the distance; null where the distances come from a file of their own for each step. */
export function attributesCurveOptions(values: Parameters, options: AttributesOptions) {
  const { attributes_over: over } = values;
  const { num_steps, gradient_distance, clipping_norm = 1 } = options;
  if (num_steps === undefined || gradient_distance === undefined) return null;
  const most = over === "num_steps" ? Math.min(1e9, num_steps * 4) : 2 * clipping_norm;
  const least = over === "num_steps" ? 1 : most / 1000;
  const even = Array.from({ length: CURVE_POINTS }, (_, i) => least * (most / least) ** (i / (CURVE_POINTS - 1)));
  const present = over === "num_steps" ? num_steps : gradient_distance;
  const values_ = [...even.map((value) => (over === "num_steps" ? Math.round(value) : Math.min(most, value))), present];
  const distinct = [...new Set(values_)].filter((value) => value > 0).sort((a, b) => a - b);
  return { options, over, values: distinct };
}

export function attributesNames(values: Parameters): Name[] {
  const distance: Record<Choices["distance_source"], Name[]> = {
    constant: ["gradient_distance"],
    steps: [],
    gradients: ["attributes_values"],
  };
  const run = runNames({ ...values, history: null, neighboring_relation: "add_or_remove_one" });
  const length: Name[] = values.distance_source === "steps" ? ["epochs", "num_steps"] : [];
  const wanted = run.filter(
    (name) => !length.includes(name) && !["neighboring_relation", "sampling", "noise", "group_size"].includes(name),
  );
  return [...wanted, "dataset_size", "clipping_norm", ...distance[values.distance_source], "prior", "fpr"];
}
