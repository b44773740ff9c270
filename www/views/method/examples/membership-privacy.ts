// Counterexamples to the paper on membership inference privacy, and the sharper bound held against every small case.
import { binomial, laplaceVariation, subsets } from "../numerics/mixtures";
import { density, integral, quantile, Random } from "../numerics/normal";
import { type Example, given, inPercent, printed, type Row, truth } from "./example";

/** Scale of the paper's noise in units of sigma, for second moments. */
const paperScale = (eta: number) => (6.16 / eta) ** 2;
/** The sharper scales in units of sigma_1: any norm, one-dimensional Laplace, Gaussian. */
const sharp = (eta: number) => 1 / Math.atanh(2 * eta);
const laplace = (eta: number) => -1 / Math.log1p(-2 * eta);
const gaussian = (eta: number) => 1 / quantile(0.5 + eta);

export const E11: Example = {
  setting: "Two records, one of them in training; the output is the target's membership bit, told truly or flipped.",
  run: () => {
    const told = (flipped: number) => ({ eta: Math.max(flipped, 1 - flipped) - 0.5, gap: 1 - 2 * flipped });
    const [plain, flipped] = [told(0), told(0.4)];
    return {
      rows: [
        given("told truly: eta", plain.eta, 3),
        truth("told truly: TPR less FPR", plain.gap, 3),
        printed("told truly: allowed difference", plain.eta, 3),
        given("flipped with probability 0.4: eta", flipped.eta, 3),
        truth("flipped: TPR less FPR", flipped.gap, 3),
        printed("flipped: allowed difference", flipped.eta, 3),
        truth("flipped: allowed by the corrected form", 2 * flipped.eta, 3),
      ],
      findings: [
        { statement: "TPR ≤ FPR + η.", holds: plain.gap <= plain.eta },
        { statement: "TPR ≤ FPR + 2η.", holds: plain.gap <= 2 * plain.eta && flipped.gap <= 2 * flipped.eta + 1e-12 },
      ],
    };
  },
};

/** Probability that the radius exceeds `t` scales: a Gamma law whose shape is the dimension. */
function radiusTail(dimension: number, t: number): number {
  let term = Math.exp(-t);
  let sum = term;
  for (let i = 1; i < dimension; i++) {
    term *= t / i;
    sum += term;
  }
  return sum;
}

/** Accuracy of "which side of the origin is the projection on" against the printed sampler, theta = ±(1, ..., 1). */
function projectionAttack(eta: number, dimension: number): number {
  const reach = Math.sqrt(dimension) / paperScale(eta);
  const misses = 2 * integral((z) => (z === 0 ? 0 : density(z) * Math.exp(-reach / z)), 0, 12, 20_000);
  return 1 - misses / 2;
}

export const E12: Example = {
  setting:
    "How far the noise reaches, by dimension; then the printed sampler at eta 0.4 against an attack on the projection.",
  run: () => {
    const wide = projectionAttack(0.4, 4e5);
    return {
      rows: [
        printed("beyond five scales, as in one dimension", Math.exp(-5), 4),
        truth("beyond five scales, two dimensions", radiusTail(2, 5), 5),
        truth("beyond five scales, ten dimensions", radiusTail(10, 5), 6),
        inPercent(printed("accuracy promised at eta 0.4", 0.9, 2)),
        inPercent(truth("accuracy of the attack in 100,000 dimensions", projectionAttack(0.4, 1e5), 3)),
        inPercent(truth("accuracy of the attack in 400,000 dimensions", wide, 3)),
      ],
      findings: [
        { statement: "The tail of the radius does not depend on the dimension.", holds: radiusTail(10, 5) < 0.007 },
        { statement: "The printed sampler keeps the accuracy at 90% or below.", holds: wide <= 0.9 },
      ],
    };
  },
};

/** A statistic of each half of the data, by the half. */
type Statistic = (half: readonly number[]) => number;

/** The statistics on n records that the enumeration runs through; the last two are drawn. */
function statistics(n: number, random: Random): Statistic[] {
  const mean =
    (of: readonly number[]): Statistic =>
    (half) =>
      half.reduce((sum, i) => sum + (of[i] ?? 0), 0) / half.length;
  const each = (draw: (i: number) => number) => Array.from({ length: n }, (_, i) => draw(i));
  const table = new Map<string, number>();
  return [
    (half) => (half.includes(0) ? 1 : 0),
    mean(each((i) => (i === 0 ? 1 : 0))),
    mean(each((i) => (i % 2 === 0 ? 1 : -1))),
    mean(each((i) => 2 ** i)),
    mean(each(() => random.normal())),
    mean(each(() => random.cauchy())),
    (half) => {
      const key = half.join();
      const known = table.get(key) ?? random.cauchy();
      table.set(key, known);
      return known;
    },
  ];
}

/** Largest exact eta over its bound, over all records, statistics and scales; and how many cases that were. */
function enumerate(seed: number): { cases: number; violations: number; laplaceRatio: number; sharpRatio: number } {
  const random = new Random(seed);
  const found = { cases: 0, violations: 0, laplaceRatio: 0, sharpRatio: 0 };
  for (const n of [2, 4, 6]) {
    const halves = subsets(n, n / 2);
    for (const statistic of statistics(n, random)) {
      const values = halves.map(statistic);
      const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
      const moment = values.reduce((sum, value) => sum + Math.abs(value - centre), 0) / values.length;
      if (moment < 1e-9) continue;
      for (const scale of [0.3, 1, 3]) {
        for (let record = 0; record < n; record++) {
          const inside = values.filter((_, i) => halves[i]?.includes(record));
          const outside = values.filter((_, i) => !halves[i]?.includes(record));
          const eta = laplaceVariation(inside, outside, scale * moment) / 2;
          const byLaplace = -Math.expm1(-1 / scale) / 2;
          const bySharp = Math.tanh(1 / scale) / 2;
          found.cases += 1;
          if (eta > byLaplace + 1e-10 || eta > bySharp + 1e-10) found.violations += 1;
          found.laplaceRatio = Math.max(found.laplaceRatio, eta / byLaplace);
          found.sharpRatio = Math.max(found.sharpRatio, eta / bySharp);
        }
      }
    }
  }
  return found;
}

export const E13: Example = {
  setting:
    "Noise scales in units of sigma; then every half of 2, 4 and 6 records, for seven statistics and three scales.",
  random: true,
  run: (seed) => {
    const rows = [0.1, 0.01].flatMap((eta): Row[] => [
      printed(`eta ${eta}: scale of the paper`, paperScale(eta)),
      truth(`eta ${eta}: sharper scale, any norm`, sharp(eta), 4),
      truth(`eta ${eta}: one-dimensional Laplace`, laplace(eta), 4),
      truth(`eta ${eta}: Gaussian deviation`, gaussian(eta), 4),
    ]);
    const { cases, violations, laplaceRatio, sharpRatio } = enumerate(seed);
    rows.push(
      given("cases enumerated", cases, 4),
      given("cases above a bound", violations),
      truth("largest exact eta over the Laplace bound", laplaceRatio, 7),
      truth("largest exact eta over the bound for any norm", sharpRatio, 4),
    );
    return {
      rows,
      findings: [
        { statement: "The sharper bounds hold in every case.", holds: violations === 0 },
        { statement: "The Laplace bound is attained.", holds: laplaceRatio > 1 - 1e-9 },
      ],
    };
  },
};

export const E16e: Example = {
  setting:
    "Eight records, one of them 1 and the others 0; the output is the mean of four; sigma is estimated on halves of the four.",
  run: () => {
    const outputs = subsets(8, 4).map((four) => {
      const means: number[] = subsets(4, 2).map((pair) => (pair.some((i) => four[i] === 0) ? 0.5 : 0));
      const centre = means.reduce((sum, mean) => sum + mean, 0) / means.length;
      const sigma = Math.sqrt(means.reduce((sum, mean) => sum + (mean - centre) ** 2, 0) / means.length);
      return { member: four.includes(0), sigma };
    });
    // With no noise and no outlier the output is exactly zero; with noise it almost surely is not.
    const right = outputs.filter(({ member, sigma }) => member === sigma > 0).length;
    const quiet = outputs.find(({ member }) => !member)?.sigma ?? Number.NaN;
    const loud = outputs.find(({ member }) => member)?.sigma ?? Number.NaN;
    return {
      rows: [
        given("training sets enumerated", outputs.length),
        truth("estimated sigma without the record", quiet, 3),
        truth("estimated sigma with it", loud, 3),
        inPercent(printed("accuracy promised at eta 0.05", 0.55, 3)),
        inPercent(truth('accuracy of "member if the output is not 0"', right / outputs.length, 4)),
      ],
      findings: [{ statement: "The accuracy stays at 55% or below.", holds: right / outputs.length <= 0.55 }],
    };
  },
};

export const E16m: Example = {
  setting: "Proposition 11 with 36 records, eta 0.01; and Theorem 4 at epsilon 1, delta 0.1.",
  run: () => {
    const sensitivity = Math.sqrt(binomial(36, 18));
    const [epsilon, delta] = [1, 0.1];
    const eta = delta + (1 - delta) / (1 + Math.exp(-epsilon)) - 0.5;
    // The table of the tightness proof: an output that tells all with probability delta, else randomised response.
    const accuracy = delta + ((1 - delta) * Math.exp(epsilon)) / (1 + Math.exp(epsilon));
    const general = (k: number) =>
      Math.max(delta * Math.min(k, 1 - k), (Math.exp(epsilon) + delta) / (Math.exp(epsilon) + 1) - Math.max(k, 1 - k));
    return {
      rows: [
        truth("sensitivity of the statistic", sensitivity, 6),
        truth("scale of the Laplace mechanism", sensitivity / Math.log((1 + 0.02) / (1 - 0.02)), 4),
        truth("scale of the paper's noise, in sigma", paperScale(0.01), 6),
        truth("eta of Theorem 4", eta),
        truth("eta of the mechanism in its tightness proof", accuracy - 0.5),
        given("eta where a quarter of the records is taken", general(0.25)),
      ],
      findings: [{ statement: "Theorem 4 is attained.", holds: Math.abs(accuracy - 0.5 - eta) < 1e-12 }],
    };
  },
};
