// One figure of a table with what is said of it.
import type { Figure } from "../../src/boundary/wasm/core";

export interface FigureRow {
  /** The key of the result, for tests and readers of the source. */
  name: string;
  label: string;
  figure: Figure;
  /** Whether it is a share that reads better as per cent. */
  percent?: boolean;
  /** In place of the figure with its side, e.g. "4.933 suffices". */
  says?: string;
  /** What it means, in a sentence. */
  words?: string;
  /** How far it is off, where some row of the table says so. */
  error?: string;
}
