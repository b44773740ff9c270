// A guarantee in words: how it is stated, what follows for a person, and what does not.
import type { GuaranteeResult } from "../../src/boundary/wasm/core";
import { type Parameters, print } from "../state/parameters/table";
import { baselineRows } from "./baseline";
import { type Bound, bound } from "./comparison";
import { type FigureRow, headline } from "./figure";
import { count, percent, rounded } from "./number";

/** "(8, 1e-5)-differential privacy". */
export function guaranteeInWords(values: Parameters): string {
  const { guarantee_epsilon, guarantee_delta, guarantee_gdp_mu, zcdp_rho, rdp } = values;
  switch (values.guarantee) {
    case "approximate_dp":
      return `(${print(guarantee_epsilon)}, ${print(guarantee_delta)})-differential privacy`;
    case "pure_dp":
      return `${print(guarantee_epsilon)}-differential privacy`;
    case "gdp":
      return `${print(guarantee_gdp_mu)}-Gaussian differential privacy`;
    case "zcdp":
      return `${print(zcdp_rho)}-zero-concentrated differential privacy`;
    case "rdp":
      return `Rényi differential privacy at ${rdp.length} ${rdp.length === 1 ? "order" : "orders"}`;
  }
}

export function answerInWords({ advantage }: GuaranteeResult, { prior }: Parameters): string {
  return headline(advantage, prior);
}

export const CAVEAT =
  "Some mechanism with this guarantee lets an attacker gain that much; another may reveal far less. The guarantee alone cannot tell.";

/** The exact bound of the curve, and what is left of it by simpler routes. */
export function guaranteeBounds({ advantage }: GuaranteeResult): Bound[] {
  const { exact, humphries, erlingsson, yeom } = advantage;
  const rows = { "The whole guarantee": exact, Humphries: humphries, Erlingsson: erlingsson, Yeom: yeom };
  return Object.entries(rows).flatMap(([name, figure]) => (figure ? [bound(name, figure, exact)] : []));
}

function brief(value: number): string {
  return print(Number(value.toPrecision(4)));
}

const ALTERNATIVE =
  "A mechanism with this guarantee may be as bad as that; yours may be far better. If you know how it was trained, the Training view says more.";

/** What people conclude from such a guarantee although it does not follow. */
export function notFollowing(result: GuaranteeResult | null, { subset_fraction }: Parameters): string[] {
  const { epsilon, likelihood_factor: likelier } = result ?? {};
  const leaves = result !== null && (result.delta === null || result.delta > 0);
  const factor =
    epsilon && likelier
      ? [
          `Epsilon ${brief(epsilon.estimate)} allows an output to be ${rounded(likelier.estimate, 4, "up")} times as likely, not ${brief(epsilon.estimate)} times, and two products cannot be ranked by their epsilon alone.`,
        ]
      : [];
  return [
    ALTERNATIVE,
    ...factor,
    ...(leaves
      ? [
          "The privacy loss may exceed epsilon far more often than delta seems to say (E16c).",
          "An attack that names very few people can be sure of them: with a delta, an output rarer than delta may give a record away for certain (E9).",
        ]
      : []),
    "It covers one record. Records that are alike, or several of one person, are easier to detect (E14).",
    "It is about membership. What can be learned about you from other people’s data is not membership, and no such guarantee prevents it.",
    "If the guarantee is for adding or removing a record, exchanging one record for another is two such steps.",
    ...(subset_fraction === 0.5
      ? []
      : ["Membership need not be a coin toss: with another share of members, set the prior."]),
  ];
}

/** Every figure that follows without another assumption. */
export function guaranteeRows(result: GuaranteeResult, values: Parameters): FigureRow[] {
  const { advantage, membership_privacy, generalisation_gap, epsilon, delta } = result;
  const pair: FigureRow[] = (["humphries", "erlingsson", "yeom"] as const).flatMap((name) => {
    const figure = advantage[name];
    return figure
      ? [{ name: `bound-${name}`, label: `Advantage, ${name[0]?.toUpperCase()}${name.slice(1)}`, figure }]
      : [];
  });
  return [
    { name: "table-advantage", label: "Advantage, by the whole guarantee", figure: advantage.exact },
    ...pair,
    { name: "table-bayes_security", label: "Bayes security", figure: result.bayes_security },
    {
      name: "table-accuracy",
      label: `Accuracy at prior ${print(values.prior)}`,
      figure: result.accuracy,
      percent: true,
    },
    ...result.tpr.flatMap((figure): FigureRow[] => [
      { name: `table-tpr-${figure.fpr}`, label: `TPR at FPR ${percent(figure.fpr)}`, figure, percent: true },
      {
        name: `table-precision-${figure.fpr}`,
        label: `Precision at FPR ${percent(figure.fpr)}, prior ${print(values.prior)}`,
        figure: figure.precision,
        percent: true,
      },
    ]),
    ...result.jayaraman_precision.map(({ fpr, precision }) => ({
      name: `table-jayaraman-${fpr}`,
      label: `The same at FPR ${percent(fpr)} from epsilon and delta alone (Jayaraman)`,
      figure: precision,
      percent: true,
    })),
    ...(result.sablayrolles
      ? [
          {
            name: "table-sablayrolles",
            label: "Probability of membership, given the output (Sablayrolles)",
            figure: result.sablayrolles,
            percent: true,
          },
        ]
      : []),
    ...(epsilon && delta !== null && values.guarantee !== "pure_dp"
      ? [{ name: "table-epsilon", label: `Epsilon at delta ${print(delta)}`, figure: epsilon }]
      : []),
    ...result.baseline.flatMap(baselineRows).map((row) => ({ ...row, name: `table-${row.name}` })),
    ...result.loss_tail.map((figure) => ({
      name: `table-loss-${figure.loss_level}`,
      label: `How often the privacy loss exceeds ${print(figure.loss_level)}`,
      figure,
      percent: true,
    })),
    {
      name: "table-eta",
      label: `Membership inference privacy eta at k/n ${print(membership_privacy.subset_fraction)}`,
      figure: membership_privacy.eta,
    },
    ...(membership_privacy.odds_factor
      ? [
          {
            name: "table-odds",
            label: "Largest factor on the odds of membership",
            figure: membership_privacy.odds_factor,
          },
        ]
      : []),
    ...(membership_privacy.posterior
      ? [
          {
            name: "table-posterior",
            label: "Posterior probability of membership",
            figure: membership_privacy.posterior,
            percent: true,
          },
        ]
      : []),
    {
      name: "table-gap",
      label: `Generalisation gap for a loss up to ${print(generalisation_gap.loss_bound)}, against records not drawn`,
      figure: generalisation_gap.held_out,
    },
    { name: "table-gap-whole", label: "The same against the whole data set", figure: generalisation_gap.whole_set },
  ];
}

/** How many records of a file are above the wanted accuracy. */
export function recordsInWords(positive: Float64Array, target: number): string {
  let above = 0;
  for (const value of positive) if (value > target) above += 1;
  const all = positive.length;
  if (above === 0) return `All ${count(all)} records stay at or below ${percent(target)}.`;
  return `${count(above)} of ${count(all)} records may be named with a positive accuracy above ${percent(target)}.`;
}
