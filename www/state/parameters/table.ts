// All parameters of the page: one table of numbers drives the controls, the link, the help and the tests.
import type { HistoryEntry } from "../../../src/boundary/wasm/core";
import { AUDIT_PARAMS, type AuditParam } from "./audit";
import { CHOICES, type Choices, choiceDefaults } from "./choices";
import { GUARANTEE_PARAMS, type GuaranteeParam, type OptionalGuaranteeParam } from "./guarantee";
import { METHOD_PARAMS, type MethodParam } from "./method";
import { NOISE_PARAMS, type NoiseParam, type OptionalNoiseParam } from "./noise";
import { readNumber } from "./number-text";
import {
  ATTRIBUTE_PARAMS,
  type AttributeParam,
  LOCAL_KEYS,
  type OptionalAttributeParam,
  type OptionalTargetParam,
  SIMULATION_PARAMS,
  type SimulationParam,
  TARGET_PARAMS,
  type TargetParam,
} from "./others";
import { inRange, outside, type Param, print, quoted } from "./parameter";
import { type Rows, startRows } from "./rows";
import { RUN_PARAMS, type RunParam } from "./run";

export { inRange, print, quoted };

/** A number that every state has. */
type Given = Exclude<
  RunParam | TargetParam | GuaranteeParam | AuditParam | NoiseParam | AttributeParam | MethodParam,
  "sample_rate" | "num_steps" | "target_delta" | "width"
>;

/** A number that may be left out. */
type Optional =
  | SimulationParam
  | OptionalTargetParam
  | OptionalGuaranteeParam
  | OptionalNoiseParam
  | OptionalAttributeParam;

export interface Numbers extends Record<Given, number>, Record<Optional, number | null> {
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

export interface Parameters extends Numbers, Choices, Rows {
  /** Phases of a run whose settings change; null: one phase, given by the numbers. */
  history: HistoryEntry[] | null;
  /** Values of the second parameter of a sweep, with commas between them; empty: half and twice that of the run. */
  second_values: string;
  /** The entry of the register that is open; empty: all of them. */
  entry: string;
  /** The figure of a paper that is open; empty: the list. */
  figure: string;
  /** What is set of the experiment that is open, as pairs of a link; empty: as it starts. Its view reads them. */
  laboratory: string;
}

/** Everything that can be set, and can be wrong. */
export type Name = keyof Parameters;

export const PARAMS: Record<Key, Param> = {
  ...RUN_PARAMS,
  ...SIMULATION_PARAMS,
  ...TARGET_PARAMS,
  ...GUARANTEE_PARAMS,
  ...AUDIT_PARAMS,
  ...NOISE_PARAMS,
  ...ATTRIBUTE_PARAMS,
  ...METHOD_PARAMS,
};

/** All numbers. */
export const NUMBER_KEYS = Object.keys(PARAMS) as Key[];

/** Those that a link carries, in its order. */
export const LINK_KEYS = NUMBER_KEYS.filter((key) => !(LOCAL_KEYS as readonly Key[]).includes(key));

/** Of a view that is opened: none of what lies inside it. */
export const NOWHERE = { section: CHOICES.section.default, entry: "", figure: "", laboratory: "" };

export function defaults(): Parameters {
  const numbers = Object.fromEntries(NUMBER_KEYS.map((key) => [key, PARAMS[key].default])) as unknown as Numbers;
  return { ...numbers, ...choiceDefaults(), history: null, ...startRows(), second_values: "", ...NOWHERE };
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
  const { range, name = key } = PARAMS[key];
  const reading = readNumber(text, range.integer);
  if (!reading.ok) return { ok: false, message: `${name} ${quoted(text)} ${reading.problem}` };
  const { value, hint } = reading;
  const refusal = outside(name, value, range);
  if (refusal) return { ok: false, message: refusal };
  if (hint) return { ok: true, value, echo: `= ${print(value)} (${hint})` };
  return Number(text) === value ? { ok: true, value } : { ok: true, value, echo: `= ${print(value)}` };
}
