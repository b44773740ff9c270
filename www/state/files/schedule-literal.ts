// A schedule from a literal: JSON or Python's repr, as lists or tuples of three, alone or under "history".
import type { HistoryEntry } from "../../../src/boundary/wasm/core";
import { parse } from "../parameters/table";
import { placeOf, type TextProblem } from "../parameters/text-problem";
import { COLUMNS, type HistoryReading } from "./schedule-columns";

interface Term {
  at: number;
  /** A number as it is written, a list of terms, a table of terms, or anything else. */
  value: string | Term[] | Map<string, Term> | null;
}

const BRACKETS: Record<string, string> = { "[": "]", "(": ")", "{": "}" };
const DEEPEST = 8;

class Unreadable extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

export function readLiteral(text: string): HistoryReading {
  try {
    const reader = new Reader(text);
    const list = historyIn(reader.whole());
    const problems: TextProblem[] = [];
    const history = list.map((entry, i) => phase(entry, i, text, problems));
    if (history.length === 0) throw new Unreadable(0, "history is empty; allowed is from 1 up to 10000 phases");
    if (problems.length > 0) return { ok: false, problems };
    return { ok: true, history, note: `${history.length} phases read` };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ok: false, problems: [{ ...placeOf(text, error.at), message: error.message }] };
  }
}

function historyIn({ at, value }: Term): Term[] {
  if (value instanceof Map) {
    const inner = value.get("history");
    if (!inner) throw new Unreadable(at, 'there is no "history" in this table');
    return historyIn(inner);
  }
  if (!Array.isArray(value)) throw new Unreadable(at, "history is not a list");
  // One phase alone, without a list around it.
  if (value.length > 0 && value.every((entry) => typeof entry.value === "string")) return [{ at, value }];
  return value;
}

function phase({ at, value }: Term, index: number, text: string, problems: TextProblem[]): HistoryEntry {
  const fail = (where: number, message: string) => {
    problems.push({ ...placeOf(text, where), message });
    return Number.NaN;
  };
  if (!Array.isArray(value) || value.length !== 3) {
    fail(at, `phase ${index + 1} is not (${COLUMNS.join(", ")})`);
    return [Number.NaN, Number.NaN, Number.NaN];
  }
  return COLUMNS.map((key, i) => {
    const term = value[i] as Term;
    if (typeof term.value !== "string") return fail(term.at, `${key} is not a number`);
    const parsed = parse(key, term.value);
    return parsed.ok ? parsed.value : fail(term.at, parsed.message);
  }) as HistoryEntry;
}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  whole(): Term {
    const term = this.term(0);
    this.space();
    if (this.at < this.text.length) throw new Unreadable(this.at, "the text goes on after its end");
    return term;
  }

  private term(depth: number): Term {
    this.space();
    const at = this.at;
    const first = this.text[at] ?? "";
    if (depth > DEEPEST) throw new Unreadable(at, "brackets are nested too deeply");
    if (first === "{") return { at, value: this.table(depth) };
    if (first in BRACKETS) return { at, value: this.list(first, depth) };
    if (first === '"' || first === "'") {
      this.quoted();
      return { at, value: null };
    }
    const word = this.match(/[^\s,:()[\]{}"']+/y);
    if (word === "") throw new Unreadable(at, "a number or a bracket is missing here");
    // NumPy prints np.float64(1.1).
    if (this.text[this.at] === "(" && /^[a-z_]/i.test(word)) {
      const [inner] = this.list("(", depth);
      if (inner) return inner;
    }
    return { at, value: word };
  }

  private list(open: string, depth: number): Term[] {
    const start = this.at++;
    const close = BRACKETS[open];
    const terms: Term[] = [];
    while (!this.took(close)) {
      if (this.ended()) throw new Unreadable(start, `this bracket ${open} is not closed`);
      terms.push(this.term(depth + 1));
      this.separator(start, open);
    }
    return terms;
  }

  private table(depth: number): Map<string, Term> {
    const start = this.at++;
    const table = new Map<string, Term>();
    while (!this.took("}")) {
      if (this.ended()) throw new Unreadable(start, "this bracket { is not closed");
      const name = this.quoted();
      if (!this.took(":")) throw new Unreadable(this.at, "a colon is missing here");
      table.set(name, this.term(depth + 1));
      this.separator(start, "{");
    }
    return table;
  }

  private separator(start: number, open: string): void {
    if (this.took(",")) return;
    if (this.ended()) throw new Unreadable(start, `this bracket ${open} is not closed`);
    if (this.text[this.at] !== BRACKETS[open]) throw new Unreadable(this.at, "a comma is missing here");
  }

  private quoted(): string {
    this.space();
    const at = this.at;
    const word = this.match(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y);
    if (word === "") throw new Unreadable(at, "a name in quotes is missing here");
    return word.slice(1, -1);
  }

  private took(character: string | undefined): boolean {
    this.space();
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private ended(): boolean {
    return this.at >= this.text.length;
  }

  private space(): void {
    this.match(/\s*/y);
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }
}
