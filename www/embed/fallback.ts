// Fills the text of embeds while a site is built: sentences and numbers for readers without script, and for search.
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { version } from "../../package.json";
import type { CalibrateResult, Outcome, TrainingOptions, TrainingResult } from "../../src/boundary/wasm/core";
import { faultInWords } from "../state/link/faults";
import { type Parameters, print } from "../state/parameters/table";
import { calibrateOptions } from "../state/questions/quantity";
import { rateOf, stepsOf, trainingOptions } from "../state/questions/run";
import { keptInWords, safeValue, valueInWords } from "../words/calibration";
import { bounds } from "../words/comparison";
import { headline, kindInWords, sideInWords } from "../words/figure";
import { percent } from "../words/number";
import { readAttributes } from "./attributes";
import { controlsOf, EMBEDS, type EmbedName } from "./names";

/** The functions of the core that a text needs. */
export interface Core {
  training: (options: TrainingOptions) => Outcome<TrainingResult>;
  calibrate: (options: ReturnType<typeof calibrateOptions>) => Outcome<CalibrateResult>;
}

type Element = DefaultTreeAdapterTypes.Element;
type Attributes = { name: string; value: string }[];

/** Everything wrong with the attributes of an element, with the line it stands in. */
export class BadEmbed extends Error {
  constructor(
    readonly line: number,
    readonly element: string,
    reasons: string[],
  ) {
    super(`line ${line}: <${element}>: ${reasons.join(" ")}`);
    this.name = "BadEmbed";
  }
}

/** The page with the text of every `<mi-… fallback>` written anew; nothing else of it changes. */
export function fillFallbacks(page: string, core: Core): string {
  let filled = "";
  let from = 0;
  for (const { element, start, end } of places(page)) {
    filled += page.slice(from, start) + textOf(element, core);
    from = end;
  }
  return filled + page.slice(from);
}

interface Place {
  element: Element;
  start: number;
  end: number;
}

function places(page: string): Place[] {
  const found: Place[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if ("tagName" in node && isEmbed(node.tagName) && node.attrs.some(({ name }) => name === "fallback")) {
      const location = node.sourceCodeLocation;
      if (!location?.startTag || !location.endTag) {
        throw new BadEmbed(location?.startLine ?? 0, node.tagName, ["it has no end tag of its own."]);
      }
      found.push({ element: node, start: location.startTag.endOffset, end: location.endTag.startOffset });
      return;
    }
    if ("content" in node) visit(node.content);
    if ("childNodes" in node) for (const child of node.childNodes) visit(child);
  };
  visit(parse(page, { sourceCodeLocationInfo: true }));
  return found.sort((a, b) => a.start - b.start);
}

function isEmbed(name: string): name is EmbedName {
  return (EMBEDS as readonly string[]).includes(name);
}

function textOf(element: Element, core: Core): string {
  const name = element.tagName as EmbedName;
  const line = element.sourceCodeLocation?.startLine ?? 0;
  const { html, faults } = fallbackOf(name, element.attrs, core, !isInParagraph(element));
  if (faults.length > 0) throw new BadEmbed(line, name, faults);
  return html;
}

/** A table would end the paragraph that it stands in. */
function isInParagraph(element: Element): boolean {
  for (let node: DefaultTreeAdapterTypes.ParentNode | null = element.parentNode; node; ) {
    if ("tagName" in node && /^(?:p|h[1-6]|span|em|strong|a)$/.test(node.tagName)) return true;
    node = "parentNode" in node ? node.parentNode : null;
  }
  return false;
}

/** The text of one embed, or what its attributes have wrong. */
export function fallbackOf(
  name: EmbedName,
  attributes: Attributes,
  core: Core,
  tables = true,
): { html: string; faults: string[] } {
  const link = readAttributes(attributes, name === "mi-calibrate" ? "calibrate" : "training");
  const faults = [...link.faults.map(faultInWords), ...link.remarks];
  const words = controlsOf({ getAttribute: (key) => attributes.find((one) => one.name === key)?.value ?? null }, name);
  if (words.fault) faults.unshift(words.fault);
  if (faults.length > 0) return { html: "", faults };
  const { values, runB } = link;
  try {
    const text =
      name === "mi-calibrate"
        ? calibrated(values, core)
        : trained(name, values, runB && { ...values, ...runB }, core, tables);
    const tag = text.includes("<table>") ? "div" : "span";
    return { html: `<${tag} data-mi-bounds="${version}">${text}</${tag}>`, faults };
  } catch (error) {
    if (error instanceof Refused) return { html: "", faults: [`${error.message}.`] };
    throw error;
  }
}

/** The core has no answer to these parameters. */
class Refused extends Error {}

function answer<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Refused(outcome.error.message);
  return outcome.value;
}

function trained(name: EmbedName, values: Parameters, other: Parameters | null, core: Core, tables: boolean): string {
  const result = answer(core.training(trainingOptions(values)));
  const { advantage } = result;
  const said = `${escaped(headline(advantage, result.parameters.prior))} Advantage ${escaped(sideInWords(advantage))} (${kindInWords(advantage)}), for ${escaped(runInWords(values))}.`;
  if (name === "mi-advantage") return said;
  const second = other ? answer(core.training(trainingOptions(other))) : null;
  const two = second
    ? ` For B, ${escaped(runInWords(other ?? values))}: advantage ${escaped(sideInWords(second.advantage))}.`
    : "";
  if (name === "mi-compare") {
    const rows = bounds(result, { simulated: null, other: second }).map(({ name, says }) => [name, says]);
    return said + two + listed(["Statement", "Advantage"], rows, tables);
  }
  const rates = result.tpr.map((figure, i) => {
    const ofB = second?.tpr[i];
    const row = [percent(figure.fpr), sideInWords(figure, 100, "%")];
    return ofB ? [...row, sideInWords(ofB, 100, "%")] : row;
  });
  const head = ["False positive rate", "Largest true positive rate"];
  return said + two + listed(second ? [...head, "The same for B"] : head, rates, tables);
}

function calibrated(values: Parameters, core: Core): string {
  const result = answer(core.calibrate(calibrateOptions(values)));
  const { solve_for, library_version, parameters, noise } = result;
  const found = valueInWords(solve_for, safeValue(result));
  const { noise_multiplier, sample_rate, num_steps } = parameters;
  const run = `noise multiplier ${numberOr(noise_multiplier)}, sample rate ${numberOr(sample_rate)} and ${num_steps} steps`;
  return escaped(
    `${found[0]?.toUpperCase()}${found.slice(1)} suffices. ${keptInWords(result, values)} Found for ` +
      `DP-SGD with ${run} (${assumed(values)}, ${noise} noise); ` +
      `computed with mi-bounds ${library_version}.`,
  );
}

function numberOr(value: number | null): string {
  return value === null ? "by phase" : print(Number(value.toPrecision(7)));
}

function assumed({ neighboring_relation, sampling }: Parameters): string {
  return [neighboring_relation, sampling].map((word) => word.replaceAll("_", " ")).join(", ");
}

function runInWords(values: Parameters): string {
  const { history, noise_multiplier } = values;
  const run = history
    ? `DP-SGD with a schedule of ${history.length} phases`
    : `DP-SGD with noise multiplier ${print(noise_multiplier)}, sample rate ${numberOr(rateOf(values))} and ${stepsOf(values)} steps`;
  return `${run} (${assumed(values)}, ${values.noise} noise); computed with mi-bounds ${version}`;
}

function listed(head: string[], rows: string[][], tables: boolean): string {
  if (!tables) return rows.map((row) => ` ${escaped(row.join(": "))}.`).join("");
  const cells = (tag: string, row: string[]) => row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("");
  const body = rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("");
  return `<table><thead><tr>${cells("th", head)}</tr></thead><tbody>${body}</tbody></table>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
