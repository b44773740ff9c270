// Total variation of two mixtures of shifted Laplace laws, exact to rounding: between two centres each difference is
// A e^y + B e^-y, which crosses zero at most once.

/** `inside` and `outside` are equally likely centres; `scale` is that of the noise. */
export function laplaceVariation(inside: readonly number[], outside: readonly number[], scale: number): number {
  const centres = [
    ...inside.map((at) => ({ at: at / scale, weight: 1 / inside.length })),
    ...outside.map((at) => ({ at: at / scale, weight: -1 / outside.length })),
  ].sort((one, other) => one.at - other.at);
  const last = centres.length - 1;
  const fromLeft = running(centres);
  const fromRight = running([...centres].reverse()).reverse();
  let total = Math.abs(fromRight[0] ?? 0) + Math.abs(fromLeft[last] ?? 0);
  for (let i = 0; i < last; i++) {
    const width = (centres[i + 1]?.at ?? 0) - (centres[i]?.at ?? 0);
    const falling = fromLeft[i] ?? 0;
    const rising = (fromRight[i + 1] ?? 0) * Math.exp(-width);
    total += between(falling, rising, width);
  }
  return total / 4;
}

/** At each centre, the sum of all up to it, each faded by its distance. */
function running(centres: readonly { at: number; weight: number }[]): number[] {
  let sum = 0;
  return centres.map(({ at, weight }, i) => {
    const before = centres[i - 1];
    if (before) sum *= Math.exp(-Math.abs(at - before.at));
    sum += weight;
    return sum;
  });
}

/** Integral of |falling e^-y + rising e^y| over [0, width]. */
function between(falling: number, rising: number, width: number): number {
  const area = (y: number) => -falling * Math.exp(-y) + rising * Math.exp(y);
  const crossing = rising !== 0 && -falling / rising > 0 ? Math.log(-falling / rising) / 2 : -1;
  if (crossing <= 0 || crossing >= width) return Math.abs(area(width) - area(0));
  return Math.abs(area(crossing) - area(0)) + Math.abs(area(width) - area(crossing));
}

/** Every way to choose `size` of 0, ..., n - 1. */
export function subsets(n: number, size: number): number[][] {
  if (size === 0) return [[]];
  if (n < size) return [];
  return [...subsets(n - 1, size), ...subsets(n - 1, size - 1).map((subset) => [...subset, n - 1])];
}

export function binomial(n: number, k: number): number {
  let value = 1;
  for (let i = 1; i <= k; i++) value = (value * (n - k + i)) / i;
  return value;
}
