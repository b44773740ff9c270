// From the page's parameters to the questions of the noise view.
import type { NoiseOptions } from "../../../src/boundary/wasm/core";
import type { Name, Parameters } from "../parameters/table";
import { fprOf } from "./run";

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

/** Noise of one scale; without a seed it is to be released. */
export function noiseSampleOptions(values: Parameters, noise_scale: number, seed: number | null) {
  const { noise_law: noise, noise_vectors: samples, dimension } = values;
  return {
    noise,
    noise_scale,
    dimension: noise === "laplace" ? 1 : dimension,
    norm: "l2" as const,
    samples,
    ...(seed === null ? {} : { seed }),
  };
}
