// The table of parameters to the link's fragment and back. A fragment stays out of server logs.
import { defaults, KEYS, type Key, PARAMS, type Parameters, parse, print } from "./params";

const VERSION = "1";
const LONGEST_FRAGMENT = 4000;
const LONGEST_NAME = 40;

export interface Link {
  values: Parameters;
  /** What the link had wrong about a parameter; its default is used instead. */
  notes: Partial<Record<Key, string>>;
  /** What the link had wrong beside the parameters. */
  remarks: string[];
}

export function writeFragment(values: Parameters): string {
  const pairs = KEYS.flatMap((key) => {
    const value = values[key];
    return value === null || value === PARAMS[key].default ? [] : [`${key}=${print(value)}`];
  });
  return [`v=${VERSION}`, ...pairs].join("&");
}

export function readFragment(fragment: string): Link {
  const values = defaults();
  const text = fragment.replace(/^#/, "");
  if (text.length > LONGEST_FRAGMENT) {
    return { values, notes: {}, remarks: ["The link is too long to be one of ours; the defaults are shown."] };
  }
  const notes: Link["notes"] = {};
  const remarks: string[] = [];
  const seen = new Set<Key>();
  const unknown: string[] = [];
  for (const pair of text.split("&").filter(Boolean)) {
    const [name, value] = splitPair(pair);
    if (name === "v") {
      if (value !== VERSION) remarks.push(`The link has version ${clip(value)}; this page reads version ${VERSION}.`);
      continue;
    }
    const key = keyNamed(name);
    if (!key) unknown.push(clip(name));
    else if (seen.has(key)) notes[key] = `The link gives ${key} more than once; the first is used.`;
    else {
      seen.add(key);
      const parsed = parse(key, value);
      if (parsed.ok) assign(values, key, parsed.value);
      else notes[key] = `From the link: ${parsed.message}. The default is used.`;
    }
  }
  if (unknown.length > 0) {
    const more = unknown.length > 3 ? ` and ${unknown.length - 3} more` : "";
    remarks.push(`The link has names that this page does not know: ${unknown.slice(0, 3).join(", ")}${more}.`);
  }
  return { values, notes, remarks };
}

function assign(values: Parameters, key: Key, value: number): void {
  values[key] = value;
}

function keyNamed(name: string): Key | undefined {
  return KEYS.find((key) => key === name || PARAMS[key].aliases.includes(name));
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return at === -1 ? [decoded(pair), ""] : [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function clip(text: string): string {
  return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text;
}
