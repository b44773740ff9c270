// From the page's parameters to the question of the audit view.
import type { AuditOptions, AuditPlanOptions } from "../../../src/boundary/wasm/core";
import type { Choices } from "../parameters/choices";
import { inRange, rangeOf } from "../parameters/parameter";
import type { RowsKey, ThresholdRow } from "../parameters/rows";
import type { Key, Name, Parameters } from "../parameters/table";
import { formOptions, FORM as GUARANTEE_FORM } from "./guarantee";
import { deltaOf, fprOf, runNames, runOptions } from "./run";

const ROC_POINTS = 121;

/** Rates at which an audit is planned beside the one that is asked for. */
const PLANNED_FPR = [0.01, 0.1];
const TARGET_DELTA = rangeOf("target_delta");

/** The numbers that each form of results is given by; scores come from a file. */
export const RESULTS_FORM: Record<Choices["results"], (Key | RowsKey)[]> = {
  counts: ["true_positives", "positives", "false_positives", "negatives"],
  thresholds: ["thresholds"],
  one_run: ["canaries", "guesses", "correct"],
  scores: [],
};

/** The numbers that a declared guarantee is stated by, and the delta of the epsilon that is read off the results. */
export function declaredForm({ guarantee }: Pick<Parameters, "guarantee">): (Key | RowsKey)[] {
  const form = GUARANTEE_FORM[guarantee];
  return guarantee === "pure_dp" ? [...form, "guarantee_target_delta"] : form;
}

/** The delta at which the epsilon that the attack shows is read off. */
export function auditDelta(values: Parameters): number {
  const { declared, guarantee, guarantee_delta, guarantee_target_delta } = values;
  if (declared === "run") return deltaOf(values);
  return guarantee === "approximate_dp" && inRange(guarantee_delta, TARGET_DELTA)
    ? guarantee_delta
    : guarantee_target_delta;
}

function declaredOptions(values: Parameters): AuditOptions {
  if (values.declared === "run") return runOptions(values);
  return values.guarantee === "pure_dp" ? { ...formOptions(values), delta: 0 } : formOptions(values);
}

function resultsOptions(values: Parameters): AuditOptions {
  const { true_positives, positives, false_positives, negatives, canaries, guesses, correct } = values;
  switch (values.results) {
    case "counts":
      return { true_positives: [true_positives], positives, false_positives: [false_positives], negatives };
    case "thresholds":
      return countsOf(values.thresholds);
    case "one_run":
      return { canaries, guesses, correct };
    case "scores":
      return {};
  }
}

function countsOf(rows: readonly ThresholdRow[]): AuditOptions {
  const column = (place: number) => rows.map((row) => row[place] ?? 0);
  return { true_positives: column(0), positives: column(1), false_positives: column(2), negatives: column(3) };
}

/** Of a declared run: how many trials it takes. */
export function planOptions(values: Parameters): AuditPlanOptions {
  const { less_noise, power, level } = values;
  const fpr = [...new Set([...fprOf(values), ...PLANNED_FPR])].sort((a, b) => a - b);
  return { ...runOptions(values), less_noise, power, level, fpr };
}

export function planNames(values: Parameters): Name[] {
  return [...runNames(values), "dataset_size", "history", "less_noise", "power", "level", "fpr"];
}

/** Scores are left out: they stay with the worker that has read them. */
export function auditOptions(values: Parameters): AuditOptions {
  return {
    ...declaredOptions(values),
    ...resultsOptions(values),
    level: values.level,
    target_delta: auditDelta(values),
    fpr: fprOf(values),
    roc_points: ROC_POINTS,
  };
}

export function auditNames(values: Parameters): Name[] {
  const declared: Name[] =
    values.declared === "run"
      ? [...runNames(values), "dataset_size", "history", "target_delta"]
      : ["guarantee", ...declaredForm(values)];
  return ["declared", "results", "scores_from", ...declared, ...RESULTS_FORM[values.results], "level", "fpr"];
}
