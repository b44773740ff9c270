// Places in a text, and what is wrong there.
/** Something wrong at a place of the text; lines and columns count from 1. */
export interface TextProblem {
  line: number;
  column: number;
  message: string;
}

/** Line and column of a character. */
export function placeOf(text: string, index: number): { line: number; column: number } {
  const before = text.slice(0, index);
  const line = before.split("\n").length;
  return { line, column: index - before.lastIndexOf("\n") };
}

export function inWords({ line, column, message }: TextProblem): string {
  return `Line ${line}, column ${column}: ${message}`;
}
