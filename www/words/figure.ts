// The sentences of the page: results in plain words, with natural frequencies.
import type { Figure, Kind, TprFigure } from "../../src/boundary/wasm/core";
import { print } from "../state/parameters/table";
import { certified, count, isWide, percent, rightGuesses, rounded } from "./number";

export const KIND_IN_WORDS: Record<Kind, string> = {
  exact: "exact, certified",
  interval: "certified interval",
  upper: "upper bound",
  lower: "lower bound",
  estimate: "estimate",
  approximation: "approximation",
};

export function kindInWords(figure: Figure): string {
  return isConfidenceBound(figure) ? "lower bound, with confidence" : KIND_IN_WORDS[figure.kind];
}

/** Whether a count bounds it from below only, at the confidence that stands beside it. */
export function isConfidenceBound({ kind, lower, upper }: Figure): boolean {
  return kind === "estimate" && lower !== null && upper === null;
}

/** The largest value that the figure admits; a lower bound of a share admits all of it. */
export function atMost({ kind, estimate, upper }: Figure): number {
  return upper ?? (kind === "lower" ? 1 : estimate);
}

/** The figure with its side, e.g. "at most 0.1453" or "between 0.11 and 0.15". */
export function sideInWords(figure: Figure, scale = 1, unit = ""): string {
  const { kind, lower, estimate, upper } = figure;
  const text = (value: number, side: "up" | "down" | "nearest") => `${rounded(value * scale, 4, side)}${unit}`;
  switch (kind) {
    case "exact":
      return `${certified((lower ?? estimate) * scale, estimate * scale, (upper ?? estimate) * scale, 4)}${unit}`;
    case "interval":
      return `between ${text(lower ?? estimate, "down")} and ${text(upper ?? estimate, "up")}`;
    case "upper":
      return isBelow(figure)
        ? `between ${text(lower ?? 0, "down")} and ${text(atMost(figure), "up")}`
        : `at most ${text(atMost(figure), "up")}`;
    case "lower":
      return upper !== null && upper < 1
        ? `between ${text(lower ?? estimate, "down")} and ${text(upper, "up")}`
        : `at least ${text(lower ?? estimate, "down")}`;
    case "estimate":
      if (isConfidenceBound(figure)) return `at least ${text(lower ?? estimate, "down")}`;
      return lower === null || upper === null
        ? `about ${text(estimate, "nearest")}`
        : `about ${text(estimate, "nearest")} (${text(lower, "down")} to ${text(upper, "up")})`;
    case "approximation":
      return `about ${text(estimate, "nearest")}`;
  }
}

/** Whether an upper bound comes with a lower one that says something. */
function isBelow({ kind, lower }: Figure): boolean {
  return kind === "upper" && lower !== null && lower > 0;
}

export interface HeadlineParts {
  of: string;
  /** "at most", "between 520 and", "at least". */
  side: string;
  right: string;
  blind: string;
  /** How much of it is known, where it is not all. */
  caveat: string;
}

export function headlineParts(advantage: Figure): HeadlineParts {
  const { of, right, blind } = rightGuesses(atMost(advantage));
  const certain = Math.floor(((1 + (advantage.lower ?? 0)) / 2) * of);
  const parts = { of: count(of), side: "at most", right: count(right), blind: count(blind), caveat: "" };
  if (advantage.kind === "lower") {
    return { ...parts, side: "at least", right: count(certain), caveat: "How many more is not known." };
  }
  const { kind, lower, estimate, upper } = advantage;
  const narrow = lower !== null && upper !== null && !isWide(lower, estimate, upper);
  if (kind === "exact" || (kind === "upper" && narrow)) return parts;
  if (kind === "interval" || isBelow(advantage)) {
    const caveat = "Both ends are proven; where between them the truth lies is not known.";
    return { ...parts, side: `between ${count(certain)} and`, caveat };
  }
  if (kind !== "upper") return parts;
  return { ...parts, caveat: "This is an upper bound: how close it is to the truth is not known." };
}

export function headline(advantage: Figure, prior: number | null = null): string {
  const { of, side, right, blind, caveat } = headlineParts(advantage);
  const coin = isFair(prior) ? "" : " in a fair coin toss";
  const sentence = `Of ${of} guesses${coin}, the best possible attacker gets ${side} ${right} right; blind guessing gets ${blind}.`;
  return [sentence, caveat, priorInWords(prior)].filter(Boolean).join(" ");
}

/** Whether the reader's prior is the coin of the game itself. */
export function isFair(prior: number | null | undefined): boolean {
  return (prior ?? 0.5) === 0.5;
}

/** What another prior changes, since the sentence does not follow it. */
export function priorInWords(prior: number | null | undefined): string {
  if (isFair(prior)) return "";
  const share = prior ?? 0.5;
  const blind = percent(Math.max(share, 1 - share));
  return `At your prior of ${print(share)}, blind guessing alone is right in ${blind} of cases: accuracy and precision count with it.`;
}

/** The headline in a line, for where the controls hide it. */
export function glance(advantage: Figure): string {
  const { of, side, right } = headlineParts(advantage);
  return `${side[0]?.toUpperCase()}${side.slice(1)} ${right} of ${of} right; advantage ${sideInWords(advantage)}`;
}

/** What the sentence is a limit of, on the side of the truth on which the figure is. */
export function limitInWords(advantage: Figure | null): string {
  if (advantage?.kind === "lower")
    return "Proven to be possible for an attacker who sees every training step; how much more is possible is not known.";
  return "Proven limit for an attacker who sees every training step. Real attackers usually do worse.";
}

/** "20 of 1000", and "chance finds 1": the members found at a rate of false positives. */
export function foundInWords(figure: TprFigure): { says: string; chance: string } {
  const of = crowd(figure.fpr);
  const { lower, estimate } = figure;
  const [side, found] =
    figure.kind === "lower"
      ? ["≥ ", Math.floor((lower ?? estimate) * of)]
      : [figure.kind === "exact" ? "" : "≤ ", Math.min(of, Math.ceil(atMost(figure) * of))];
  return {
    says: `${side}${count(found)} of ${count(of)}`,
    chance: `chance finds ${count(Math.round(figure.fpr * of))}`,
  };
}

/** So many that one of the others is named wrongly, and at least a thousand. */
function crowd(fpr: number): number {
  return Math.max(1000, 10 ** Math.ceil(-Math.log10(fpr)));
}

export function tprInWords(figure: TprFigure): string {
  const { fpr } = figure;
  const of = crowd(fpr);
  const found = Math.min(of, Math.ceil(atMost(figure) * of));
  const wrong = Math.round(fpr * of);
  return `Of ${count(of)} members at most ${count(found)} are found while ${count(wrong)} of ${count(of)} others ${
    wrong === 1 ? "is" : "are"
  } named wrongly. Blind guessing finds ${count(wrong)}.`;
}

export function precisionInWords(precision: Figure, prior: number): string {
  return `At prior ${print(prior)}, at most ${percent(atMost(precision), 3, "up")} of the records it names are members.`;
}

const SMALLEST_CROWD = 1000;
const LARGEST_CROWD = 1e12;

/** "Of 1000 records the attacker names, at most 39 are members; by blind luck, it would be 10." */
export function namedInWords(precision: Figure, prior: number): string {
  let of = SMALLEST_CROWD;
  while (prior * of < 1 && of < LARGEST_CROWD) of *= 10;
  const members = Math.min(of, Math.ceil(atMost(precision) * of));
  return `Of ${count(of)} records the attacker names, at most ${count(members)} ${
    members === 1 ? "is a member" : "are members"
  }; by blind luck, it would be ${count(prior * of)}.`;
}

export interface FigureRow {
  /** The key of the result, for tests and readers of the source. */
  name: string;
  label: string;
  figure: Figure;
  /** Whether it is a share that reads better as per cent. */
  percent?: boolean;
  /** In place of the figure with its side, e.g. "4.933 suffices". */
  says?: string;
  /** What it means, in a sentence. */
  words?: string;
  /** How far it is off, where some row of the table says so. */
  error?: string;
}
