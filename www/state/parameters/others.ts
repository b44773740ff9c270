// The smaller tables of parameters: targets of a calibration, attributes, and the simulation.
import type { Quantity, Range } from "../../../src/boundary/wasm/core";
import { above, closed, type Param, rangeOf, whole } from "./parameter";

/** The Noise view has an eta, too: it is the same wish. */
export type TargetParam = Exclude<Quantity, "eta"> | "fpr_min" | "fpr_max";

export type OptionalTargetParam = "target_bayes_security" | "at_epsilon" | "baseline";

function target(label: string, start: number, range: Range, percent = false): Param {
  return { label, unit: "", help: "", default: start, range, slider: null, aliases: [], percent };
}

export const TARGET_PARAMS: Record<TargetParam | OptionalTargetParam, Param> = {
  advantage: target("Target advantage", 0.1, above(0, 1)),
  bayes_security: target("Target Bayes security", 0.9, above(0, 1)),
  epsilon: target("Target epsilon", 2, above(0, 1000)),
  tpr: target("Target TPR", 0.01, above(0, 1), true),
  precision: target("Target precision", 0.9, above(0, 1), true),
  accuracy: target("Target accuracy", 0.55, above(0, 1), true),
  positive_accuracy: target("Target positive accuracy", 0.9, above(0, 1), true),
  gdp_mu: target("Target GDP mu", 0.5, above(0, 100)),
  fpr_min: {
    ...target("GDP mu: from FPR", 1e-6, rangeOf("fpr_range"), true),
    help: "The smallest rate of false positives that the GDP curve has to cover.",
  },
  fpr_max: {
    ...target("GDP mu: up to FPR", 1 - 1e-6, rangeOf("fpr_range"), true),
    help: "The largest rate of false positives that the GDP curve has to cover.",
  },
  at_epsilon: {
    label: "Delta and TV_a at epsilon",
    unit: "",
    help: "Delta at this epsilon, and the distance TV_a at a = exp(epsilon). Empty: not asked.",
    default: null,
    range: closed(0, 700),
    slider: null,
    aliases: [],
    optional: true,
  },
  baseline: {
    label: "Baseline of a guess",
    unit: "right without the model",
    help: "How likely the best guess about a record is right without the model, such as 0.000001 for one in a million. Empty: not asked.",
    default: null,
    range: rangeOf("baseline"),
    slider: null,
    aliases: [],
    optional: true,
  },
  target_bayes_security: {
    label: "Target Bayes security",
    unit: "at least",
    help: "Between 0, where the best attacker is always right, and 1, where it guesses blindly. Empty: not asked.",
    default: null,
    range: rangeOf("positive_accuracy"),
    slider: null,
    aliases: [],
    optional: true,
  },
};

export type AttributeParam = "clipping_norm" | "gradient_distance";

export type OptionalAttributeParam = "attributes_values";

export const ATTRIBUTE_PARAMS: Record<AttributeParam | OptionalAttributeParam, Param> = {
  clipping_norm: {
    label: "Clipping norm C",
    unit: "longest gradient",
    help: "Gradients longer than this are shortened to it. Opacus calls it max_grad_norm.",
    default: 1,
    range: rangeOf("clipping_norm"),
    slider: { min: 0.01, max: 100, scale: "log" },
    aliases: ["max_grad_norm"],
  },
  gradient_distance: {
    label: "Gradient distance R",
    unit: "at most 2C",
    help: "The largest distance between the clipped gradients of two values of the attribute, at every step.",
    default: 0.5,
    range: rangeOf("gradient_distance"),
    slider: { min: 0.001, max: 10, scale: "log" },
    aliases: [],
  },
  attributes_values: {
    name: "values",
    label: "Values of the attribute",
    unit: "rows for each record",
    help: "The rows come in blocks of so many, one block a record. Empty: all rows are one record.",
    default: null,
    range: whole(2, 1e6),
    slider: null,
    aliases: [],
    optional: true,
  },
};

export type SimulationParam = "seconds" | "workers";

/** They say how much of this machine a run takes, and change no digit of a number of trainings: a link does not carry them. */
export const LOCAL_KEYS = ["seconds", "workers"] as const satisfies readonly SimulationParam[];

export const MOST_WORKERS = 16;

export const SIMULATION_PARAMS: Record<SimulationParam, Param> = {
  seconds: {
    label: "Stop after",
    unit: "seconds",
    help: "Ends the run early. What was simulated by then can be repeated. Empty: no limit.",
    default: null,
    range: above(0, 86_400),
    slider: null,
    aliases: [],
    optional: true,
  },
  workers: {
    label: "Workers",
    unit: "at the same time",
    help: "Threads of this browser that share the work. Empty: one for each core. They never change a digit.",
    default: null,
    range: whole(1, MOST_WORKERS),
    slider: null,
    aliases: [],
    optional: true,
  },
};
