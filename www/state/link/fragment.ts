// The state of the page to the link's fragment and back. A fragment stays out of server logs.
import type { HistoryEntry } from "../../../src/boundary/wasm/core";
import { allowedWords, CHOICE_KEYS, CHOICES, type ChoiceKey, type Choices, isOption } from "../parameters/choices";
import { isRowsKey, ROWS_KEYS, readRows, writeRows } from "../parameters/rows";
import { readSecondValues } from "../parameters/second-values";
import {
  defaults,
  type Key,
  LINK_KEYS,
  type Name,
  PARAMS,
  type Parameters,
  parse,
  print,
  quoted,
} from "../parameters/table";
import { RUN_NAMES, type Run, runOf } from "../questions/run";
import { badValue, contradiction, type Fault, plain, unknownNames } from "./faults";
import { FORMAT, isVersion, migrated } from "./formats";
import { pairsText, readPairs, splitPair } from "./own-pairs";
import { readSchedule, writeSchedule } from "./schedule";

/** Two schedules of the greatest length fit. */
const LONGEST_FRAGMENT = 1_500_000;
const LONGEST_NAME = 40;

/** From here on some programs cut links off. */
export const LONG_LINK = 8000;

/** Keys of B stand behind this; `b=same` where B is A. */
const B = "b.";
const NONE = "none";

/** What is open by its name, an entry of the register or a figure: whether there is such a one is known once they are loaded. */
const NAMED = ["entry", "figure"] as const;

export interface Link {
  values: Parameters;
  runB: Run | null;
  /** What the link has wrong; a default stands in the place of each value. */
  faults: Fault[];
  /** What has to be said of it all the same, such as what has changed since it was made. */
  remarks: string[];
  /** The version of the library that made it; null where it does not say. */
  made: string | null;
}

/** With `made`, the link says which version of the library made it: for links that are sent, not for the address bar. */
export function writeFragment(
  values: Parameters,
  runB: Run | null = null,
  made: string | null = null,
  faults: readonly Fault[] = [],
): string {
  const start = defaults();
  const names: Name[] = [...CHOICE_KEYS, ...LINK_KEYS, "history", ...ROWS_KEYS, "second_values", ...NAMED];
  const wrong = faults.flatMap((fault) => fault.pairs);
  const damaged = new Set(faults.map(({ parameter }) => parameter));
  const pairs = names.flatMap((name) => (damaged.has(name) || same(name, values, start) ? [] : [pair(name, values)]));
  const format = wrong.some(([name]) => name === "v") ? [] : [`v=${FORMAT}`];
  const as = ([name, text]: [string, string]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
  const stated = made ? [`made=${made}`] : [];
  const own = values.view === "laboratory" && values.laboratory ? [values.laboratory] : [];
  return [...format, ...stated, ...pairs, ...own, ...wrong.map(as), ...(runB ? writeRunB(values, runB) : [])].join("&");
}

function writeRunB(values: Parameters, runB: Run): string[] {
  const differing = RUN_NAMES.filter((name) => !same(name, values, runB));
  return differing.length === 0 ? ["b=same"] : differing.map((name) => `${B}${pair(name, { ...values, ...runB })}`);
}

function pair(name: Name, values: Parameters): string {
  const value = values[name];
  const written = linkName(name, values.view);
  if (value === null) return `${written}=${NONE}`;
  if (name === "history") return `${written}=${writeSchedule(values.history ?? [])}`;
  if (isRowsKey(name)) return `${written}=${writeRows(values[name])}`;
  return `${written}=${typeof value === "number" ? print(value) : value}`;
}

function same<N extends Name>(name: N, one: Pick<Parameters, N>, other: Pick<Parameters, N>): boolean {
  const [a, b]: [Parameters[Name], Parameters[Name]] = [one[name], other[name]];
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return isRowsKey(name)
    ? writeRows(a as number[][]) === writeRows(b as number[][])
    : writeSchedule(a as HistoryEntry[]) === writeSchedule(b as HistoryEntry[]);
}

/** A name that a view has for its own goes without the view before it there; the other one takes its own. */
export function linkName(name: Name, view: Choices["view"]): string {
  const own = ownName(name, view);
  if (own) return own;
  return isOwn(name, view) || ownKey(name, view) ? `${ELSEWHERE}${name}` : name;
}

/** The laboratory reads every name by itself, but for what opens it and the names of other views. */
function isOwn(name: string, view: Choices["view"]): boolean {
  return view === "laboratory" && name !== "view" && name !== "section" && !name.startsWith(ELSEWHERE);
}

/** "epsilon" of "guarantee_epsilon" in the view "guarantee". */
function ownName(key: Name, view: Choices["view"]): string | undefined {
  const { name } = PARAMS[key as Key] ?? {};
  return name && key === `${view}_${name}` ? name : undefined;
}

export function ownKey(name: string, view: Choices["view"]): Key | undefined {
  const key = `${view}_${name}` as Key;
  return LINK_KEYS.includes(key) && ownName(key, view) ? key : undefined;
}

/** Before the names of the training and calibrate views, in a view that has the same for its own. */
const ELSEWHERE = "run_";

export function readFragment(fragment: string): Link {
  const values = defaults();
  const text = fragment.replace(/^#/, "");
  if (text.length > LONGEST_FRAGMENT) {
    const remedy = { words: "Start from the example", values: {} };
    const fault = plain([["damaged", "too long"]], "it is too long to be one of this page", [remedy]);
    return { values, runB: null, made: null, faults: [fault], remarks: [] };
  }
  const { pairs, said: remarks, unread } = migrated(readPairs(text));
  const faults: Fault[] = [];
  if (unread) {
    const written = text
      .split("&")
      .map(splitPair)
      .filter(([name]) => name === "v");
    faults.push(plain(written, unread, [{ words: `Read it as version ${FORMAT}`, values: {} }]));
  }
  let made: string | null = null;
  const view = viewOf(pairs);
  const given = new Map<Name, [string, string][]>();
  const unknown: [string, string][] = [];
  const ofB: [string, string][] = [];
  const own: [string, string][] = [];
  for (const [name, value] of pairs) {
    const key = nameOf(name, view);
    if (name === "made") {
      if (isVersion(value)) made ??= value;
      else remarks.push(`The link was made with version ${clip(value)}, which is none of the library's.`);
    } else if (name === "b" || name.startsWith(B)) ofB.push([name, value]);
    else if (isOwn(name, view) && own.length < MOST_OWN) own.push([name, value]);
    else if (!key) unknown.push([name, value]);
    else if (!given.get(key)?.push([name, value])) given.set(key, [[name, value]]);
  }
  for (const [key, all] of given) faults.push(...taken(values, key, all, remarks, view));
  values.laboratory = pairsText(own);
  const runB = readRunB(ofB, values, unknown, faults);
  if (unknown.length > 0)
    faults.push(
      unknownNames(
        unknown.map(([name]) => clip(name)),
        unknown.slice(0, MOST_KEPT).map(bounded),
      ),
    );
  return { values, runB, made, faults, remarks };
}

/** Takes what the link gives for one name; what it has wrong leaves the default. */
function taken(
  values: Parameters,
  key: Name,
  all: [string, string][],
  remarks: string[],
  view: Choices["view"],
): Fault[] {
  const [first] = all;
  if (!first) return [];
  const shown = DISPLAY.includes(key);
  const different = [...new Map(all.map((pair) => [pair[1], pair])).values()].slice(0, MOST_KEPT);
  if (different.length > 1 && !shown) {
    const readings = different.map(([, text]) => readValue(key, text));
    const good = readings.flatMap((reading) => (reading.ok ? [reading.value as Parameters[Name]] : []));
    return [contradiction(key, different.map(bounded), good)];
  }
  const [, text] = first;
  // Whether there is such an experiment is known once its view is loaded.
  if (key === "section" && view === "laboratory" && EXPERIMENT.test(text)) {
    values.section = text;
    return [];
  }
  const problem = assign(values, key, text);
  if (problem && shown) remarks.push(`From the link: ${problem}.`);
  return problem && !shown ? [badValue(key, bounded(first), problem)] : [];
}

const EXPERIMENT = /^[a-z][a-z\d_]{0,39}$/;

/** No experiment has more options. */
const MOST_OWN = 50;

/** Of what a link has wrong, so many pairs stay in the address. */
const MOST_KEPT = 5;
const LONGEST_KEPT = 500;

/** What is cut off ends in a sign that no value has. */
function bounded([name, text]: [string, string]): [string, string] {
  const cut = (part: string) => (part.length > LONGEST_KEPT ? `${part.slice(0, LONGEST_KEPT)}…` : part);
  return [cut(name), cut(text)];
}

/** What is open beside the figures: no figure depends on it. */
const DISPLAY: readonly Name[] = ["section", "agreement", ...NAMED];

/** B is A but for what the link says of it; what it says wrongly is A's. */
function readRunB(
  pairs: [string, string][],
  values: Parameters,
  unknown: [string, string][],
  faults: Fault[],
): Run | null {
  if (pairs.length === 0) return null;
  const runB: Parameters = { ...values };
  for (const [name, value] of pairs) {
    if (name === "b") continue;
    const key = nameOf(name.slice(B.length), values.view);
    if (!key || !(RUN_NAMES as readonly Name[]).includes(key)) {
      unknown.push([name, value]);
      continue;
    }
    const problem = assign(runB, key, value, true);
    if (!problem) continue;
    const { words } = badValue(key, [name, value], problem);
    const remedies = [
      { words: "Use that of A", values: {} },
      { words: "Go on without B", values: {}, runB: null },
    ];
    faults.push({ ...plain([bounded([name, value])], `for B, ${words}`, remedies), message: `For B: ${problem}` });
  }
  return runOf(runB);
}

/** Null, or why the text is refused. `empties` says that "none" returns a value to what follows from the others. */
function assign(values: Parameters, name: Name, text: string, empties = false): string | null {
  if (empties && text === NONE && defaults()[name] === null) {
    Object.assign(values, { [name]: null });
    return null;
  }
  const read = readValue(name, text);
  if (!read.ok) return read.message;
  Object.assign(values, { [name]: read.value });
  return null;
}

function readValue(name: Name, text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  if (name === "history") return readSchedule(text);
  if (isRowsKey(name)) return readRows(name, text);
  if (name === "second_values") return readSecondValues(text, "none");
  if (isNamed(name)) return readNamed(name, text);
  if (!(name in CHOICES)) return parse(name as Key, text);
  const key = name as ChoiceKey;
  if (isOption(key, text)) return { ok: true, value: text };
  return { ok: false, message: `${key} is ${quoted(text) || "empty"}; allowed are ${allowedWords(key)}` };
}

function isNamed(name: string): name is (typeof NAMED)[number] {
  return (NAMED as readonly string[]).includes(name);
}

function readNamed(name: string, text: string): { ok: true; value: string } | { ok: false; message: string } {
  if (/^[a-z\d][a-z\d.-]{0,79}$/.test(text)) return { ok: true, value: text };
  const article = name === "entry" ? "an" : "a";
  return { ok: false, message: `${name} is ${quoted(text) || "empty"}, which is no name of ${article} ${name}` };
}

/** What a name means depends on the view that the link opens. */
export function nameOf(name: string, view: Choices["view"]): Name | undefined {
  const own = ownKey(name, view);
  if (own) return own;
  if (isOwn(name, view)) return undefined;
  const bare = name.startsWith(ELSEWHERE) ? name.slice(ELSEWHERE.length) : name;
  if (isName(bare)) return bare;
  return LINK_KEYS.find((key) => PARAMS[key].aliases.includes(bare));
}

function isName(name: string): name is Name {
  return (
    name === "history" ||
    isRowsKey(name) ||
    name === "second_values" ||
    isNamed(name) ||
    Object.hasOwn(CHOICES, name) ||
    LINK_KEYS.includes(name as Key)
  );
}

function viewOf(pairs: [string, string][]): Choices["view"] {
  const [, view = ""] = pairs.find(([name]) => name === "view") ?? [];
  return isOption("view", view) ? (view as Choices["view"]) : CHOICES.view.default;
}

function clip(text: string): string {
  return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text;
}
