// What the tables of numeric parameters say about each.
import ranges from "../../../src/boundary/ranges.json";
import type { Range, Ranges } from "../../../src/boundary/wasm/core";
import type { Choices } from "./choices";

/** Where a slider begins and ends: it need not reach as far as the text field. */
export interface Slider {
  min: number;
  max: number;
  scale: "log" | "linear";
}

export interface Param {
  /** What messages call it, where the key itself says more than the module's name. */
  name?: string;
  label: string;
  unit: string;
  /** The unit in the menu of a field that can be given in several, where it is not the label itself. */
  menu?: string;
  help: string;
  /** Views in which it speaks of something else. */
  within?: Partial<Record<Choices["view"], { unit: string; help: string }>>;
  /** The page's own start value; null where the value follows from others. */
  default: number | null;
  range: Range;
  slider: Slider | null;
  /** Other names under which a link may give it. */
  aliases: string[];
  /** Whether it is printed as "0.1%": a bare 0.1 is read both as a tenth and as a thousandth. */
  percent?: boolean;
  /** Whether its field may be empty: the value is null then. */
  optional?: boolean;
}

/** Shortest text that reads back as the same number. */
export function print(value: number): string {
  return value !== 0 && Math.abs(value) < 1e-4 ? value.toExponential() : String(value);
}

export function inRange(value: number, range: Range): boolean {
  const aboveMin = range.min_allowed ? value >= range.min : value > range.min;
  return aboveMin && value <= range.max && (!range.integer || Number.isInteger(value));
}

/** The range in words, e.g. "a whole number from 1 up to 1000000000": the core says it the same way. */
export function allowed({ min, max, min_allowed, integer }: Range): string {
  return `${integer ? "a whole number " : ""}${min_allowed ? "from" : "above"} ${print(min)} up to ${print(max)}`;
}

/** Why `value` is refused, or null. */
export function outside(name: string, value: number, range: Range): string | null {
  return inRange(value, range) ? null : `${name} is ${print(value)}; allowed is ${allowed(range)}`;
}

const LONGEST_QUOTE = 40;

export function quoted(text: string): string {
  if (text.trim() === "") return "";
  return `"${text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text}"`;
}

/** The module's own range, by its name there; what is the rule is left out of the file. */
export function rangeOf(name: keyof Ranges): Range {
  return { min_allowed: true, integer: false, default: null, ...ranges[name] };
}

export function closed(min: number, max: number): Range {
  return { min, max, min_allowed: true, integer: false, default: null };
}

export function above(min: number, max: number): Range {
  return { ...closed(min, max), min_allowed: false };
}

export function whole(min: number, max: number): Range {
  return { ...closed(min, max), integer: true };
}
