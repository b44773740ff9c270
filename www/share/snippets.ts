// Lines to paste into other sites: a frame or an element with this state, of this version.

import { writeFragment } from "../state/link/fragment";
import { calibrateNames } from "../state/questions/quantity";
import { RUN_NAMES, trainingNames } from "../state/questions/run";
import { safeValue, valueInWords } from "../words/calibration";
import { headline } from "../words/figure";
import type { Subject } from "./subject";

export const FIGURES = {
  advantage: "The advantage, in a sentence",
  roc: "The ROC curve",
  compare: "All bounds side by side",
  calibrate: "From a target to a parameter",
  calculator: "The whole calculator",
} as const;
export const CONTROLS = { none: "none: the figure alone", sliders: "sliders", full: "all controls" } as const;
export const THEMES = { auto: "as the reader’s system", light: "light", dark: "dark" } as const;

export type FigureName = keyof typeof FIGURES;

export interface EmbedOptions {
  figure: FigureName;
  controls: keyof typeof CONTROLS;
  theme: keyof typeof THEMES;
  /** In pixels; null: as wide as there is room, as high as it needs to be. */
  width: number | null;
  height: number | null;
  /** What the figure needs at that width, as the preview has measured it. */
  measured: number | null;
  /** Where the files of the page are, ending with a slash. */
  site: string;
}

export const FORMS = {
  iframe: "HTML: frame",
  element: "HTML: element",
  markdown: "Markdown",
  rst: "reStructuredText",
} as const;

export type Form = keyof typeof FORMS;

/** What the element shows without an attribute. */
export function usualControls(figure: FigureName): EmbedOptions["controls"] {
  return figure === "calculator" || figure === "calibrate" ? "full" : "none";
}

/** An address that ends with a slash, so that files can be named after it. */
export function siteOf(text: string): string {
  const bare = text
    .trim()
    .replace(/[?#].*$/, "")
    .replace(/index\.html$/, "");
  return bare.endsWith("/") ? bare : `${bare}/`;
}

type Pair = [name: string, value: string];

/** The parameters that the figure uses, named as in links. */
export function pairsOf({ values, runB }: Subject, figure: FigureName): Pair[] {
  const view = figure === "calibrate" ? "calibrate" : "training";
  const own: string[] =
    view === "calibrate" ? ["solve_for", "target", ...calibrateNames(values)] : trainingNames(values);
  const wanted = new Set<string>([...own, ...RUN_NAMES, ...(figure === "calculator" ? ["sweep", "over"] : [])]);
  const two = figure === "compare" || figure === "roc" || figure === "calculator";
  return writeFragment({ ...values, view }, two ? runB : null)
    .split("&")
    .map((pair): Pair => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    })
    .filter(([name]) => wanted.has(name) || name === "b" || wanted.has(name.replace(/^b\./, "")));
}

/** The fragment of the frame's address. */
export function frameFragment(subject: Subject, { figure, controls, theme }: EmbedOptions): string {
  const own: Pair[] = [
    ["v", "1"],
    ["figure", figure],
    ...(controls === usualControls(figure) ? [] : [["controls", controls] as Pair]),
    ...(theme === "auto" ? [] : [["theme", theme] as Pair]),
  ];
  return [...own, ...pairsOf(subject, figure)].map(([name, value]) => `${name}=${value}`).join("&");
}

export function frameAddress(subject: Subject, options: EmbedOptions, version: string): string {
  return `${options.site}${version}/embed.html#${frameFragment(subject, options)}`;
}

export function snippet(form: Form, subject: Subject, options: EmbedOptions, version: string): string {
  switch (form) {
    case "iframe":
      return `${frame(subject, options, version)}\n`;
    case "element":
      return `${element(subject, options, version)}\n`;
    case "markdown":
      return `${frame(subject, options, version)}\n\n${words(subject)} [Computed with mi-bounds ${version}](<${linkFor(subject, options)}>).\n`;
    case "rst":
      return `.. raw:: html\n\n${indented(frame(subject, options, version))}\n\n${words(subject)} \`Computed with mi-bounds ${version} <${linkFor(subject, options).replaceAll("_", "\\_")}>\`__.\n`;
  }
}

/** The page itself in the same state, at the site that the snippet names. */
function linkFor({ link }: Subject, { site }: EmbedOptions): string {
  const at = link.indexOf("#");
  return `${site}${at === -1 ? "" : link.slice(at)}`;
}

/** Height of a frame that has not been measured, and whose script does not come. */
const START_HEIGHT: Record<FigureName, number> = {
  advantage: 180,
  roc: 560,
  compare: 620,
  calibrate: 640,
  calculator: 900,
};

function frame(subject: Subject, options: EmbedOptions, version: string): string {
  const { figure, width, height, measured, site } = options;
  const attributes = [
    `src="${escaped(frameAddress(subject, options, version))}"`,
    `title="${escaped(`${FIGURES[figure]}: mi-bounds`)}"`,
    `width="${width ?? "100%"}"`,
    `height="${height ?? measured ?? START_HEIGHT[figure]}"`,
    'frameborder="0"',
    'loading="lazy"',
  ];
  const lines = `<iframe\n  ${attributes.join("\n  ")}\n></iframe>`;
  // The script gives the frame the height of what it holds.
  return height === null ? `${lines}\n${script(`${site}${version}/frame.js`)}` : lines;
}

function script(address: string): string {
  return `<script type="module" src="${escaped(address)}"></script>`;
}

/** Its size is left to the style sheet of the site: a style of its own would be refused by many policies. */
function element(subject: Subject, options: EmbedOptions, version: string): string {
  const { figure, controls, theme, site } = options;
  const pairs = pairsOf(subject, figure).map(([name, value]): Pair => {
    return [name.replace(/^b\./, "b-").replaceAll("_", "-"), decodeURIComponent(value)];
  });
  const own: Pair[] = [
    ...(controls === usualControls(figure) ? [] : [["controls", controls] as Pair]),
    ...(theme === "auto" ? [] : [["theme", theme] as Pair]),
  ];
  const attributes = [...pairs, ...own].map(([name, value]) => `\n  ${name}="${escaped(value)}"`).join("");
  const inside = `${escaped(words(subject))} <a href="${escaped(linkFor(subject, options))}">mi-bounds ${version}</a>`;
  return `${script(`${site}${version}/elements.js`)}\n<mi-${figure}${attributes}\n>${inside}</mi-${figure}>`;
}

/** The answer in a sentence, for readers without the script. */
export function words({ answered }: Subject): string {
  if (answered?.view === "training") return headline(answered.result.advantage, answered.result.parameters.prior);
  if (answered?.view === "calibrate")
    return `The target is kept by ${valueInWords(answered.result.solve_for, safeValue(answered.result))}.`;
  return "What an attacker can learn about one record of the training set.";
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, "   ");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** What the Content-Security-Policy of the site that embeds has to allow. */
export function policyFor(form: Form, { site, height }: EmbedOptions): string[] {
  const origin = originOf(site);
  if (form === "element")
    return [`script-src ${origin} 'wasm-unsafe-eval'`, `connect-src ${origin}`, `worker-src ${origin} blob:`];
  return [`frame-src ${origin}`, ...(height === null ? [`script-src ${origin}`] : [])];
}

function originOf(site: string): string {
  try {
    const { origin } = new URL(site);
    return origin === "null" ? "'self'" : origin;
  } catch {
    return "'self'";
  }
}
