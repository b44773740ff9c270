// Parameters of the attributes view; the run is that of the training view.
import type { Param } from "./parameter";
import { above, closed, whole } from "./range";

export type AttributeParam = "clipping_norm" | "gradient_distance";

export type OptionalAttributeParam = "attributes_values";

export const ATTRIBUTE_PARAMS: Record<AttributeParam | OptionalAttributeParam, Param> = {
  clipping_norm: {
    label: "Clipping norm C",
    unit: "length of a gradient, at most",
    help: "Gradients longer than this are shortened to it. Opacus calls it max_grad_norm.",
    default: 1,
    range: { ...above(0, 1e12), default: 1 },
    rangeOf: "clipping_norm",
    slider: { min: 0.01, max: 100, scale: "log" },
    aliases: ["max_grad_norm"],
  },
  gradient_distance: {
    label: "Gradient distance R",
    unit: "at most 2C",
    help: "The largest distance between the clipped gradients of two values of the attribute, at every step.",
    default: 0.5,
    range: closed(0, 2e12),
    rangeOf: "gradient_distance",
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
