// Parameters of the page's own questions: targets of a calibration, and what a figure is asked for.
import type { Quantity, Range } from "../../../src/boundary/wasm/core";
import type { Param } from "./parameter";
import { closed } from "./range";

export type TargetParam = Quantity | "fpr_min" | "fpr_max";

export type OptionalTargetParam = "target_bayes_security";

const share = (min: number, max: number, min_allowed: boolean): Range => ({
  min,
  max,
  min_allowed,
  integer: false,
  default: null,
});

function target(label: string, start: number, range: Range, percent = false): Param {
  return { label, unit: "", help: "", default: start, range, slider: null, aliases: [], percent };
}

export const TARGET_PARAMS: Record<TargetParam | OptionalTargetParam, Param> = {
  advantage: target("Target advantage", 0.1, share(0, 1, false)),
  bayes_security: target("Target Bayes security", 0.9, share(0, 1, false)),
  epsilon: target("Target epsilon", 2, share(0, 1000, false)),
  tpr: target("Target TPR", 0.01, share(0, 1, false), true),
  precision: target("Target precision", 0.9, share(0, 1, false), true),
  accuracy: target("Target accuracy", 0.55, share(0, 1, false), true),
  gdp_mu: target("Target GDP mu", 0.5, share(0, 100, false)),
  fpr_min: {
    ...target("GDP mu: from FPR", 1e-6, share(1e-12, 1 - 1e-12, true)),
    help: "The smallest rate of false positives that the GDP curve has to cover.",
  },
  fpr_max: {
    ...target("GDP mu: up to FPR", 1 - 1e-6, share(1e-12, 1 - 1e-12, true)),
    help: "The largest such rate.",
  },
  target_bayes_security: {
    label: "Target Bayes security",
    unit: "at least",
    help: "Between 0, where the best attacker is always right, and 1, where it guesses blindly. Empty: not asked.",
    default: null,
    range: closed(1e-9, 1 - 1e-9),
    rangeOf: "positive_accuracy",
    slider: null,
    aliases: [],
    optional: true,
  },
};
