// The one table of parameters: it drives the controls, the link, the help and the tests.
import type { Range } from "../../src/wasm";
import { readNumber } from "./number";

export interface Parameters {
  dataset_size: number;
  batch_size: number;
  /** Null: batch_size / dataset_size. */
  sample_rate: number | null;
  epochs: number;
  /** Null: epochs / sample_rate, rounded up. */
  num_steps: number | null;
  noise_multiplier: number;
  /** Null: the smaller of 1e-5 and 1 / dataset_size. */
  target_delta: number | null;
  prior: number;
  samples: number;
  seed: number;
}

export type Key = keyof Parameters;

/** Where a slider begins and ends: it need not reach as far as the text field. */
export interface Slider {
  min: number;
  max: number;
  scale: "log" | "linear";
}

export interface Param {
  label: string;
  unit: string;
  help: string;
  /** The page's own start value; null where the value follows from others. */
  default: number | null;
  range: Range;
  slider: Slider | null;
  /** Other names under which a link may give it. */
  aliases: string[];
}

const MAX_EXACT_INTEGER = Number.MAX_SAFE_INTEGER;

export const PARAMS: Record<Key, Param> = {
  dataset_size: {
    label: "Data set size",
    unit: "records",
    help: "How many records the training set holds.",
    default: 60_000,
    range: { min: 1, max: 1e12, min_allowed: true, integer: true, default: null },
    slider: { min: 100, max: 1e8, scale: "log" },
    aliases: [],
  },
  batch_size: {
    label: "Batch size",
    unit: "records a step",
    help: "Records in one step, on average: each record joins a step by its own coin toss.",
    default: 256,
    range: { min: 0, max: 1e12, min_allowed: false, integer: false, default: null },
    slider: { min: 1, max: 65_536, scale: "log" },
    aliases: [],
  },
  sample_rate: {
    label: "Sample rate",
    unit: "of the records a step",
    help: "Probability that one record is used in one step. Opacus calls it sample_rate.",
    default: null,
    range: { min: 0, max: 1, min_allowed: false, integer: false, default: null },
    slider: { min: 1e-6, max: 1, scale: "log" },
    aliases: ["q", "sampling_probability"],
  },
  epochs: {
    label: "Epochs",
    unit: "passes over the data",
    help: "Steps are epochs divided by the sample rate, rounded up.",
    default: 15,
    range: { min: 0, max: 1e9, min_allowed: false, integer: false, default: null },
    slider: { min: 1, max: 1000, scale: "log" },
    aliases: [],
  },
  num_steps: {
    label: "Steps",
    unit: "noisy gradients",
    help: "How many noisy gradients the training takes.",
    default: null,
    range: { min: 1, max: 1e9, min_allowed: true, integer: true, default: null },
    slider: { min: 1, max: 1e7, scale: "log" },
    aliases: ["steps"],
  },
  noise_multiplier: {
    label: "Noise multiplier",
    unit: "× clipping norm",
    help: "Standard deviation of the noise divided by the clipping norm. Opacus calls it noise_multiplier.",
    default: 1.1,
    range: { min: 0.01, max: 1e4, min_allowed: true, integer: false, default: null },
    slider: { min: 0.2, max: 20, scale: "log" },
    aliases: ["sigma"],
  },
  target_delta: {
    label: "Delta",
    unit: "",
    help: "Only for epsilon: how often its promise may fail. The other figures do not use it.",
    default: null,
    range: { min: 0, max: 0.999, min_allowed: false, integer: false, default: null },
    slider: { min: 1e-12, max: 0.1, scale: "log" },
    aliases: ["delta"],
  },
  prior: {
    label: "Prior",
    unit: "share of members",
    help: "How likely membership is before the attack. 0.5 is a coin toss.",
    default: 0.5,
    range: { min: 1e-9, max: 1 - 1e-9, min_allowed: true, integer: false, default: 0.5 },
    slider: { min: 0.01, max: 0.99, scale: "linear" },
    aliases: [],
  },
  samples: {
    label: "Samples",
    unit: "simulated trainings",
    help: "Four times as many halve the width of the interval.",
    default: 100_000,
    range: { min: 1, max: 1e8, min_allowed: true, integer: true, default: 100_000 },
    slider: { min: 100, max: 1e7, scale: "log" },
    aliases: [],
  },
  seed: {
    label: "Seed",
    unit: "",
    help: "The same seed gives the same digits on every machine.",
    default: 1,
    range: { min: 0, max: MAX_EXACT_INTEGER, min_allowed: true, integer: true, default: null },
    slider: null,
    aliases: [],
  },
};

export const KEYS = Object.keys(PARAMS) as Key[];

export function defaults(): Parameters {
  return Object.fromEntries(KEYS.map((key) => [key, PARAMS[key].default])) as unknown as Parameters;
}

/** Shortest text that reads back as the same number. */
export function print(value: number): string {
  return value !== 0 && Math.abs(value) < 1e-4 ? value.toExponential() : String(value);
}

export type Parsed = { ok: true; value: number; echo?: string } | { ok: false; message: string };

/** Reads the text of one parameter; a refusal names the parameter, the text and the allowed range. */
export function parse(key: Key, text: string): Parsed {
  const { range } = PARAMS[key];
  const reading = readNumber(text, range.integer);
  if (!reading.ok) return { ok: false, message: `${key} ${quoted(text)} ${reading.problem}` };
  const { value, hint } = reading;
  if (!inRange(value, range)) {
    return { ok: false, message: `${key} is ${print(value)}; allowed is ${allowed(range)}` };
  }
  if (hint) return { ok: true, value, echo: `= ${print(value)} (${hint})` };
  return Number(text) === value ? { ok: true, value } : { ok: true, value, echo: `= ${print(value)}` };
}

export function inRange(value: number, range: Range): boolean {
  const aboveMin = range.min_allowed ? value >= range.min : value > range.min;
  return aboveMin && value <= range.max && (!range.integer || Number.isInteger(value));
}

/** The range in words, e.g. "a whole number from 1 up to 1000000000": the core says it the same way. */
export function allowed({ min, max, min_allowed, integer }: Range): string {
  return `${integer ? "a whole number " : ""}${min_allowed ? "from" : "above"} ${print(min)} up to ${print(max)}`;
}

const LONGEST_QUOTE = 40;

function quoted(text: string): string {
  if (text.trim() === "") return "";
  return `"${text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text}"`;
}
