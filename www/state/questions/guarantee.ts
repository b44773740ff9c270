// From the page's parameters to the questions of the guarantee view.
import type { GuaranteeOptions, IsoBoundOptions, UnlearningCurveOptions } from "../../../src/boundary/wasm/core";
import type { Table } from "../files/table";
import type { Choices } from "../parameters/choices";
import type { RowsKey } from "../parameters/rows";
import type { Key, Name, Parameters } from "../parameters/table";
import { fprOf } from "./run";

/** Two straight lines cost nothing, and with so many points their corner looks like one; a curve is solved for at each. */
const ROC_POINTS = { lines: 601, curve: 121 };

/** The numbers that each form of a guarantee is stated by. */
export const FORM: Record<Choices["guarantee"], (Key | RowsKey)[]> = {
  approximate_dp: ["guarantee_epsilon", "guarantee_delta"],
  pure_dp: ["guarantee_epsilon"],
  gdp: ["guarantee_gdp_mu", "guarantee_target_delta"],
  zcdp: ["zcdp_rho", "guarantee_target_delta"],
  rdp: ["rdp", "guarantee_target_delta"],
};

export function formOptions(values: Parameters): GuaranteeOptions {
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
  const { prior, attack_rate, negative_attack_rate, loss_level, target_positive_accuracy, baseline } = values;
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
    ...(baseline === null ? {} : { baseline: [baseline] }),
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
    "baseline",
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
