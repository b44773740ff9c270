// The figures that other sites can embed: the view that each is of, and the controls that it has by itself.
import type { Choices } from "./parameters/choices";

export type EmbeddedView = Exclude<Choices["view"], "method">;

export const FIGURE_VIEWS = {
  advantage: "training",
  roc: "training",
  compare: "training",
  calibrate: "calibrate",
  calculator: "training",
  guarantee: "guarantee",
  attributes: "attributes",
  noise: "noise",
  paper: "figures",
  audit: "audit",
  register: "register",
  laboratory: "laboratory",
} as const satisfies Record<string, EmbeddedView>;

export type FigureName = keyof typeof FIGURE_VIEWS;

export const FIGURE_NAMES = Object.keys(FIGURE_VIEWS) as FigureName[];

export const CONTROLS = ["none", "sliders", "full"] as const;
export type Controls = (typeof CONTROLS)[number];

export const THEMES = ["auto", "light", "dark"] as const;

/** These two are made of their controls. */
const FULL: readonly FigureName[] = ["calibrate", "calculator"];

/** What a figure shows where nothing is said. */
export function usualControls(figure: FigureName): Controls {
  return FULL.includes(figure) ? "full" : "none";
}
