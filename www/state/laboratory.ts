// The experiment that is open: its controls as they stand, and what is asked with them. The module checks the values.
import catalogue from "../../src/boundary/experiments.json";
import type { ExperimentOptions } from "../../src/boundary/wasm/core";
import { EXPERIMENTS, type ExperimentPage } from "./experiments";
import { SHIPPED_TABLES } from "./files/shipped-tables";
import { type Pair, pairsText, readPairs } from "./link/own-pairs";
import { CHOICES } from "./parameters/choices";
import { readNumber } from "./parameters/number-text";
import { quoted } from "./parameters/parameter";

interface Option {
  name: string;
  help: string;
  type: string;
  unit?: string;
  default?: string;
  allowed?: string;
  also?: string[];
}

type FieldKind = "number" | "numbers" | "choice" | "text";

export interface Field {
  name: string;
  kind: FieldKind;
  label: string;
  unit: string;
  help: string;
  /** As typed. */
  text: string;
  start: string;
  /** What stands in where the field is empty. */
  instead: string;
  slider: readonly [least: number, most: number] | null;
  /** The allowed words. */
  words: readonly string[];
  /** Why it cannot be read. */
  problem: string | null;
  /** Whether it begins the form. */
  first: boolean;
  /** Whether it is asked, as the others stand; else it keeps its text. */
  applies: boolean;
}

export interface Sheet {
  /** The name of the experiment. */
  name: string;
  page: ExperimentPage;
  fields: readonly Field[];
  /** Null while a field cannot be read. */
  options: ExperimentOptions | null;
  /** What differs from the start, for the link. */
  link: string;
  /** What the link has wrong beside the fields. */
  remarks: readonly string[];
}

export const EXPERIMENT_NAMES: readonly string[] = Object.keys(EXPERIMENTS);

/** What an embed shows where none is named. */
export function namedExperiment(section: string): string {
  return section === CHOICES.section.default ? (EXPERIMENT_NAMES[0] ?? "") : section;
}

const PREFIX = "experiment_";

/** Null where there is no such experiment. */
export function sheetOf(name: string, link: string, ownTable: string | null = null): Sheet | null {
  const page = Object.hasOwn(EXPERIMENTS, name) ? EXPERIMENTS[name] : undefined;
  const entry = catalogue.find((each) => each.name === `${PREFIX}${name}`);
  if (!page || !entry) return null;
  const options = inOrder(page, entry.options as Option[]);
  const { texts, remarks } = given(options, readPairs(link));
  const tables = ownTable ? [...SHIPPED_TABLES, ownTable] : SHIPPED_TABLES;
  const all = options.map((option) => fieldOf(page, option, texts.get(option.name), tables));
  const fields = all.map((field) => (isAsked(page, field, all) ? field : { ...field, applies: false, problem: null }));
  const values = fields.map((field) => (field.applies ? readingOf(field) : undefined));
  const asked = values.some((value) => value === REFUSED) ? null : optionsOf(name, fields, values);
  return { name, page, fields, options: asked, link: linkOf(fields), remarks };
}

/** The link of the sheet once `name` has this text. */
export function typedInto({ fields }: Sheet, name: string, text: string): string {
  return linkOf(fields.map((field) => (field.name === name ? { ...field, text } : field)));
}

function linkOf(fields: readonly Field[]): string {
  return pairsText(fields.flatMap(({ name, text, start }): Pair[] => (text === start ? [] : [[name, text]])));
}

/** Those of the page first; options that no text can say are left out. */
function inOrder({ fields }: ExperimentPage, options: Option[]): Option[] {
  const known = options.filter((option) => option.name !== "experiment" && kindOf(option) !== null);
  const first = fields.flatMap(([name]) => known.filter((option) => option.name === name));
  return [...first, ...known.filter((option) => !first.includes(option))];
}

function kindOf({ name, type }: Option): FieldKind | null {
  if (name === "table") return "choice";
  if (type === "string") return "text";
  if (type === "number") return "number";
  if (type === "number[]") return "numbers";
  return type === "boolean" || type.startsWith('"') ? "choice" : null;
}

function wordsOf({ type }: Option): string[] {
  if (type === "boolean") return ["true", "false"];
  return [...type.matchAll(/"([^"]*)"/g)].map(([, word = ""]) => word);
}

const LONGEST_NAME = 40;
const MOST_REMARKS = 5;

function given(options: Option[], pairs: Pair[]): { texts: Map<string, string>; remarks: string[] } {
  const texts = new Map<string, string>();
  const remarks: string[] = [];
  for (const [name, text] of pairs) {
    const option = options.find((each) => each.name === name || each.also?.includes(name));
    const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
    if (!option) remarks.push(`From the link: “${shown}” is no option of this experiment, and changes nothing.`);
    else if (!texts.has(option.name)) texts.set(option.name, text);
    else if (texts.get(option.name) !== text)
      remarks.push(`From the link: ${option.name} is given more than once; the first is taken.`);
  }
  return { texts, remarks: remarks.slice(0, MOST_REMARKS) };
}

function fieldOf(page: ExperimentPage, option: Option, text: string | undefined, tables: readonly string[]): Field {
  const begins = page.fields.find(([name]) => name === option.name);
  const [, start = "", slider = null] = begins ?? [];
  const field: Field = {
    name: option.name,
    kind: kindOf(option) ?? "number",
    label: labelOf(option.name),
    unit: option.unit ?? "",
    help: [option.help, option.allowed ? `Allowed: ${option.allowed}.` : ""].filter(Boolean).join(" "),
    text: text ?? start,
    start,
    instead: shownDefault(option.default),
    slider,
    words: option.name === "table" ? tables : wordsOf(option),
    problem: null,
    first: begins !== undefined,
    applies: true,
  };
  const value = readingOf(field);
  return value === REFUSED ? { ...field, problem: problemOf(field) } : field;
}

function isAsked({ only }: ExperimentPage, { name }: Field, fields: readonly Field[]): boolean {
  const conditions = Object.entries((only && Object.hasOwn(only, name) && only[name]) || {});
  return conditions.every(([other, texts]) =>
    fields.some((field) => field.name === other && texts.includes(field.text.trim())),
  );
}

/** Of lists without their brackets, as they are typed. */
function shownDefault(text = ""): string {
  return text.replace(/^\[|\]$/g, "").replaceAll(/(\d)\.0\b/g, "$1");
}

const LABELS: Readonly<Record<string, string>> = {
  num_steps: "steps",
  dataset_size: "data set size",
  positive_accuracy: "positive accuracy, proved",
  bayes_security: "Bayes security",
};

/** "Noise multiplier" of "noise_multiplier". */
export function labelOf(name: string): string {
  const words = LABELS[name] ?? name.replaceAll("_", " ");
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

const REFUSED = Symbol("refused");
const LONGEST_LIST = 1000;
const LONGEST_TEXT = 500;

type Value = number | number[] | string | boolean | undefined | typeof REFUSED;

/** Undefined where it is left to the module. */
function readingOf({ kind, text, words }: Field): Value {
  if (text.trim() === "") return undefined;
  if (kind === "choice") {
    if (!words.includes(text)) return REFUSED;
    return words[0] === "true" ? text === "true" : text;
  }
  if (kind === "text") return text.length > LONGEST_TEXT ? REFUSED : text;
  if (kind === "number") return numberIn(text);
  const numbers = parts(text).map(numberIn);
  return numbers.includes(REFUSED) || text.length > LONGEST_LIST ? REFUSED : (numbers as number[]);
}

function numberIn(text: string): number | typeof REFUSED {
  const reading = readNumber(text, true);
  return reading.ok ? reading.value : REFUSED;
}

/** A comma stands between numbers here. */
function parts(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

function problemOf({ name, kind, text, words }: Field): string {
  if (kind === "choice") return `${name} is ${quoted(text)}; allowed are ${words.join(", ")}`;
  if (kind === "text") return `${name} has ${text.length} characters; at most ${LONGEST_TEXT} are allowed`;
  if (kind === "numbers" && text.length > LONGEST_LIST)
    return `${name} has ${text.length} characters; write a list of numbers, such as 0.5, 1, 2`;
  const wrong = (kind === "numbers" ? parts(text) : [text]).find((part) => numberIn(part) === REFUSED) ?? text;
  const reading = readNumber(wrong, true);
  return `${name} ${quoted(wrong)} ${reading.ok ? "" : reading.problem}`;
}

function optionsOf(name: string, fields: readonly Field[], values: readonly Value[]): ExperimentOptions {
  const pairs = fields.flatMap((field, at) => (values[at] === undefined ? [] : [[field.name, values[at]]]));
  return { experiment: name, ...Object.fromEntries(pairs) } as ExperimentOptions;
}

/** Positions of a slider: 1, 2 and 5 of each decade. */
export function stopsOf({ slider }: Field): number[] {
  // Decades have no zero.
  if (!slider || slider[0] <= 0) return [];
  const [least, most] = slider;
  const stops: number[] = [];
  for (let decade = Math.floor(Math.log10(least)); decade <= Math.log10(most); decade++)
    stops.push(...[1, 2, 5].map((digit) => Number(`${digit}e${decade}`)));
  return [...new Set([least, ...stops, most])].filter((stop) => stop >= least && stop <= most).sort((a, b) => a - b);
}
