// The sentences of the page: results in plain words, with natural frequencies.
import type { Figure, Kind, MonteCarloResult, TprFigure } from "../src/wasm";
import { certified, count, percent, rightGuesses, rounded } from "./format";
import { print } from "./state/params";

export const KIND_IN_WORDS: Record<Kind, string> = {
  exact: "exact, certified",
  upper: "upper bound",
  estimate: "estimate",
  approximation: "approximation",
};

/** A certified value with no more digits than are certain. */
export function exactValue({ lower, estimate, upper }: Figure, most = 7): string {
  return certified(lower ?? estimate, estimate, upper ?? estimate, most);
}

/** The largest value that the figure admits. */
export function atMost(figure: Figure): number {
  return figure.upper ?? figure.estimate;
}

export function headline(advantage: Figure): string {
  const { of, right, blind } = rightGuesses(atMost(advantage));
  return `Of ${count(of)} guesses, the best possible attacker gets at most ${count(right)} right; blind guessing gets ${count(blind)}.`;
}

/** The headline in a line, for where the controls hide it. */
export function glance(advantage: Figure): string {
  const { of, right } = rightGuesses(atMost(advantage));
  return `At most ${count(right)} of ${count(of)} right; advantage ${exactValue(advantage, 4)}`;
}

export function tprInWords(figure: TprFigure): string {
  const { fpr } = figure;
  const of = Math.max(1000, 10 ** Math.ceil(-Math.log10(fpr)));
  const found = Math.min(of, Math.ceil(atMost(figure) * of));
  const wrong = Math.round(fpr * of);
  return `Of ${count(of)} members at most ${count(found)} are found while ${count(wrong)} of ${count(of)} others ${
    wrong === 1 ? "is" : "are"
  } named wrongly. Blind guessing finds ${count(wrong)}.`;
}

export function precisionInWords(precision: Figure, prior: number): string {
  return `At prior ${print(prior)}, at most ${percent(atMost(precision), 3, "up")} of the records it names are members.`;
}

/** What the simulation says about the exact value. */
export function agreement(simulated: MonteCarloResult, exact: Figure): string {
  const { lower, upper, estimate } = simulated.advantage;
  const often = percent(simulated.confidence);
  const inside = (lower ?? 0) <= atMost(exact) && (exact.lower ?? 0) <= (upper ?? 1);
  if (inside) {
    return `They agree: the exact value lies inside the simulation's interval, as it does in at least ${often} of such runs.`;
  }
  const errors = Math.abs(estimate - exact.estimate) / simulated.standard_error;
  return `The exact value lies outside the simulation's interval, ${rounded(errors, 2)} standard errors from its estimate. Chance alone does this in ${percent(
    1 - simulated.confidence,
  )} of runs: another seed or more samples will tell.`;
}
