// The normal law, computed here and not by the core, so that the counterexamples are a second route to their numbers.
/** The error function: Taylor series near zero, continued fraction in the tail; about 1e-14 relative. */
export function erf(x: number): number {
  if (Math.abs(x) > 2.5) return Math.sign(x) * (1 - erfc(Math.abs(x)));
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

/** 1 - erf without cancellation for large x. */
export function erfc(x: number): number {
  if (x < 2.5) return 1 - erf(x);
  let fraction = x;
  for (let n = 80; n > 0; n--) fraction = x + n / 2 / fraction;
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / fraction;
}

export function density(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/** Share of the standard normal law at or below x. */
export function below(x: number): number {
  return x < 0 ? above(-x) : 1 - above(x);
}

/** Share of the standard normal law above x. */
export function above(x: number): number {
  return erfc(x / Math.SQRT2) / 2;
}

/** The x with `below(x) = share`, for 0 < share < 1. */
export function quantile(share: number): number {
  return root((x) => below(x) - share, -40, 40);
}

/** The x with `erf(x) = y`, for 0 <= y < 1. */
export function erfInverse(y: number): number {
  return root((x) => erf(x) - y, 0, 6);
}

/** Where a rising function crosses zero, by bisection: to the last bit unless a tolerance is given. */
export function root(f: (x: number) => number, low: number, high: number, tolerance = 0): number {
  let [below, above] = [low, high];
  for (let i = 0; i < 200; i++) {
    const middle = (below + above) / 2;
    if (middle <= below || middle >= above || above - below < tolerance) break;
    if (f(middle) < 0) below = middle;
    else above = middle;
  }
  return (below + above) / 2;
}

/** Trapezoidal rule; for smooth integrands that vanish at both ends it is accurate to rounding. */
export function integral(f: (x: number) => number, low: number, high: number, cells: number): number {
  const step = (high - low) / cells;
  let sum = (f(low) + f(high)) / 2;
  for (let i = 1; i < cells; i++) sum += f(low + i * step);
  return sum * step;
}

export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Uniform in (0, 1): a Weyl sequence through a 32-bit mixer (Mulberry32). */
  uniform(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let bits = this.state;
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return (((bits ^ (bits >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  }

  /** Standard normal, by Box and Muller. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  }

  /** Standard Cauchy: tails so heavy that it has no mean. */
  cauchy(): number {
    return Math.tan(Math.PI * (this.uniform() - 0.5));
  }
}
