// Charts with one row for each statement: its words, broken where they have no room, and how high the rows are.

const ROW_HEIGHT = 44;
const LINE_HEIGHT = 18;
/** Of the lines of a statement, in heights of its letters. */
export const LEADING = 1.2;
/** Mean width of a letter in the largest text of a chart; in narrower text a line breaks a little early. */
const LETTER_WIDTH = 8;
export const MARGIN = { top: 6, bottom: 40, left: 6, right: 14 };
export const LARGEST_WIDTH = 720;

export interface Statement {
  name: string;
  says: string;
}

export interface Rows {
  /** The words of each statement, with the breaks in them. */
  words: string[];
  /** By how much each row is higher than with one line of words, in pixels. */
  extra: number;
  height: number;
}

/** Rows as they are in a chart so wide (in pixels); 0 is a width that is not yet known. */
export function rowsIn(statements: Statement[], width: number): Rows {
  const inner = (width > 0 ? Math.min(width, LARGEST_WIDTH) : LARGEST_WIDTH) - MARGIN.left - MARGIN.right;
  const lines = statements.map((statement) => broken(statement, Math.floor(inner / LETTER_WIDTH)));
  const extra = (Math.max(1, ...lines.map((each) => each.length)) - 1) * LINE_HEIGHT;
  const height = statements.length * (ROW_HEIGHT + extra) + MARGIN.top + MARGIN.bottom;
  return { words: lines.map((each) => each.join("\n")), extra, height };
}

/** On one line where they fit; else the name has its own, and no word is parted. */
function broken({ name, says }: Statement, letters: number): string[] {
  const whole = `${name}: ${says}`;
  if (whole.length <= letters) return [whole];
  return [`${name}:`, says].flatMap((text) => {
    const lines: string[] = [];
    for (const word of text.split(" ")) {
      const longer = `${lines.at(-1)} ${word}`;
      if (lines.length > 0 && longer.length <= letters) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  });
}
