// What a link has wrong. While it stands no figure is shown: it would be that of a default, and seem to be the link's.
import { allowedWords, CHOICES, type ChoiceKey, type Choices } from "../parameters/choices";
import { nounOf as labelIn } from "../parameters/entry";
import { readNumber } from "../parameters/number-text";
import { allowed } from "../parameters/parameter";
import { isRowsKey } from "../parameters/rows";
import { defaults, type Key, type Name, PARAMS, type Parameters, print, printed, quoted } from "../parameters/table";
import type { Run } from "../questions/run";

/** What can stand in the place of a fault. */
export interface Remedy {
  /** On its button. */
  words: string;
  values: Partial<Parameters>;
  /** The run B, where it changes. */
  runB?: Run | null;
}

export interface Fault {
  /** As in the link: the address keeps it until it is mended. */
  pairs: [name: string, text: string][];
  /** What is wrong, behind "This link is damaged: ". */
  words: string;
  /** What is wrong, with the name, the value and what is allowed. */
  message: string;
  /** Whose control takes another value; null where there is none. */
  parameter: Name | null;
  /** What stands in that control. */
  text: string | null;
  remedies: Remedy[];
}

/** A value that cannot be read, or is not allowed. */
export function badValue(name: Name, pair: [string, string], message: string): Fault {
  return {
    pairs: [pair],
    words: valueWords(name, pair[1], message),
    message,
    parameter: name,
    text: pair[1],
    remedies: [replacement(name)],
  };
}

/** A name that stands more than once with different values. */
export function contradiction(name: Name, pairs: [string, string][], values: Parameters[Name][]): Fault {
  const texts = pairs.slice(0, SHOWN).map(([, text]) => quoted(text) || "nothing");
  return {
    pairs,
    words: `it gives ${nounOf(name)} more than once, as ${texts.join(" and as ")}`,
    message: `${name} is given more than once: ${texts.join(", ")}`,
    parameter: name,
    text: null,
    remedies: values
      .slice(0, SHOWN)
      .map((value) => ({ words: `Use ${valueInWords(name, value)}`, values: { [name]: value } })),
  };
}

/** So many of a kind are named. */
const SHOWN = 3;

/** Names that no version of the page knows. */
export function unknownNames(names: string[], pairs: [string, string][]): Fault {
  const [what, them] = names.length === 1 ? ["a name", "it"] : ["names", "them"];
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  const some = names.slice(0, SHOWN).map((name) => `“${name}”`);
  const words = `it has ${what} that this page does not know: ${some.join(", ")}${more}`;
  return plain(pairs, words, [{ words: `Go on without ${them}`, values: {} }]);
}

/** A fault of the link as a whole. */
export function plain(pairs: [string, string][], words: string, remedies: Remedy[]): Fault {
  return { pairs, words, message: words, parameter: null, text: null, remedies };
}

/** "Use 1.1": what stood there without the link. */
function replacement(name: Name): Remedy {
  const value = defaults()[name];
  return {
    words: name === "history" ? "Use a single phase" : `Use ${valueInWords(name, value)}`,
    values: { [name]: value },
  };
}

function valueInWords(name: Name, value: Parameters[Name]): string {
  if (value === null) return name in DERIVED ? (DERIVED[name] ?? "") : "none";
  if (typeof value === "number") return printed(name as Key, value);
  if (name === "second_values") return value === "" ? "half and twice the present value" : String(value);
  if (typeof value === "string") return `“${CHOICES[name as ChoiceKey]?.options[value as never] ?? value}”`;
  return isRowsKey(name) ? "the example’s list" : `the schedule of ${value.length} phases`;
}

/** What follows from the others where it is not given. */
const DERIVED: Partial<Record<Name, string>> = {
  sample_rate: "batch size and data set size",
  num_steps: "epochs",
  target_delta: "the smaller of 1e-5 and 1/records",
  width: "all samples",
};

/** "the noise multiplier “0.9x” cannot be read", "the prior is 2; allowed is above 0 up to 1". */
function valueWords(name: Name, text: string, message: string): string {
  const noun = nounOf(name);
  const said = quoted(text) || "which is empty";
  if (!(name in PARAMS)) {
    return name in CHOICES
      ? `${noun} ${said} is none of ${allowedWords(name as ChoiceKey)}`
      : `${noun} cannot be read (${message})`;
  }
  const { range } = PARAMS[name as Key];
  const reading = readNumber(text, range.integer);
  return reading.ok
    ? `${noun} is ${print(reading.value)}; allowed is ${allowed(range)}`
    : `${noun} ${said} cannot be read`;
}

/** "the noise multiplier", "the FPR". */
function nounOf(name: Name): string {
  const nouns: Partial<Record<Name, string>> = {
    history: "the schedule",
    rdp: "the list of Rényi divergences",
    thresholds: "the list of thresholds",
  };
  const noun = name in PARAMS ? labelIn(name as Key) : (name as keyof Choices).replaceAll("_", " ");
  return nouns[name] ?? `the ${noun}`;
}

/** As a sentence of its own; the names of parameters stay as they are written. */
export function faultInWords({ message }: Fault): string {
  return `${message.replace(/^(?:the|it) /, (word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)}.`;
}
