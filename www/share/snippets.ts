// Lines to paste into other sites: a frame or an element with this state, of this version.

import { type EmbeddedView, FIGURE_VIEWS, type FigureName, usualControls } from "../state/embeds";
import { linkName, writeFragment } from "../state/link/fragment";
import { defaults, type Name } from "../state/parameters/table";
import { ASKED } from "../state/questions/asked";
import { RUN_NAMES } from "../state/questions/run";
import { usualSliders } from "../state/questions/sliders";
import * as attribute from "../words/attribute";
import { safeValue, valueInWords } from "../words/calibration";
import { headline } from "../words/figure";
import * as guarantee from "../words/guarantee";
import * as noise from "../words/noise";
import { figureInWords } from "../words/setting";
import { type EmbedOptions, FIGURES } from "./embed-options";
import type { Subject } from "./subject";

export const FORMS = {
  iframe: "HTML: frame",
  element: "HTML: element",
  markdown: "Markdown",
  rst: "reStructuredText",
} as const;

export type Form = keyof typeof FORMS;

type Pair = [name: string, value: string];

const CHOSEN: Record<EmbeddedView, readonly Name[]> = {
  training: RUN_NAMES,
  calibrate: ["solve_for", "target", ...RUN_NAMES],
  guarantee: ["guarantee"],
  attributes: ["attributes_over"],
  noise: ["noise_question", "noise_moment"],
  figures: ["figure"],
  audit: ["declared", "results"],
  register: [],
  laboratory: [],
};

/** The parameters that the figure uses, named as in links. */
export function pairsOf({ values, runB }: Subject, figure: FigureName): Pair[] {
  const view = FIGURE_VIEWS[figure];
  const wanted = [...CHOSEN[view], ...ASKED[view](values), ...(figure === "calculator" ? CALCULATOR : [])];
  const used = Object.fromEntries(wanted.map((name) => [name, values[name]]));
  const two = figure === "compare" || figure === "roc" || figure === "calculator";
  return writeFragment({ ...defaults(), ...used, view }, two ? runB : null)
    .split("&")
    .map((pair): Pair => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    })
    .filter(([name]) => name !== "v" && name !== "view");
}

/** What it draws beside the run, and which of its parts is open. */
const CALCULATOR: readonly Name[] = ["section", "sweep", "over", "sweep_bounds", "second", "second_values"];

/** What differs from what the figure shows by itself; where no number is chosen, it has no controls. */
function ownPairs({ values }: Subject, { figure, controls, sliders, theme }: EmbedOptions, separator: string): Pair[] {
  const view = FIGURE_VIEWS[figure];
  const usual = usualSliders(view, values);
  const same = sliders === null || (sliders.length === usual.length && sliders.every((key) => usual.includes(key)));
  const shown = controls === "sliders" && sliders?.length === 0 ? "none" : controls;
  return [
    ...(shown === usualControls(figure) ? [] : [["controls", shown] as Pair]),
    ...(shown !== "sliders" || same
      ? []
      : [["sliders", sliders.map((key) => linkName(key, view)).join(separator)] as Pair]),
    ...(theme === "auto" ? [] : [["theme", theme] as Pair]),
  ];
}

/** The fragment of the frame's address. */
export function frameFragment(subject: Subject, options: EmbedOptions): string {
  const { figure } = options;
  const own: Pair[] = [["v", "1"], ["figure", figure], ...ownPairs(subject, options, ",")];
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
  guarantee: 900,
  attributes: 900,
  noise: 900,
  paper: 700,
  audit: 900,
  register: 700,
  laboratory: 1200,
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
  const { figure, site } = options;
  const pairs = pairsOf(subject, figure).map(([name, value]): Pair => {
    return [name.replace(/^b\./, "b-").replaceAll("_", "-"), decodeURIComponent(value)];
  });
  const attributes = [...pairs, ...ownPairs(subject, options, " ")]
    .map(([name, value]) => `\n  ${name}="${escaped(value)}"`)
    .join("");
  const inside = `${escaped(words(subject))} <a href="${escaped(linkFor(subject, options))}">mi-bounds ${version}</a>`;
  return `${script(`${site}${version}/elements.js`)}\n<mi-${figure}${attributes}\n>${inside}</mi-${figure}>`;
}

/** The answer in a sentence, for readers without the script. */
export function words({ answered, values }: Subject): string {
  switch (answered?.view) {
    case "training":
      return headline(answered.result.advantage, answered.result.parameters.prior);
    case "calibrate":
      return `The target is kept by ${valueInWords(answered.result.solve_for, safeValue(answered.result))}.`;
    case "guarantee":
      return guarantee.answerInWords(answered.result, values);
    case "attributes":
      return attribute.answerInWords(answered.result);
    case "noise":
      return noise.answerInWords(answered.result);
    case "paper_figure":
      return figureInWords(values.figure, answered.result);
    default:
      return "What an attacker can learn about one record of the training set.";
  }
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
