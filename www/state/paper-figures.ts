// The figures and tables of the five papers: which are computed here, and what the others need. Loaded when the view is opened.
import type { PaperFigure } from "../../src/boundary/wasm/core";
import type { Parameters } from "./parameters/table";

export type Paper = "optimal-bounds" | "closed-form" | "less-can-be-more" | "membership-privacy" | "dp-does-not-bound";

/** The training runs that draw what no formula does. */
export type Experiment =
  | "gaussian_game"
  | "one_hot"
  | "dependent_data"
  | "biased_split"
  | "instrumented"
  | "sampling"
  | "noise"
  | "trade_off";

export interface PaperFigureEntry {
  /** As the link calls it. */
  id: string;
  paper: Paper;
  /** As the paper calls it, e.g. "Figure 1a". */
  number: string;
  /** "core": its series come from the core; "times": they are measured; "listed": no formula draws it. */
  drawn: "core" | "times" | "listed";
  /** The training run that draws it, or what of it no formula does. */
  experiment: Experiment | null;
  /** The view with the same parameters, where it answers the same question. */
  set: Partial<Parameters> | null;
}

/** How the core calls a figure. */
export function coreName(id: string): PaperFigure {
  return id.replaceAll("-", "_") as PaperFigure;
}

const sampled = (noise: number, rate: number, steps: number): Partial<Parameters> => ({
  view: "training",
  noise_multiplier: noise,
  sample_rate: rate,
  num_steps: steps,
});

const exchanged = (noise: number, rate: number, steps: number): Partial<Parameters> => ({
  ...sampled(noise, rate, steps),
  neighboring_relation: "replace_one",
});

const pure = (epsilon: number): Partial<Parameters> => ({
  view: "guarantee",
  guarantee: "pure_dp",
  guarantee_epsilon: epsilon,
});

type Rest = Partial<Omit<PaperFigureEntry, "id" | "paper" | "number">>;

const live = (paper: Paper, of: string, rest: Rest = {}): PaperFigureEntry => ({
  id: `${paper}-${of}`,
  paper,
  number: of === "table-6-2" ? "Table of Section 6.2" : `Figure ${of}`,
  drawn: "core",
  experiment: null,
  set: null,
  ...rest,
});

const listed = (paper: Paper, of: string, experiment: Experiment | null): PaperFigureEntry => ({
  ...live(paper, of, { drawn: "listed", experiment }),
  number: `${of.startsWith("table") ? "Table" : "Figure"} ${of.replace("table-", "")}`,
});

const GAME = { experiment: "gaussian_game" } as const;
const ONE_HOT = { experiment: "one_hot" } as const;

/** In the order of the papers. */
export const PAPER_FIGURES: readonly PaperFigureEntry[] = [
  live("optimal-bounds", "1a", { ...GAME, set: { ...sampled(10, 1, 50), target_delta: 1e-5 } }),
  live("optimal-bounds", "1b", { ...GAME, set: { ...sampled(1, 0.01, 5000), target_delta: 1e-5 } }),
  live("optimal-bounds", "1c", { ...GAME, set: { ...sampled(10, 1, 50), target_delta: 1e-5 } }),
  live("optimal-bounds", "1d", { ...GAME, set: { ...sampled(1, 0.01, 5000), target_delta: 1e-5 } }),
  listed("optimal-bounds", "2a", "trade_off"),
  listed("optimal-bounds", "2b", "trade_off"),
  live("optimal-bounds", "3a", { set: { ...sampled(0.5, 0.1, 50), target_delta: 1e-5 } }),
  live("optimal-bounds", "3b", { set: { ...sampled(1, 0.1, 50), target_delta: 1e-5 } }),
  live("optimal-bounds", "3c", { set: { ...sampled(2, 0.1, 50), target_delta: 1e-5 } }),
  live("optimal-bounds", "4a", { ...ONE_HOT, set: sampled(1, 0.1, 50) }),
  live("optimal-bounds", "4b", { ...ONE_HOT, set: sampled(1, 0.1, 50) }),
  live("optimal-bounds", "4c", { ...ONE_HOT, set: sampled(1, 0.1, 50) }),
  live("optimal-bounds", "5", { ...ONE_HOT, set: sampled(1, 0.01, 5000) }),
  listed("closed-form", "table-1", null),
  listed("closed-form", "1", "trade_off"),
  live("closed-form", "2", { set: sampled(1, 0.001, 1) }),
  live("closed-form", "3", {
    set: {
      view: "calibrate",
      target: "bayes_security",
      bayes_security: 0.98,
      solve_for: "sample_rate",
      noise_multiplier: 1,
      num_steps: 5000,
      neighboring_relation: "replace_one",
    },
  }),
  live("closed-form", "4", { set: exchanged(1, 0.001, 50_000) }),
  live("closed-form", "5", { drawn: "times" }),
  live("closed-form", "6", { set: exchanged(1, 1e-4, 1) }),
  live("closed-form", "7", { set: exchanged(2, 1e-4, 500_000) }),
  listed("closed-form", "8", "instrumented"),
  listed("closed-form", "9", "instrumented"),
  live("closed-form", "table-6-2", { experiment: "instrumented" }),
  live("closed-form", "10a", { set: exchanged(1, 1e-4, 500_000) }),
  live("closed-form", "10b", { set: exchanged(1, 0.01, 5000) }),
  live("closed-form", "10c", { set: exchanged(1, 0.1, 500) }),
  live("less-can-be-more", "1", { experiment: "sampling", set: { ...pure(1), guarantee_sampling_probability: 0.1 } }),
  live("less-can-be-more", "2"),
  ...["3", "4"].map((of) => listed("less-can-be-more", of, "sampling")),
  ...["5", "6"].map((of) => listed("less-can-be-more", of, "trade_off")),
  live("less-can-be-more", "7", { set: { ...pure(1), guarantee_sampling_probability: 0.01 } }),
  live("less-can-be-more", "8a"),
  live("less-can-be-more", "8b"),
  live("less-can-be-more", "9", { set: { ...pure(1), guarantee_sampling_probability: 0.5 } }),
  live("less-can-be-more", "10", { set: { ...pure(1), guarantee_sampling_probability: 0.1 } }),
  ...["11", "12", "13", "14", "15", "16", "17"].map((of) => listed("less-can-be-more", of, "sampling")),
  live("membership-privacy", "1", { experiment: "noise", set: { view: "noise", eta: 0.1, example_size: 48 } }),
  listed("dp-does-not-bound", "table-1", null),
  live("dp-does-not-bound", "1", {
    set: { view: "guarantee", guarantee: "approximate_dp", guarantee_epsilon: 1, guarantee_delta: 1e-5 },
  }),
  listed("dp-does-not-bound", "table-2", "biased_split"),
  ...["2", "3", "4"].map((of) => listed("dp-does-not-bound", of, "biased_split")),
  ...["5", "6"].map((of) => listed("dp-does-not-bound", of, "dependent_data")),
];

export function figureOf(id: string): PaperFigureEntry | null {
  return PAPER_FIGURES.find((entry) => entry.id === id) ?? null;
}

/** Where an embed names none. */
export const SHOWN_FIGURE = "optimal-bounds-1b";

export function unknownFigure(id: string): string {
  return `There is no figure “${id}” in the list`;
}
