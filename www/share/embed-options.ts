// What an author chooses of an embed: the figure, its controls, theme and size, and the site that serves it.
import { FIGURE_VIEWS, type FigureName, usualControls } from "../state/embeds";
import type { Key, Parameters } from "../state/parameters/table";
import type { TrainingPart } from "../state/parameters/training-parts";

export const FIGURES: Record<FigureName, string> = {
  advantage: "The advantage, in a sentence",
  roc: "The ROC curve",
  compare: "All bounds side by side",
  calibrate: "From a target to a parameter",
  calculator: "The whole calculator",
  guarantee: "What a guarantee leaves to an attacker",
  attributes: "What training gives away of an attribute",
  noise: "The noise, and what it guarantees",
  paper: "The figure of the paper",
  audit: "The verdict of the audit",
  register: "What is published, beside what is certified",
  laboratory: "The experiment, run by the reader",
};
export const CONTROLS = { none: "none: the figure alone", sliders: "sliders", full: "all controls" } as const;
export const THEMES = { auto: "as the reader’s system", light: "light", dark: "dark" } as const;

export interface EmbedOptions {
  figure: FigureName;
  controls: keyof typeof CONTROLS;
  /** Which numbers have a slider; null: the usual ones. */
  sliders: readonly Key[] | null;
  theme: keyof typeof THEMES;
  /** In pixels; null: as wide as there is room, as high as it needs to be. */
  width: number | null;
  height: number | null;
  /** What the figure needs at that width, as the preview has measured it. */
  measured: number | null;
  /** Where the files of the page are, ending with a slash. */
  site: string;
}

/** A figure as it is before anything is chosen. */
export function usualOptions(figure: FigureName, site: string): EmbedOptions {
  return {
    figure,
    controls: usualControls(figure),
    sliders: null,
    theme: "auto",
    width: null,
    height: null,
    measured: null,
    site,
  };
}

/** The figure that shows what is looked at: of a training, only the calculator draws other settings. */
export function figureOf({ view, section }: Parameters): FigureName {
  if (view === "calibrate") return view;
  if (view === "training" && section === ("settings" satisfies TrainingPart)) return "calculator";
  const [first = "advantage"] = Object.keys(figuresOf(view)) as FigureName[];
  return first;
}

/** The figures that show what a view asks about; a training can be calibrated, and the other way round. */
export function figuresOf(view: Parameters["view"]): Partial<Record<FigureName, string>> {
  const trained = (each: Parameters["view"]) => each === "training" || each === "calibrate";
  const shown = Object.entries(FIGURES).filter(([name]) => {
    const own = FIGURE_VIEWS[name as FigureName];
    return own === view || (trained(own) && trained(view));
  });
  return Object.fromEntries(shown);
}

/** An address that ends with a slash, so that files can be named after it. */
export function siteOf(text: string): string {
  const bare = text
    .trim()
    .replace(/[?#].*$/, "")
    .replace(/index\.html$/, "");
  return bare.endsWith("/") ? bare : `${bare}/`;
}
