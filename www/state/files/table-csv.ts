// A table of numbers from text that comes in pieces: separators, header, line ends; faults by line and column.
import type { TextProblem } from "../parameters/text-problem";

/** What a table is wanted for. */
export interface TableOptions {
  /** Null: found by looking at the first lines. */
  separator: Separator | null;
  /** Where one column is wanted: the names that it goes by. The others may hold what they like when it is found. */
  named: string[] | null;
  least: number;
  most: number;
  mostRows: number;
  mostColumns: number;
}

export const SEPARATORS = { comma: ",", semicolon: ";", tab: "\t", space: " " } as const;
export type Separator = keyof typeof SEPARATORS;

export interface Reading {
  rows: number;
  columns: number;
  header: string[] | null;
  separator: Separator;
  /** Decimal commas, skipped lines. */
  remarks: string[];
  values: Float64Array<ArrayBuffer>;
}

export type Finish = { ok: true; reading: Reading } | { ok: false; problems: TextProblem[] };

const MOST_PROBLEMS = 20;
const LONGEST_LINE = 8_000_000;
const LONGEST_QUOTE = 30;
const NOT_FINITE = /^[+-]?(nan|na|n\/a|null|inf|infinity)$/i;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const DECIMAL_COMMA = /^[+-]?\d*,\d+(e[+-]?\d+)?$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells a binary file.
const BINARY = /[\u0000-\u0008\u000E-\u001F]/;

export class CsvReader {
  private readonly problems: TextProblem[] = [];
  /** The beginning of a line whose end has not come yet. */
  private pieces: string[] = [];
  private pending = 0;
  private afterReturn = false;
  /** A fault after which no line can be read. */
  private stopped = false;
  private line = 0;
  private separator: Separator | null;
  private header: string[] | null = null;
  private columns = 0;
  /** The column that is wanted by its name; the others are not read. */
  private only: number | null = null;
  private rows = 0;
  private values = new Float64Array(1024);
  private filled = 0;
  private skipped = 0;
  private decimalCommas = 0;

  constructor(private readonly options: TableOptions) {
    this.separator = options.separator;
  }

  /** Enough faults have been found: more text changes nothing. */
  get hopeless(): boolean {
    return this.stopped || this.problems.length >= MOST_PROBLEMS;
  }

  push(text: string): void {
    let from = 0;
    // A line feed that belongs to a carriage return at the end of the last piece.
    if (this.afterReturn && text.startsWith("\n")) from = 1;
    this.afterReturn = text.endsWith("\r");
    for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) {
      if (index < from) continue;
      this.pieces.push(text.slice(from, index));
      this.endLine();
      from = index + end.length;
      if (this.hopeless) return;
    }
    const rest = text.slice(from);
    this.pending += rest.length;
    if (rest) this.pieces.push(rest);
    if (this.pending > LONGEST_LINE) {
      this.fault(this.line + 1, 1, `the line has more than ${LONGEST_LINE} characters`);
      this.pieces = [];
      this.stopped = true;
    }
  }

  finish(): Finish {
    if (this.pieces.length > 0 && !this.hopeless) this.endLine();
    const { problems } = this;
    const last = problems.at(-1);
    if (last) {
      const more =
        problems.length < MOST_PROBLEMS ? [] : [{ ...last, message: "reading stopped here; more may follow" }];
      return { ok: false, problems: [...problems, ...more] };
    }
    if (this.rows === 0) {
      const message = this.header ? "no line with numbers follows the header" : "there is no line with numbers";
      return { ok: false, problems: [{ line: Math.max(1, this.line), column: 1, message }] };
    }
    const { rows } = this;
    const [columns, header] = this.only === null ? [this.columns, this.header] : [1, [this.header?.[this.only] ?? ""]];
    const separator = this.separator ?? "comma";
    return {
      ok: true,
      reading: { rows, columns, header, separator, remarks: this.remarks(), values: this.values.slice(0, this.filled) },
    };
  }

  private remarks(): string[] {
    return [
      ...(this.only === null || this.columns === 1
        ? []
        : [`the column ${this.header?.[this.only]} of ${this.columns}`]),
      ...(this.decimalCommas > 0 ? ["commas read as decimal points"] : []),
      ...(this.skipped > 0
        ? [`${this.skipped} empty or comment ${this.skipped === 1 ? "line" : "lines"} left out`]
        : []),
    ];
  }

  private endLine(): void {
    const text = this.pieces.length === 1 ? (this.pieces[0] ?? "") : this.pieces.join("");
    this.pieces = [];
    this.pending = 0;
    this.line += 1;
    if (text.trim() === "" || text.startsWith("#")) {
      this.skipped += 1;
      return;
    }
    if (this.line <= 3 && BINARY.test(text.slice(0, 1000))) {
      this.fault(this.line, 1, "this is not text: a character of a binary file");
      this.stopped = true;
      return;
    }
    this.separator ??= separatorOf(text);
    if (this.columns === 0 && this.header === null && this.isHeader(text)) return;
    this.row(text);
  }

  /** A first line of words without a number among them. */
  private isHeader(text: string): boolean {
    const cells = cellsOf(text, this.separator ?? "comma");
    const words = cells.filter((cell) => cell !== "");
    if (
      words.length === 0 ||
      words.some((cell) => !/\p{L}/u.test(cell) || this.read(cell) !== null || NOT_FINITE.test(cell))
    )
      return false;
    this.header = cells;
    this.columns = cells.length;
    const at = cells.findIndex((cell) => this.options.named?.includes(cell.toLowerCase().replaceAll(" ", "_")));
    if (at >= 0) this.only = at;
    else if (cells.length > this.options.mostColumns) this.tooManyColumns(cells.length);
    return true;
  }

  private row(text: string): void {
    if (this.rows === this.options.mostRows) {
      this.fault(this.line, 1, `there are more than ${this.options.mostRows} rows`);
      this.stopped = true;
      return;
    }
    const cells = cellsOf(text, this.separator ?? "comma");
    if (this.columns === 0) {
      this.columns = cells.length;
      if (cells.length > this.options.mostColumns) {
        this.tooManyColumns(cells.length);
        return;
      }
    }
    this.rows += 1;
    if (cells.length !== this.columns) {
      const first = this.header ? "the header" : "the first row";
      const at = Math.min(cells.length, this.columns) + (cells.length > this.columns ? 1 : 0);
      this.fault(this.line, at, `the row has ${cellsInWords(cells.length)}; ${first} has ${this.columns}`);
      return;
    }
    this.reserve(this.filled + cells.length);
    for (const [i, cell] of cells.entries()) {
      if (this.hopeless) return;
      if (this.only !== null && i !== this.only) continue;
      this.values[this.filled] = this.number(cell, i + 1);
      this.filled += 1;
    }
  }

  private number(cell: string, column: number): number {
    const value = this.read(cell);
    if (value === null || !Number.isFinite(value)) {
      const shown = cell.length > LONGEST_QUOTE ? `${cell.slice(0, LONGEST_QUOTE)}…` : cell;
      this.fault(this.line, column, cell === "" ? "the cell is empty" : `"${shown}" is not a finite number`);
      return 0;
    }
    const { least, most, named } = this.options;
    // Of several columns none is known by name: which one is meant, and so has the range, is not known yet.
    const undecided = named !== null && this.only === null && this.columns > 1;
    if (undecided) return value;
    if (value < least || value > most) {
      this.fault(this.line, column, `${value} is out of range; allowed is ${rangeInWords(least, most)}`);
    }
    return value;
  }

  /** Null for what is no number. */
  private read(cell: string): number | null {
    if (NUMBER.test(cell)) return Number(cell);
    if (this.separator === "comma" || !DECIMAL_COMMA.test(cell)) return null;
    this.decimalCommas += 1;
    return Number(cell.replace(",", "."));
  }

  private tooManyColumns(columns: number): void {
    this.fault(
      this.line,
      this.options.mostColumns + 1,
      `the row has ${cellsInWords(columns)}; at most ${this.options.mostColumns} are read`,
    );
    this.stopped = true;
  }

  private reserve(length: number): void {
    if (length <= this.values.length) return;
    const larger = new Float64Array(Math.max(length, 2 * this.values.length));
    larger.set(this.values);
    this.values = larger;
  }

  private fault(line: number, column: number, message: string): void {
    if (!this.hopeless) this.problems.push({ line, column, message });
  }
}

function cellsInWords(count: number): string {
  return count === 1 ? "1 cell" : `${count} cells`;
}

function rangeInWords(least: number, most: number): string {
  if (most === Number.POSITIVE_INFINITY) return `at least ${least}`;
  return `from ${least} up to ${most}`;
}

/** A comma may be a decimal one where semicolons or tabs separate. */
function separatorOf(line: string): Separator {
  const bare = line.replace(/"[^"]*"/g, "");
  if (bare.includes("\t")) return "tab";
  if (bare.includes(";")) return "semicolon";
  return bare.includes(",") || !/\S\s+\S/.test(bare) ? "comma" : "space";
}

function cellsOf(line: string, separator: Separator): string[] {
  if (separator === "space") return line.trim().split(/\s+/).map(bare);
  if (!line.includes('"')) return line.split(SEPARATORS[separator]).map((cell) => cell.trim());
  // Quotes protect separators inside of them.
  const cells: string[] = [];
  let [from, quoted] = [0, false];
  for (let i = 0; i <= line.length; i++) {
    if (line[i] === '"') quoted = !quoted;
    if (i < line.length && (quoted || line[i] !== SEPARATORS[separator])) continue;
    cells.push(bare(line.slice(from, i)));
    from = i + 1;
  }
  return cells;
}

function bare(cell: string): string {
  return cell
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2")
    .trim();
}
