// What a guess about a record is worth without and with what was trained.
import type { BaselineFigure } from "../../src/boundary/wasm/core";
import type { FigureRow } from "./figure";
import { count } from "./number";

/** A probability as people tell a risk; rounded to the larger one. */
export function onceIn(probability: number): string {
  if (probability <= 0.5) return `once in ${count(Math.floor((1 / probability) * (1 + Number.EPSILON)))}`;
  const hundredths = Math.ceil(100 * probability * (1 - Number.EPSILON));
  return hundredths < 100 ? `${hundredths} times in 100` : "every time";
}

/** The guess, and what closed forms say of it. */
export function baselineRows({ baseline, closed_form, gaussian, ...success }: BaselineFigure): FigureRow[] {
  const guess = {
    name: "baseline",
    label: `A guess that is right ${onceIn(baseline)} without the model`,
    figure: success,
    percent: true,
    words: `With it, a guess about what a record holds, or whose it is, is right at most ${onceIn(success.upper ?? 1)}, whatever the prior and however many the candidates.`,
  };
  const others = [
    { name: "baseline-closed-form", label: "The same by the closed form of Bayes security", figure: closed_form },
    { name: "baseline-gaussian", label: "The same by the closed form of the Gaussian mechanism", figure: gaussian },
  ];
  return [guess, ...others.flatMap(({ figure, ...row }) => (figure ? [{ ...row, figure, percent: true }] : []))];
}
