// What is wrong with what was typed into a field, said by the field's own words: what to enter, not what the module calls it.
import { readNumber } from "./number-text";
import { inRange } from "./parameter";
import { type Key, PARAMS, printed } from "./table";

const GROUPED = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 15 });

/** "noise multiplier", "FPR": a label inside of a sentence. */
export function nounOf(key: Key): string {
  const { label } = PARAMS[key];
  return /^\p{Lu}\p{Ll}/u.test(label) ? `${label[0]?.toLowerCase()}${label.slice(1)}` : label;
}

/** Why the text cannot be taken as `key`, and what can. */
export function whatToEnter(key: Key, text: string): string {
  const { range, percent } = PARAMS[key];
  const noun = nounOf(key);
  const reading = readNumber(text, range.integer);
  const kind = range.integer ? "a whole number" : percent ? "a percentage" : "a number";
  if (!reading.ok) return `Enter the ${noun} as ${kind}, such as ${example(key)}`;
  const { value } = reading;
  if (key === "noise_multiplier" && value === 0)
    return "Enter a noise multiplier above 0: without noise, nothing is hidden";
  if (range.integer && !Number.isInteger(value) && inRange(value, { ...range, integer: false }))
    return `Enter the ${noun} as a whole number, such as ${example(key)}`;
  const [least, most] = [number(key, range.min), number(key, range.max)];
  return range.min_allowed
    ? `The ${noun} must be between ${least} and ${most}`
    : `The ${noun} must be above ${least} and at most ${most}`;
}

function number(key: Key, value: number): string {
  return Math.abs(value) >= 1e4 && Math.abs(value) < 1e15 ? GROUPED.format(value) : printed(key, value);
}

function example(key: Key): string {
  const { default: start, range, slider } = PARAMS[key];
  if (start !== null) return number(key, start);
  if (slider) return number(key, 10 ** Math.round(Math.log10(slider.min * slider.max) / 2));
  return number(key, range.max <= 1 ? 0.9 : Math.max(1, range.min));
}

/** The module's names of parameters, as a person would say them. */
export function inPlainWords(message: string): string {
  return message.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) =>
    Object.hasOwn(PARAMS, name) ? `the ${nounOf(name as Key)}` : name.replaceAll("_", " "),
  );
}
