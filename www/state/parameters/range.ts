// A number against its range, and the words of a refusal.
import type { Range } from "../../../src/boundary/wasm/core";

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

export function closed(min: number, max: number): Range {
  return { min, max, min_allowed: true, integer: false, default: null };
}

export function above(min: number, max: number): Range {
  return { ...closed(min, max), min_allowed: false };
}

export function whole(min: number, max: number): Range {
  return { ...closed(min, max), integer: true };
}
