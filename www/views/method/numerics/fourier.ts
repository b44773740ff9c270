// Advantage of many steps by the Fourier series of Method F, in a few lines: a second program for the same number.
import { density } from "./normal";
import { ratio, type Step } from "./step";

const WINDOW = 80;

/**
 * Total variation of `steps` steps: in against out ("sampled"), or with opposite shifts ("replaced").
 *
 * One step's transform on the Hellinger line is summed by the trapezoidal rule; its distance from one keeps its digits
 * because the mean ratios, which are one, are subtracted under the sum.
 */
export function variation(step: Step, steps: number, pair: "sampled" | "replaced"): number {
  const nodes = lossesOf(step, pair);
  let sum = 4 * Math.exp(steps * transform(nodes, 0).re);
  for (let k = 1; k < 20_000; k++) {
    const t = (2 * Math.PI * k) / WINDOW;
    const { re, im } = transform(nodes, t);
    const size = Math.exp(steps * re);
    sum += (2 * size * Math.cos(steps * im)) / (0.25 + t * t);
    if (size < 1e-14) break;
  }
  return 1 - sum / WINDOW;
}

interface Node {
  weight: number;
  /** Geometric mean of both densities against N(0, 1), less one. */
  excess: number;
  /** What the mean ratios leave of it: `excess` less half of both ratios' excess. */
  gap: number;
  loss: number;
}

function lossesOf(step: Step, pair: "sampled" | "replaced"): Node[] {
  const shift = 1 / step.noise;
  const spacing = Math.min(0.05, step.noise / 20);
  const reach = 12 + shift;
  const nodes: Node[] = [];
  for (let i = Math.floor(-reach / spacing); i * spacing <= reach; i++) {
    const z = i * spacing;
    const one = Math.log(ratio(step, z));
    const other = pair === "replaced" ? Math.log(ratio(step, -z)) : 0;
    const excess = Math.expm1((one + other) / 2);
    const gap = excess - (Math.expm1(one) + Math.expm1(other)) / 2;
    nodes.push({ weight: density(z) * spacing, excess, gap, loss: one - other });
  }
  return nodes;
}

/** Logarithm of the one-step transform at 1/2 + it. */
function transform(nodes: Node[], t: number): { re: number; im: number } {
  let x = 0;
  let y = 0;
  for (const { weight, excess, gap, loss } of nodes) {
    const turn = t * loss;
    x += weight * (gap - 2 * (1 + excess) * Math.sin(turn / 2) ** 2);
    y += weight * (1 + excess) * Math.sin(turn);
  }
  return { re: Math.log1p(2 * x + x * x + y * y) / 2, im: Math.atan2(y, 1 + x) };
}
