// The answer of an audit in words: what the attack shows, what is possible, what to check, and what a pass does not say.
import type { AuditResult, Figure, ScoreSummary } from "../../src/boundary/wasm/core";
import { type Parameters, print } from "../state/parameters/table";
import { auditDelta } from "../state/questions/audit";
import { atMost, type FigureRow, sideInWords } from "./figure";
import { count, percent, rounded } from "./number";

/** The chance of such results as a figure, with what it rests on. */
export function pValue({ p_value, test, test_sources, advantage }: AuditResult): Figure {
  const { method } = advantage;
  return {
    lower: null,
    estimate: p_value,
    upper: p_value,
    kind: "upper",
    method,
    theorem: test,
    sources: test_sources,
  };
}

function atLeast({ lower, estimate }: Figure): number {
  return lower ?? estimate;
}

/** Below these shares of what is possible an attack shows little, and something. */
const LITTLE = 0.1;
const SOMETHING = 0.5;

/** "0.0352 of 0.1612: a pass says something". */
export function shareInWords({ advantage, possible_advantage, share_of_possible, refuted }: AuditResult): string {
  const ratio = `advantage ${rounded(atLeast(advantage), 3, "down")} of ${rounded(atMost(possible_advantage), 3, "up")}`;
  const share = atLeast(share_of_possible);
  if (share > 1) return `${ratio}: more than is possible`;
  if (refuted) return ratio;
  if (share < LITTLE) return `${ratio}: a weak attack, whose pass says little`;
  return `${ratio}: ${share < SOMETHING ? "a pass says something" : "a strong attack, whose pass says much"}`;
}

/** What the noise bound is called: of a schedule it is a factor on all of its noise. */
export function noiseLabel({ history }: Parameters): string {
  return history ? "Noise factor that still fits" : "Noise that still fits";
}

/** "declared: 1.1" beside the noise below which the results fit. */
export function declaredNoise({ history, noise_multiplier }: Parameters): string {
  return history ? "declared: 1, the schedule as it is" : `declared: ${print(noise_multiplier)}`;
}

export function noiseInWords(noise: Figure): string {
  return `< ${rounded(atMost(noise), 4, "up")}`;
}

export function neededInWords({ needed_trials, refuted }: AuditResult, { results }: Parameters): string {
  const [what, most] =
    results === "one_run" ? ["canaries", "a million"] : ["trials of each class", "a million times as many"];
  if (needed_trials === null) return `With the same shares, no number of ${what} up to ${most} would refute it.`;
  return refuted
    ? `With the same shares, ${count(needed_trials)} ${what} would have been enough to refute it.`
    : `With the same shares, ${count(needed_trials)} ${what} would be enough to refute it.`;
}

/** The same where it takes the place of the value: shorter than every digit of so rare a chance. */
export function chanceInWords({ p_value }: AuditResult): string {
  if (p_value >= 1) return "1";
  return `≤ ${rounded(p_value, p_value < 1e-3 ? 2 : 3, "up")}`;
}

/** What the attack certainly shows, each beside what the declared curve allows. */
export function shownRows(result: AuditResult, values: Parameters): FigureRow[] {
  const { advantage, possible_advantage, tpr, epsilon, epsilon_by_guesses, gdp_mu } = result;
  const delta = print(auditDelta(values));
  const possible = (most: string) => `possible: at most ${most}`;
  return [
    {
      name: "advantage",
      label: "Advantage",
      figure: advantage,
      words: possible(rounded(atMost(possible_advantage), 4, "up")),
    },
    ...tpr.map((figure) => ({
      name: `tpr-${figure.fpr}`,
      label: `Members found at ${percent(figure.fpr)} FPR`,
      figure,
      percent: true,
      words: possible(percent(figure.possible, 4, "up")),
    })),
    ...(epsilon ? [{ name: "epsilon", label: `Epsilon at delta ${delta}`, figure: epsilon }] : []),
    ...(epsilon_by_guesses
      ? [
          {
            name: "epsilon_by_guesses",
            label: `Epsilon at delta ${delta}`,
            figure: epsilon_by_guesses,
            words: "by the theorem for epsilon alone",
          },
        ]
      : []),
    { name: "gdp_mu", label: "GDP mu", figure: gdp_mu },
  ];
}

/** Every figure of the audit. */
export function auditRows(result: AuditResult, values: Parameters): FigureRow[] {
  const { possible_advantage, share_of_possible, noise_multiplier } = result;
  const noise = values.history ? "Factor on the noise of all phases" : "Noise multiplier that still fits";
  const rows: FigureRow[] = [
    { name: "p_value", label: "p-value", figure: pValue(result) },
    ...shownRows(result, values),
    { name: "possible_advantage", label: "Largest advantage under what was declared", figure: possible_advantage },
    { name: "share_of_possible", label: "Share of it that is shown", figure: share_of_possible, percent: true },
    ...(noise_multiplier
      ? [{ name: "noise_multiplier", label: noise, figure: noise_multiplier, says: noiseInWords(noise_multiplier) }]
      : []),
  ];
  return rows.map((row) => ({ ...row, name: `table-${row.name}` }));
}

/** What an observed share says with its interval. */
export function pointInWords(share: number, [least, most]: [number, number]): string {
  return `${percent(share, 3)} (${percent(least, 3, "down")} to ${percent(most, 3, "up")})`;
}

/** So many are told one by one. */
const FEW = 12;

/** Which thresholds refute by themselves, as they were given. */
export function refutingInWords(thresholds: AuditResult["thresholds"]): string {
  const places = thresholds.flatMap(({ refutes }, i) => (refutes ? [i + 1] : []));
  if (thresholds.length > FEW || places.length === 0)
    return `${places.length} of ${thresholds.length} thresholds refute it by themselves.`;
  const last = places.at(-1);
  const listed =
    places.length === 1
      ? `Threshold ${last} refutes`
      : `Thresholds ${places.slice(0, -1).join(", ")} and ${last} refute`;
  return `${listed} it at its share of the level, of ${thresholds.length} in the order in which they were given.`;
}

/** What was read of a file of scores. */
export function readInWords({
  rows,
  members,
  non_members,
  missing,
  tied,
  score,
  membership,
  format,
}: ScoreSummary): string {
  const read = `${count(rows)} ${rows === 1 ? "row" : "rows"} of ${format === "csv" ? "CSV" : "JSON lines"}`;
  const left = missing === 0 ? "" : `; ${count(missing)} without a score left out`;
  const ties = tied === 0 ? "" : `; ${count(tied)} members tie with a non-member, which chance decides`;
  return `${read}: ${count(members)} members and ${count(non_members)} non-members by “${membership}”, scores by “${score}”${left}${ties}.`;
}

/** The short statement, its last line being the version and the link. */
export function auditStatement(result: AuditResult, says: string, link: string): string {
  const { level, advantage, possible_advantage, share_of_possible, assumptions, library_version } = result;
  const share = sideInWords(share_of_possible, 100, "%");
  return [
    says,
    `With confidence ${print(level)}, the attack shows an advantage of ${sideInWords(advantage)}, where ${sideInWords(possible_advantage)} is possible: ${share} of it.`,
    ...assumptions.map((sentence) => `Assumed: ${sentence}`),
    `mi-bounds ${library_version}: ${link}`,
  ].join("\n");
}

/** What is wrong most often where a declared run is refuted, and what to look at. */
export const REASONS: readonly { reason: string; check: string }[] = [
  {
    reason: "Batches are shuffled, while Poisson sampling was declared.",
    check: "Look at the sampler of the data loader; if it shuffles, declare shuffled epochs.",
  },
  {
    reason: "Gradients are accumulated, with noise for each small batch or too little for the sum.",
    check: "Count the calls that add noise between two steps of the optimizer, and the deviation of each.",
  },
  {
    reason: "Clipping is off, or clips the mean of a batch.",
    check: "Print the norms of the gradients of single records just before they are summed.",
  },
  {
    reason: "The noise is divided among devices, and one of them adds less than its share.",
    check: "Measure the variance of the noise of the sum over all devices.",
  },
  {
    reason: "Batches are drawn class by class, or with weights.",
    check: "Compute the largest rate at which any one record is drawn, and declare that.",
  },
  {
    reason: "One person has several records.",
    check: "Count the records of each person, and declare the largest group.",
  },
];

const ONE_ATTACK =
  "A pass is about this attack, these records and this run of it. Another attack may still find what this one missed.";

/** What an audit does not say, by the form of the results. */
export function auditLimits({ results }: Parameters): string[] {
  const trials =
    results === "one_run"
      ? "Each canary must have been in by a fair coin of its own, and the attack must see nothing of the coins but the model."
      : "Trials must be independent: trainings of their own, or records whose being in says nothing of the others’.";
  const thresholds =
    results === "counts"
      ? [
          "The threshold must have been fixed before these results were seen. If it was the best of many, give the scores.",
        ]
      : results === "thresholds"
        ? [
            "The thresholds must have been fixed before these results were seen. They may share their trials: the level is divided evenly among them, so that the p-value is that of the clearest one times their number.",
          ]
        : results === "scores"
          ? [
              "All thresholds are tested at once, and the level is shared among them: looking at each of them is allowed.",
            ]
          : [];
  return [
    ONE_ATTACK,
    trials,
    ...thresholds,
    "Ordinary records are easier to hide than the worst ones. Canaries that were made to stand out test the promise harder.",
    "A refutation is of everything declared together: it does not say which part is wrong.",
  ];
}
