// Output noise in words: the headline, the scales side by side, and the statement to paste.
import type { Figure, NoiseResult, NoiseScale } from "../../src/boundary/wasm/core";
import { type Parameters, print } from "../state/parameters/table";
import { atMost, type FigureRow } from "./figure";
import { count, percent, rightGuesses, rounded } from "./number";

export type Law = Parameters["noise_law"];

const LAW: Record<Law, string> = {
  exponential_norm: "exponential-norm noise",
  laplace: "Laplace noise",
  gaussian: "Gaussian noise",
};

/** The sharp law serves any dimension; what is known for one number only is not promised for more. */
export function bestLaw({ dimension, scale }: NoiseResult): Law {
  if (!scale) return "exponential_norm";
  if (dimension === 1) return "laplace";
  return scale.gaussian.mean_radius < scale.sharp.mean_radius ? "gaussian" : "exponential_norm";
}

export function scaleOf({ scale }: NoiseResult, law: Law): NoiseScale | null {
  if (!scale) return null;
  return { exponential_norm: scale.sharp, laplace: scale.laplace_1d, gaussian: scale.gaussian }[law];
}

export interface NoiseHeadline {
  noise: string;
  scale: string;
  right: string;
  of: string;
  blind: string;
}

/** Null for what is asked the other way round without an answer. */
export function headlineParts(result: NoiseResult): NoiseHeadline {
  const p = result.subset_fraction;
  const blind = Math.max(p, 1 - p);
  const law = bestLaw(result);
  const found = scaleOf(result, law);
  const eta = result.eta ?? Math.min(...etas(result).map(({ figure }) => atMost(figure)));
  // Eta is the gain in accuracy: half an advantage.
  const { of } = rightGuesses(Math.min(1, 2 * eta));
  return {
    noise: found ? LAW[law] : "noise of this scale",
    scale: found ? rounded(atMost(found), 4, "up") : "",
    right: count(Math.min(of, Math.ceil((blind + eta) * of))),
    of: count(of),
    blind: count(Math.round(blind * of)),
  };
}

export function answerInWords(result: NoiseResult): string {
  const { noise, scale, right, of, blind } = headlineParts(result);
  const subject = scale ? `${noise[0]?.toUpperCase()}${noise.slice(1)} of scale ${scale}` : "Noise of this scale";
  return `${subject} lets no attacker get more than ${right} of ${of} guesses right; blind guessing gets ${blind}.`;
}

export interface ScaleRow {
  name: string;
  label: string;
  scale: NoiseScale;
  /** Whether the scale itself is what this page adds to the papers. */
  ours: boolean;
}

const SCALES: [name: keyof NonNullable<NoiseResult["scale"]>, label: string, ours: boolean][] = [
  ["printed", "Printed", false],
  ["dimension_corrected", "Printed, for the dimension", false],
  ["laplace_dp", "Laplace mechanism (DP)", false],
  ["sharp", "Sharper, any dimension", true],
  ["swap", "Sharper, by exchange", true],
  ["laplace_1d", "Laplace, one number", true],
  ["gaussian", "Gaussian", true],
];

export function scaleRows({ scale }: NoiseResult): ScaleRow[] {
  if (!scale) return [];
  return SCALES.flatMap(([name, label, ours]) => {
    const found = scale[name];
    return found ? [{ name, label, scale: found, ours }] : [];
  });
}

/** "4.933 suffices": an upper bound of the least noise that would do. */
export function sufficient(scale: NoiseScale): string {
  return scale.kind === "approximation"
    ? `${rounded(scale.estimate, 4, "up")}, not proven`
    : `${rounded(atMost(scale), 4, "up")} suffices`;
}

export function scaleInWords(scale: NoiseScale): string {
  const proven =
    scale.proven_eta === null ? "nothing is proven for it" : `proves eta ${rounded(scale.proven_eta, 3, "up")}`;
  return `Mean length ${rounded(scale.mean_radius, 4)}; ${proven}.`;
}

function etas({ achieved }: NoiseResult): FigureRow[] {
  if (!achieved) return [];
  const rows: [string, string, Figure | null][] = [
    ["eta-sharp", "Exponential-norm noise, any norm and dimension", achieved.sharp],
    ["eta-swap", "The same, by exchange", achieved.swap],
    ["eta-laplace", "Laplace noise on one number", achieved.laplace_1d],
    ["eta-gaussian", "Gaussian noise", achieved.gaussian],
  ];
  return rows.flatMap(([name, label, figure]) => (figure ? [{ name, label: `Eta of ${label}`, figure }] : []));
}

export function noiseRows(result: NoiseResult): FigureRow[] {
  return [
    ...scaleRows(result).map(({ name, label, scale }) => ({
      name: `scale-${name}`,
      label: `Scale: ${label}`,
      figure: scale,
      says: sufficient(scale),
      words: scaleInWords(scale),
    })),
    ...etas(result),
    ...(result.equivalent_epsilon
      ? [
          {
            name: "equivalent_epsilon",
            label: "Epsilon of pure DP with the same eta",
            figure: result.equivalent_epsilon,
          },
        ]
      : []),
    ...result.tpr.map(({ fpr, tpr, printed }) => ({
      name: `noise-tpr-${fpr}`,
      label: `TPR at FPR ${percent(fpr)}`,
      figure: tpr,
      percent: true,
      words: `The printed bound would say ${percent(printed)}, which is too low.`,
    })),
  ];
}

/** The scale or the eta that the headline speaks of. */
export function answerRow(result: NoiseResult): FigureRow {
  const found = scaleOf(result, bestLaw(result));
  const candidates = found ? noiseRows(result).filter(({ figure }) => figure === found) : etas(result);
  return candidates.reduce((least, row) => (atMost(row.figure) < atMost(least.figure) ? row : least));
}

export function noiseStatement(result: NoiseResult, values: Parameters, link: string): string {
  const law = bestLaw(result);
  const found = scaleOf(result, law);
  const spread =
    values.noise_moment === "sigma_1"
      ? `mean distance from the centre at most ${print(values.sigma_1)}`
      : `moment of order ${print(values.moment_order)} at most ${print(values.sigma_m)}`;
  const dimension = result.dimension === 1 ? "1 published number" : `${count(result.dimension)} published numbers`;
  return [
    `Output of training on a random subset of ${percent(result.subset_fraction)} of the data: ${dimension}, ${spread}.`,
    found
      ? `${LAW[law][0]?.toUpperCase()}${LAW[law].slice(1)} of scale ${rounded(atMost(found), 6, "up")} is added (${found.theorem}).`
      : `Noise of scale ${print(values.noise_scale)} is added.`,
    answerInWords(result),
    `Assumed: ${result.assumptions.join(" ")}`,
    `Computed with mi-bounds ${result.library_version}: ${link}`,
  ].join("\n");
}
