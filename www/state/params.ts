// All parameters of the page: one table of numbers drives the controls, the link, the help and the tests.
import type { HistoryEntry, Range } from "../../src/wasm";
import { type Choices, choiceDefaults } from "./choices";
import { readNumber } from "./number";
import type { Param } from "./param";
import { RUN_PARAMS, type RunParam } from "./run-params";
import { LOCAL_KEYS, SIMULATION_PARAMS, type SimulationParam } from "./simulation-params";
import { TARGET_PARAMS, type TargetParam } from "./target-params";

/** A number that every state has. */
type Given = Exclude<RunParam | TargetParam, "sample_rate" | "num_steps" | "target_delta" | "width">;

export interface Numbers extends Record<Given, number>, Record<SimulationParam, number | null> {
  /** Null: batch_size / dataset_size. */
  sample_rate: number | null;
  /** Null: epochs / sample_rate, rounded up. */
  num_steps: number | null;
  /** Null: the smaller of 1e-5 and 1 / dataset_size. */
  target_delta: number | null;
  /** Null: all samples. */
  width: number | null;
}

export type Key = keyof Numbers;

export interface Parameters extends Numbers, Choices {
  /** Phases of a run whose settings change; null: one phase, given by the numbers. */
  history: HistoryEntry[] | null;
}

/** Everything that can be set, and can be wrong. */
export type Name = keyof Parameters;

export const PARAMS: Record<Key, Param> = { ...RUN_PARAMS, ...SIMULATION_PARAMS, ...TARGET_PARAMS };

/** The numbers that the module has a range for. */
export const KEYS = Object.keys(RUN_PARAMS) as RunParam[];

/** All numbers. */
export const NUMBER_KEYS = Object.keys(PARAMS) as Key[];

/** Those that a link carries, in its order. */
export const LINK_KEYS = NUMBER_KEYS.filter((key) => !(LOCAL_KEYS as readonly Key[]).includes(key));

export function defaults(): Parameters {
  const numbers = Object.fromEntries(NUMBER_KEYS.map((key) => [key, PARAMS[key].default])) as unknown as Numbers;
  return { ...numbers, ...choiceDefaults(), history: null };
}

/** Shortest text that reads back as the same number. */
export function print(value: number): string {
  return value !== 0 && Math.abs(value) < 1e-4 ? value.toExponential() : String(value);
}

/** What stands in the field of `key`: a rate as per cent, where that reads back as the same number. */
export function printed(key: Key, value: number): string {
  if (!PARAMS[key].percent || value < 1e-6) return print(value);
  const text = `${Number((value * 100).toPrecision(12))}%`;
  const reading = readNumber(text, false);
  return reading.ok && reading.value === value ? text : print(value);
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

export function quoted(text: string): string {
  if (text.trim() === "") return "";
  return `"${text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text}"`;
}
