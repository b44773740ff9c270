// Attribute inference in words: the closed form beside what is certified, the cautions, and the statement to paste.
import type { AttributesResult } from "../../src/boundary/wasm/core";
import type { Inputs } from "../state/inputs/inputs";
import { type Parameters, print } from "../state/parameters/table";
import { type Bound, bound } from "./comparison";
import { type FigureRow, headline, kindInWords, sideInWords } from "./figure";
import { percent, rounded } from "./number";

export const GUESSES = "guesses which of two values a record has";
export const CAVEAT =
  "For any two values whose gradients are at most as far apart as stated, at every step. Both ends are proven: some gradients attain the lower, none exceeds the upper, also where gradients depend on what the attacker has seen before.";

export function answerInWords({ certified }: AttributesResult): string {
  return headline(certified.advantage).replace("guesses,", `${GUESSES},`);
}

/** What is asked for and not there yet. */
export function missingInWords({ values, tables }: Inputs): string | null {
  if (values.distance_source === "steps" && !tables.distances)
    return "The file with one gradient distance for each step is missing";
  if (values.distance_source === "gradients" && !tables.gradients) return "The file with raw gradients is missing";
  return null;
}

/** What a reader must know before the distances of a run are used (E16d), and what they do not say. */
export const LIMITS = [
  "A distance of twice the clipping norm, 2C, holds for every record and every path, and needs no measurement. The distances of one run hold for the path of that run only: a guarantee needs numbers that were fixed before training (E16d).",
  "Take the largest distance over all records, or that of the one record to be protected, at every step, including the steps that do not use it. Taking it over the sampled batch counts the sampling twice and promises too much.",
  "It is about what this record’s part in the training reveals. An attribute that can be guessed from other people’s data can still be guessed.",
  "With more than two values, it is about telling any two of them apart.",
];

/** How far the closed form is off, in words. */
export function errorInWords({ bayes_security }: AttributesResult): string {
  const { error_term, vacuous, error_against_attained, error_against_certified } = bayes_security;
  const term = vacuous
    ? `Its own error term is ${rounded(error_term, 3, "up")}, above 1: as a bound it says nothing.`
    : `Its own error term is ${rounded(error_term, 3, "up")}.`;
  const attained =
    error_against_attained < 0
      ? `It claims ${rounded(-error_against_attained, 3, "up")} less advantage than some gradients at these distances attain.`
      : `It lies ${rounded(error_against_attained, 3)} above what is known to be attained.`;
  const certified =
    error_against_certified < 0
      ? `It lies ${rounded(-error_against_certified, 3)} below what is certified.`
      : "It lies above what is certified.";
  return `${term} ${attained} ${certified}`;
}

export function attributeBounds({ bayes_security, certified }: AttributesResult): Bound[] {
  const closed = { ...bayes_security, estimate: bayes_security.advantage };
  const rows = {
    "Certified: the smallest bound": certified.advantage,
    "Attained by some gradients": certified.attained,
    "Closed form": closed,
    "Gaussian limit": certified.gaussian_limit,
    "Closed form with an honest error": certified.closed_form_bound,
    ...(certified.any_gradients ? { "Over all gradients": certified.any_gradients } : {}),
    "Chi-square": certified.chi_square,
    "As membership": certified.membership,
    "As if the sampling were seen": certified.sampling_revealed,
  };
  return Object.entries(rows).map(([name, figure]) => bound(name, figure, certified.advantage));
}

export function attributeRows(result: AttributesResult, values: Parameters): FigureRow[] {
  const { bayes_security, certified } = result;
  const closed = new Map(bayes_security.tpr.map(({ fpr, tpr }) => [fpr, tpr]));
  return [
    { name: "certified-advantage", label: "Advantage, certified", figure: certified.advantage },
    { name: "certified-security", label: "Bayes security, certified", figure: certified.bayes_security },
    {
      name: "closed-security",
      label: "Bayes security, closed form",
      figure: bayes_security,
      words: errorInWords(result),
    },
    { name: "attained", label: "Advantage that some gradients attain", figure: certified.attained },
    {
      name: "certified-accuracy",
      label: `Accuracy at prior ${print(values.prior)}`,
      figure: certified.accuracy,
      percent: true,
    },
    ...certified.tpr.map(({ fpr, tpr }) => {
      const form = closed.get(fpr);
      return {
        name: `certified-tpr-${fpr}`,
        label: `TPR at FPR ${percent(fpr)}`,
        figure: tpr,
        percent: true,
        ...(form
          ? { words: `By the closed form ${sideInWords(form, 100, "%")} (${form.erratum ?? "no erratum"}).` }
          : {}),
      };
    }),
  ];
}

export function attributeStatement(result: AttributesResult, link: string): string {
  const { parameters, certified, bayes_security } = result;
  const { noise_multiplier, sample_rate, num_steps, clipping_norm } = parameters;
  return [
    `DP-SGD with Gaussian noise: noise multiplier ${print(noise_multiplier)}, sample rate ${rounded(sample_rate, 4)} (Poisson sampling), ${num_steps} steps, clipping norm ${print(clipping_norm)}.`,
    `Gradients of two values of the attribute at most ${print(parameters.largest_gradient_distance)} apart; l2 norm of the sequence ${rounded(parameters.gradient_distance_norm, 6, "up")}.`,
    answerInWords(result),
    `Advantage ${sideInWords(certified.advantage)} (${kindInWords(certified.advantage)}, by ${certified.tightest.replaceAll("_", " ")}); Bayes security ${sideInWords(certified.bayes_security)}.`,
    `Closed form, not a bound: Bayes security ${sideInWords(bayes_security)} (${bayes_security.theorem}).`,
    `Assumed: ${result.assumptions.join(" ")}`,
    `Computed with mi-bounds ${result.library_version}: ${link}`,
  ].join("\n");
}
