// A file of scores that the reader has given, and which of its columns are meant; the numbers stay where they are read.
import type { ScoreColumns } from "../../../src/boundary/wasm/core";

export interface ScoreSource {
  /** The file's name, or what else it came from. */
  source: string;
  file: Blob;
  /** Another number for every file that is given. */
  reading: number;
  columns: ScoreColumns;
}

let readings = 0;

export function scoreSource(file: Blob, source: string, columns: ScoreColumns = {}): ScoreSource {
  readings += 1;
  return { source, file, reading: readings, columns };
}
