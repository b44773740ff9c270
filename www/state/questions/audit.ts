// From the page's parameters to the question of the audit view.
import type { AuditOptions } from "../../../src/boundary/wasm/core";
import type { Choices } from "../parameters/choices";
import { inRange, rangeOf } from "../parameters/parameter";
import type { Key, Name, Parameters } from "../parameters/table";
import { formOptions, FORM as GUARANTEE_FORM } from "./guarantee";
import { deltaOf, fprOf, runNames, runOptions } from "./run";

const ROC_POINTS = 121;
const TARGET_DELTA = rangeOf("target_delta");

/** The numbers that each form of results is given by; scores come from a file. */
export const RESULTS_FORM: Record<Choices["results"], Key[]> = {
  counts: ["true_positives", "positives", "false_positives", "negatives"],
  one_run: ["canaries", "guesses", "correct"],
  scores: [],
};

/** The numbers that a declared guarantee is stated by, and the delta of the epsilon that is read off the results. */
export function declaredForm({ guarantee }: Pick<Parameters, "guarantee">): (Key | "rdp")[] {
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
    case "one_run":
      return { canaries, guesses, correct };
    case "scores":
      return {};
  }
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
  return ["declared", "results", ...declared, ...RESULTS_FORM[values.results], "level", "fpr"];
}
