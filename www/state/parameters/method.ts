// The one parameter of the method view: what its drawn examples are drawn from.
import { type Param, whole } from "./parameter";

export type MethodParam = "example_seed";

export const METHOD_PARAMS: Record<MethodParam, Param> = {
  example_seed: {
    label: "Seed of the drawn examples",
    unit: "",
    help: "The counterexamples that draw at random begin with it.",
    default: 1,
    range: whole(1, 1e9),
    slider: null,
    aliases: [],
  },
};

export const CHAPTERS = {
  notation: "Notation",
  game: "The game",
  "other-games": "The games of the other views",
  "one-number": "From the game to one number",
  pairs: "Dominating pairs",
  standing: "What is proven for which training",
  certified: "How an interval is certified",
  kinds: "Kinds of numbers",
  words: "The words of the page",
  "monte-carlo": "Monte Carlo",
  audit: "The test of an attack's results",
  theorems: "The theorems in use",
  "closed-form": "The closed form of Bayes security",
  "sharper-noise": "A sharper bound for output noise",
  errata: "Errata",
  references: "References",
  citing: "How to cite",
  links: "The names in a link",
} as const;

export type ChapterId = keyof typeof CHAPTERS;

/** The findings on the five papers, in order. */
export const ERRATA = [
  ...["E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "E10", "E11", "E12", "E13", "E14", "E15"],
  ...[..."abcdefghijklmnop"].map((letter) => `E16${letter}`),
] as const;

/** A chapter, or an erratum in small letters, e.g. "e16a". */
export type SectionId = string;

export const SECTIONS: readonly SectionId[] = [...Object.keys(CHAPTERS), ...ERRATA.map((name) => name.toLowerCase())];

/** The element that carries a section: prefixed, for the page around the view has names of its own. */
export function anchor(section: SectionId): string {
  return `method-${section}`;
}

/** The link that opens a section. */
export type LinkTo = (section: SectionId) => string;
