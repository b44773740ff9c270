// One Poisson-sampled step: out = N(0, s²), in = (1 - q) N(0, s²) + q N(1, s²).
import { above, below, density, integral } from "./normal";

export interface Step {
  noise: number;
  rate: number;
}

/** Likelihood ratio of in against out, at an observation of z noise deviations. */
export function ratio({ noise, rate }: Step, z: number): number {
  return 1 + rate * Math.expm1(z / noise - 1 / (2 * noise * noise));
}

/** The observation at which the ratio is `value`; minus infinity where every observation has more. */
export function observationAt({ noise, rate }: Step, value: number): number {
  const inner = (value - 1) / rate;
  return inner <= -1 ? Number.NEGATIVE_INFINITY : noise * (Math.log1p(inner) + 1 / (2 * noise * noise));
}

/** Share of out, and of in, above the observation z. */
export function shares({ noise, rate }: Step, z: number): { out: number; in: number } {
  const out = above(z);
  return { out, in: (1 - rate) * out + rate * above(z - 1 / noise) };
}

/** Integral of (in - g out)₊: the hockey stick of one step. */
export function hockeyStick(step: Step, g: number): number {
  const shared = shares(step, observationAt(step, g));
  return shared.in - g * shared.out;
}

/** Half the integral of |x - a y|, by quadrature on either side of the crossing: a route of its own. */
export function weightedVariation(step: Step, a: number, weighted: "in" | "out"): number {
  const level = weighted === "in" ? 1 / a : a;
  const crossing = observationAt(step, level);
  const difference = (z: number) => density(z) * (weighted === "in" ? a * ratio(step, z) - 1 : ratio(step, z) - a);
  const high = 1 / step.noise + 40;
  const low = -40;
  const middle = Math.min(high, Math.max(low, crossing));
  const part = (from: number, to: number) => (to > from ? Math.abs(simpson(difference, from, to)) : 0);
  return (part(low, middle) + part(middle, high)) / 2;
}

function simpson(f: (x: number) => number, low: number, high: number): number {
  const coarse = integral(f, low, high, 4000);
  const fine = integral(f, low, high, 8000);
  return (4 * fine - coarse) / 3;
}

/** Share of out, or of in, whose likelihood ratio over two steps exceeds e^level. */
export function twoSteps(step: Step, level: number, side: "out" | "in"): number {
  const share = (z: number) => {
    const own = ratio(step, z);
    return density(z) * (side === "in" ? own : 1) * shares(step, observationAt(step, Math.exp(level) / own))[side];
  };
  return integral(share, -9, 9 + 1 / step.noise, 800);
}

/** Total variation of N(0, 1) and N(mu, 1). */
export function gaussianVariation(mu: number): number {
  return 2 * below(mu / 2) - 1;
}

/** Smallest delta of the Gaussian mechanism at epsilon, for sensitivity one and noise deviation `noise`. */
export function gaussianDelta(noise: number, epsilon: number): number {
  return above(epsilon * noise - 1 / (2 * noise)) - Math.exp(epsilon) * above(epsilon * noise + 1 / (2 * noise));
}
