// A schedule from CSV: with or without a header, separated by commas, semicolons or tabs. A column is a cell.
import type { HistoryEntry } from "../../../src/boundary/wasm/core";
import { type Key, PARAMS, parse, quoted } from "../parameters/table";
import type { TextProblem } from "../parameters/text-problem";
import { COLUMNS, type HistoryReading } from "./schedule-columns";

type Column = (typeof COLUMNS)[number];

const OTHER_NAMES: Record<string, Column> = { count: "num_steps", noise: "noise_multiplier", rate: "sample_rate" };

export function readCsv(text: string): HistoryReading {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .map((line, i) => ({ number: i + 1, text: line }))
    .filter(({ text }) => text.trim() !== "" && !text.trimStart().startsWith("#"));
  const separator = separatorOf(lines[0]?.text ?? "");
  const cells = (line: string) => line.split(separator).map((cell) => cell.trim().replace(/^(["'])(.*)\1$/, "$2"));
  const first = lines[0];
  if (!first) return { ok: false, problems: [{ line: 1, column: 1, message: "there is no line with numbers" }] };
  const named = cells(first.text).some((cell) => /^[a-z_ ]{2,}$/i.test(cell) && !/^(nan|inf|infinity)$/i.test(cell));
  const header = named ? readHeader(cells(first.text), first.number) : { ok: true as const, order: [0, 1, 2] };
  if (!header.ok) return header;
  const history: HistoryEntry[] = [];
  const problems: TextProblem[] = [];
  for (const { number, text } of named ? lines.slice(1) : lines) {
    const row = cells(text);
    const values = header.order.map((at, i) => {
      const key = COLUMNS[i] as Column;
      const parsed = parse(key, row[at] ?? "");
      if (!parsed.ok) problems.push({ line: number, column: at + 1, message: parsed.message });
      return parsed.ok ? parsed.value : Number.NaN;
    });
    if (!named && row.length > 3 && row.slice(3).some(Boolean)) {
      problems.push({ line: number, column: 4, message: `${row.length} numbers; a phase has ${COLUMNS.join(", ")}` });
    }
    history.push(values as HistoryEntry);
  }
  if (history.length === 0) {
    return { ok: false, problems: [{ line: first.number, column: 1, message: "no phase follows the header" }] };
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, history, note: `${history.length} phases read` };
}

/** A comma may be a decimal one where semicolons or tabs separate. */
function separatorOf(line: string): RegExp {
  if (line.includes("\t")) return /\t/;
  if (line.includes(";")) return /;/;
  return line.includes(",") ? /,/ : /\s+/;
}

function readHeader(
  names: string[],
  line: number,
): { ok: true; order: number[] } | { ok: false; problems: TextProblem[] } {
  const known = names.map((name) => columnNamed(name.toLowerCase().replaceAll(" ", "_")));
  const order = COLUMNS.map((column) => known.indexOf(column));
  const missing = COLUMNS.filter((_, i) => order[i] === -1);
  if (missing.length === 0) return { ok: true, order };
  const message = `the header ${quoted(names.join(", "))} has no ${missing.join(", no ")}`;
  return { ok: false, problems: [{ line, column: 1, message }] };
}

function columnNamed(name: string): Column | undefined {
  const key = COLUMNS.find((column) => column === name || PARAMS[column as Key].aliases.includes(name));
  return key ?? (Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined);
}
