// From the page's parameters to the questions of the attributes view.
import type { AttributesOptions } from "../../../src/boundary/wasm/core";
import type { Table, TableName } from "../files/table";
import type { Choices } from "../parameters/choices";
import type { Name, Parameters } from "../parameters/table";
import { fprOf, rateOf, runNames, stepsOf } from "./run";

/** Null while the file that it needs is not there. */
export function attributesOptions(
  { values, tables }: { values: Parameters; tables: Partial<Record<TableName, Table>> },
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

const CURVE_POINTS = 21;

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
  return { options: { ...options, draft: true }, over, values: distinct };
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
