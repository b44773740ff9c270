// The closed form of Bayes security in words: what each bound says, and how far it is off.
import type { BayesSecurityResult, CalibrateResult, Figure, TrainingResult } from "../../src/boundary/wasm/core";
import { print } from "../state/parameters/table";
import { safeValue } from "./calibration";
import { type FigureRow, sideInWords } from "./figure";
import { count, percent, rightGuesses, rounded } from "./number";

const NOTHING = "says nothing";
/** No security is below 0. */
const LEAST = 0;

/** `value` less the exact figure, with its sign; as far as the exact interval tells. */
export function against(value: number, exact: Figure, scale = 1, unit = ""): string {
  const most = (value - (exact.lower ?? exact.estimate)) * scale;
  const least = (value - (exact.upper ?? exact.estimate)) * scale;
  if (least <= 0 && most >= 0) return "none that shows";
  const [from, to] = [signed(least), signed(most)];
  return from === to ? `${from}${unit}` : `${signed(least, "down")} to ${signed(most, "up")}${unit}`;
}

function signed(value: number, side: "nearest" | "up" | "down" = "nearest"): string {
  const text = rounded(value, 3, side);
  return value > 0 ? `+${text}` : text.replace("-", "−");
}

function lowerRow(name: string, label: string, figure: Figure, exact: Figure, words: string): FigureRow {
  const lower = figure.lower ?? LEAST;
  return lower > LEAST
    ? { name, label, figure, words, error: against(lower, exact) }
    : { name, label, figure, words, says: NOTHING, error: "–" };
}

export function securityRows(result: BayesSecurityResult): FigureRow[] {
  const { exact, closed_form, closed_form_lower, gaussian_limit, chi_square, closed_form_bound } = result;
  const term = `The term is ${rounded(closed_form.error_term, 4, "up")}.`;
  return [
    { name: "security-exact", label: "Exact", figure: exact, words: "By the exact engine of this page." },
    {
      name: "security-closed_form",
      label: "Closed form",
      figure: closed_form,
      words: "As it is used: the error term is left out.",
      error: against(closed_form.estimate, exact),
    },
    lowerRow(
      "security-error_term",
      "Closed form less its error term",
      closed_form_lower,
      exact,
      closed_form.vacuous ? `${term} That leaves less than 0, which is true of everything.` : term,
    ),
    lowerRow(
      "security-closed_form_bound",
      "Closed form less an honest error",
      closed_form_bound,
      exact,
      "A smaller error term, also proven.",
    ),
    lowerRow("security-chi_square", "Chi-square bound", chi_square, exact, "Proven, without the closed form."),
    {
      name: "security-gaussian_limit",
      label: "Gaussian limit",
      figure: gaussian_limit,
      words: "The same idea with the right variance; close, and not proven.",
      error: against(gaussian_limit.estimate, exact),
    },
  ];
}

/** The answer of the part in a sentence. */
export function errorInWords({ closed_form, exact }: BayesSecurityResult): string {
  const { estimate } = closed_form;
  const says = `The closed form says ${rounded(estimate, 4)}, the exact figure is ${sideInWords(exact)}:`;
  if (estimate > (exact.upper ?? exact.estimate)) {
    const { of, right } = rightGuesses(1 - (exact.lower ?? exact.estimate));
    const claimed = Math.ceil((1 - estimate / 2) * of);
    const guesses =
      claimed < right
        ? ` Of ${count(of)} guesses the best attacker would get ${count(claimed)} right by the closed form; it can get up to ${count(right)}.`
        : "";
    return `${says} it promises more safety than there is.${guesses}`;
  }
  if (estimate < (exact.lower ?? exact.estimate)) return `${says} here it errs on the safe side.`;
  return `${says} here the two agree.`;
}

export interface RateRow {
  fpr: string;
  closed: string;
  security: string;
  exact: string;
  error: string;
}

export function rateRows({ tpr }: BayesSecurityResult): RateRow[] {
  return tpr.map(({ fpr, closed_form, from_security, exact }) => ({
    fpr: percent(fpr),
    closed: sideInWords(closed_form, 100, "%"),
    security: sideInWords(from_security, 100, "%"),
    exact: sideInWords(exact, 100, "%"),
    error: against(closed_form.estimate, exact, 100, " points"),
  }));
}

/** Why the estimate must not stand for a guarantee (E16j). */
export const EPSILON_CAUTION = "This is neither an upper nor a lower bound: never report it as a guarantee (E16j).";

/** `training` is asked beside; its epsilon is used where it is of the same run at the same delta. */
export function epsilonRows(result: BayesSecurityResult, training: TrainingResult | null): FigureRow[] {
  if (!result.epsilon_estimate) return [];
  const { assumptions: _, ...figure } = result.epsilon_estimate;
  const epsilon = training && isSameRun(result, training) ? training.epsilon : null;
  const label = "Epsilon, estimated from the closed form";
  if (!epsilon || epsilon.target_delta !== result.parameters.target_delta) {
    return [{ name: "security-epsilon", label, figure }];
  }
  return [
    { name: "security-epsilon", label, figure, error: against(figure.estimate, epsilon) },
    {
      name: "security-epsilon-exact",
      label: `Exact epsilon at delta ${print(epsilon.target_delta)}`,
      figure: epsilon,
    },
  ];
}

function isSameRun(one: BayesSecurityResult, other: TrainingResult): boolean {
  return (
    one.neighboring_relation === other.neighboring_relation &&
    String(one.parameters.history) === String(other.parameters.history)
  );
}

/** Whether the calibration is for this target and, but for the noise, for this run. */
export function belongs(calibrated: CalibrateResult, result: BayesSecurityResult, target: number): boolean {
  const { sample_rate, num_steps } = calibrated.parameters;
  return (
    calibrated.target === target &&
    calibrated.neighboring_relation === result.neighboring_relation &&
    sample_rate === result.parameters.sample_rate &&
    num_steps === result.parameters.num_steps
  );
}

/** Equation 4's noise, what it achieves, and the noise that keeps to the target. */
export function noiseRows(
  { choice }: BayesSecurityResult,
  target: number,
  calibrated: CalibrateResult | null,
): FigureRow[] {
  if (!choice) return [];
  const needed = calibrated?.limit;
  return [
    {
      name: "choice-noise",
      label: "Noise by the closed form (equation 4)",
      figure: choice.noise_multiplier,
      ...(needed ? { error: against(choice.noise_multiplier.estimate, needed) } : {}),
    },
    ...(choice.exact
      ? [
          {
            name: "choice-achieved",
            label: "Bayes security that this noise really gives",
            figure: choice.exact,
            words: "The error is that of the target.",
            error: against(target, choice.exact),
          },
        ]
      : []),
    ...(calibrated && needed
      ? [
          {
            name: "choice-needed",
            label: `Noise that keeps to ${print(target)}`,
            figure: needed,
            says: `${safeValue(calibrated)} suffices`,
            words: `It gives Bayes security ${sideInWords(calibrated.achieved)}.`,
          },
        ]
      : []),
  ];
}

/** What becomes of who follows equation 4. */
export function choiceInWords({ choice }: BayesSecurityResult, target: number): string {
  const exact = choice?.exact;
  if (!exact) return "The exact engine cannot say what the noise of equation 4 gives: it is outside the allowed range.";
  if ((exact.upper ?? exact.estimate) < target) {
    return `Equation 4 takes too little noise: it is meant to give ${print(target)} and gives ${sideInWords(exact)}.`;
  }
  if ((exact.lower ?? exact.estimate) > target) {
    return `Equation 4 takes more noise than is needed: it is meant to give ${print(target)} and gives ${sideInWords(exact)}.`;
  }
  return `Equation 4 gives what it is meant to give, ${print(target)}.`;
}
