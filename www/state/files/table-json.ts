// A table of numbers from JSON: a list of numbers, a list of lists, or either under a name.
import type { Finish, TableOptions } from "./table-csv";

export function readJson(text: string, options: TableOptions): Finish {
  const fail = (message: string, line = 1, column = 1): Finish => ({
    ok: false,
    problems: [{ line, column, message }],
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return fail(`this is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const list = Array.isArray(value) ? value : Object.values(value as object).find(Array.isArray);
  if (!list) return fail("there is no list of numbers in this JSON");
  if (list.length === 0) return fail("the list is empty");
  if (list.length > options.mostRows) return fail(`there are more than ${options.mostRows} rows`);
  const columns = Array.isArray(list[0]) ? list[0].length : 1;
  if (columns > options.mostColumns)
    return fail(`a row has ${columns} numbers; at most ${options.mostColumns} are read`);
  const values = new Float64Array(list.length * columns);
  for (const [row, entry] of list.entries()) {
    const cells: unknown[] = Array.isArray(entry) ? entry : [entry];
    if (cells.length !== columns) return fail(`the row has ${cells.length} numbers; the first has ${columns}`, row + 1);
    for (const [at, cell] of cells.entries()) {
      if (typeof cell !== "number" || !Number.isFinite(cell))
        return fail("this is not a finite number", row + 1, at + 1);
      if (cell < options.least || cell > options.most) return fail(`${cell} is out of range`, row + 1, at + 1);
      values[row * columns + at] = cell;
    }
  }
  const remarks = ["read as JSON"];
  return {
    ok: true,
    reading: { rows: list.length, columns, header: null, separator: "comma", remarks, values },
  };
}
