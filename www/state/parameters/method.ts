// The one parameter of the method view: what its drawn examples are drawn from.
import type { Param } from "./parameter";
import { whole } from "./range";

export type MethodParam = "example_seed";

export const METHOD_PARAMS: Record<MethodParam, Param> = {
  example_seed: {
    label: "Seed of the drawn examples",
    unit: "",
    help: "The counterexamples that draw at random begin with it.",
    default: 1,
    range: whole(1, 1e9),
    slider: null,
    aliases: [],
  },
};
