// A schedule from text: CSV, or what Opacus prints as `history`, as JSON or as Python. Errors say where they are.

import { placeOf, type TextProblem } from "../parameters/text-problem";
import { type HistoryReading, MOST_PHASES } from "./schedule-columns";
import { readCsv } from "./schedule-csv";
import { readLiteral } from "./schedule-literal";

const LONGEST_TEXT = 2_000_000;
const MOST_PROBLEMS = 20;

export function readHistory(text: string): HistoryReading {
  const unreadable = whyUnreadable(text);
  if (unreadable) return { ok: false, problems: [unreadable] };
  const reading = /^\s*[[({]/.test(text) ? readLiteral(text) : readCsv(text);
  if (!reading.ok) return { ok: false, problems: firstOf(reading.problems) };
  const { length } = reading.history;
  if (length > MOST_PHASES) {
    const message = `history has ${length} phases; allowed is from 1 up to ${MOST_PHASES}`;
    return { ok: false, problems: [{ line: 1, column: 1, message }] };
  }
  return reading;
}

function whyUnreadable(text: string): TextProblem | null {
  const start = { line: 1, column: 1 };
  if (text.length > LONGEST_TEXT) {
    return { ...start, message: `the text has ${text.length} characters; at most ${LONGEST_TEXT} are read` };
  }
  if (text.trim() === "") return { ...start, message: "the text is empty: paste CSV or an Opacus history" };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells a binary file.
  const binary = /[\u0000-\u0008\u000E-\u001F\uFFFD]/.exec(text);
  return binary ? { ...placeOf(text, binary.index), message: "this is not text: a character of a binary file" } : null;
}

function firstOf(problems: TextProblem[]): TextProblem[] {
  const [last] = problems.slice(MOST_PROBLEMS);
  if (!last) return problems;
  const more = problems.length - MOST_PROBLEMS;
  return [...problems.slice(0, MOST_PROBLEMS), { ...last, message: `and ${more} more, from here on` }];
}
