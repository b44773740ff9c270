// Every figure of a training run as rows of one table, with what each means.
import type { GdpFigure, HockeyStickFigure, TprFigure, TrainingResult } from "../../src/boundary/wasm/core";
import { print, printed } from "../state/parameters/table";
import { baselineRows } from "./baseline";
import { type FigureRow, precisionInWords, tprInWords } from "./figure";
import { percent, rounded } from "./number";

export function trainingRows(result: TrainingResult): FigureRow[] {
  const { epsilon, gdp_mu, flagged_precision, positive_accuracy, parameters } = result;
  const prior = print(parameters.prior);
  return [
    {
      name: "advantage",
      label: "Advantage",
      figure: result.advantage,
      words: "How far the best attacker is ahead of blind guessing: the largest TPR − FPR.",
    },
    {
      name: "bayes_security",
      label: "Bayes security",
      figure: result.bayes_security,
      words:
        "Share of the blind guesser's errors that the best attacker still makes: 1 is perfect protection, 0 is none.",
    },
    {
      name: "accuracy",
      label: `Accuracy at prior ${prior}`,
      figure: result.accuracy,
      percent: true,
      words: "How often the best attacker, who knows the prior, guesses right.",
    },
    {
      name: "error",
      label: `Error at prior ${prior}`,
      figure: result.error,
      percent: true,
      words: "How often the same attacker guesses wrong.",
    },
    {
      name: "generalised_advantage",
      label: "Generalised advantage",
      figure: result.generalised_advantage,
      words: `Twice the gain in accuracy over always guessing the likelier side, at prior ${prior}.`,
    },
    {
      name: "eta",
      label: `Eta at prior ${prior}`,
      figure: result.eta,
      words: "Membership inference privacy: what the accuracy exceeds the better blind guess by.",
    },
    ...result.tpr.flatMap((figure) => rateRows(figure, parameters.prior)),
    ...(epsilon
      ? [
          {
            name: "epsilon",
            label: `Epsilon at delta ${print(epsilon.target_delta)}`,
            figure: epsilon,
            words: `The larger of the two directions, here ${epsilon.direction === "add" ? "adding" : "removing"} a record.`,
          },
          {
            name: "epsilon-remove",
            label: "Epsilon, in against out",
            figure: epsilon.remove,
            words: "The direction in which the record is taken away.",
          },
          {
            name: "epsilon-add",
            label: "Epsilon, out against in",
            figure: epsilon.add,
            words: "The direction in which the record is added.",
          },
        ]
      : []),
    ...result.hockey_stick.flatMap(orderRows),
    ...result.baseline.flatMap(baselineRows),
    ...(gdp_mu ? [{ name: "gdp_mu", label: "GDP mu", figure: gdp_mu, words: gdpInWords(gdp_mu) }] : []),
    ...(flagged_precision
      ? [
          {
            name: "flagged_precision",
            label: `Precision when naming ${percent(flagged_precision.flagged_share)}`,
            figure: flagged_precision,
            percent: true,
            words: `The largest share of members among those named, over all attackers who name at least ${percent(
              flagged_precision.flagged_share,
            )} of all candidates, at prior ${print(flagged_precision.prior)}.`,
          },
        ]
      : []),
    ...(positive_accuracy
      ? [
          {
            name: "positive_accuracy",
            label: `Positive accuracy at attack rate ${percent(positive_accuracy.attack_rate)}`,
            figure: positive_accuracy,
            percent: true,
            words: `The largest share of members among those called members, over all attackers who recognise at least ${percent(
              positive_accuracy.attack_rate,
            )} of the members, where each record was drawn with probability ${prior}.`,
          },
        ]
      : []),
    ...result.symmetrised_tpr.map((figure) => ({
      name: `symmetrised-${figure.fpr}`,
      label: `Symmetrised TPR at ${percent(figure.fpr)}`,
      figure,
      percent: true,
      words: "On the symmetrised trade-off curve of differential privacy, which holds for both directions at once.",
    })),
  ];
}

function rateRows(figure: TprFigure, prior: number): FigureRow[] {
  const { fpr, precision } = figure;
  return [
    {
      name: `tpr-${fpr}`,
      label: `TPR at ${percent(fpr)} FPR`,
      figure,
      percent: true,
      words: tprInWords(figure),
    },
    {
      name: `precision-${fpr}`,
      label: `Precision at ${percent(fpr)} FPR`,
      figure: precision,
      percent: true,
      words: precisionInWords(precision, prior),
    },
  ];
}

function orderRows({ epsilon, delta, tv_a }: HockeyStickFigure): FigureRow[] {
  return [
    {
      name: "delta-at-epsilon",
      label: `Delta at epsilon ${print(epsilon)}`,
      figure: delta,
      words: "How much probability the promise of that epsilon leaves out, in the worse of the two directions.",
    },
    {
      name: "tv_a",
      label: `TV_a at epsilon ${print(epsilon)}`,
      figure: tv_a,
      words: "The distance of the optimal-bounds paper at a = exp(epsilon): half the integral of |out − a · in|.",
    },
  ];
}

function gdpInWords({ fpr_min, fpr_max, unamplified, best_fit, regret }: GdpFigure): string {
  const all =
    unamplified === null ? "" : ` Over all rates it is that of the unamplified mechanism, ${rounded(unamplified, 4)}.`;
  return `The Gaussian curve with this mu covers the run's for FPR from ${printed("fpr_min", fpr_min)} to ${printed("fpr_max", fpr_max)}.${all} The nearest Gaussian curve has mu ${rounded(
    best_fit,
    4,
  )} and is off by up to ${rounded(regret, 2, "up")}.`;
}
