// Numbers that were read from a file: row by row, as the module takes them.

/** What a file can be dropped for. */
export type TableName = "probabilities" | "outputs" | "membership" | "distances" | "gradients";

/** What is typed into the fields for tables. It stays while a field is not on the page. */
export type TableDrafts = Map<TableName, string>;

export interface Table {
  /** The file's name, or what else it came from. */
  source: string;
  rows: number;
  columns: number;
  /** The words of the first line, where it had no numbers. */
  header: string[] | null;
  /** How it was read, in words: separator, header, what was skipped. */
  reading: string;
  values: Float64Array;
}

/** One column of a table with several. */
export function column(table: Table, at: number): Table {
  if (table.columns === 1) return table;
  const values = Float64Array.from({ length: table.rows }, (_, row) => table.values[row * table.columns + at] ?? 0);
  const header = table.header ? [table.header[at] ?? ""] : null;
  return { ...table, columns: 1, header, values };
}

/** Numbers of a file, row by row. */
export interface Matrix {
  values: Float64Array;
  columns: number;
}

export function matrixOf({ values, columns }: Table): Matrix {
  return { values, columns };
}
