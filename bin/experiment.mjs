// An experiment: its units across worker threads, and what their rows say in the order of the units.

import { existsSync, readFileSync } from "node:fs";
import { inThreads, threadsOf } from "./threads.mjs";

/** Resolves to an Outcome, like the functions of the core. */
export async function experiment({ Experiment }, { workers, ...asked }, { table } = {}) {
  const options = table === undefined ? withShipped(asked) : { ...asked, table: readFileSync(table, "utf8") };
  const threads = threadsOf(workers);
  if (!threads.ok) return threads;
  const made = Experiment.of(options);
  if (!made.ok) return made;
  const units = made.value.units();
  const rows = new Array(units);
  const take = (index, { row }) => {
    rows[index] = row;
    return false;
  };
  const entry = new URL("./experiment-worker.mjs", import.meta.url);
  await inThreads({ entry, options, pieces: units, threads: threads.value, take });
  const all = new Float64Array(units * (rows[0]?.length ?? 0));
  for (const [index, row] of rows.entries()) all.set(row, index * row.length);
  return made.value.result(all);
}

/** The name of a table that lies in the package stands for the table. */
function withShipped(options) {
  if (!/^[a-z-]{1,40}$/.test(options.table ?? "")) return options;
  const file = new URL(`../data/${options.table}.csv`, import.meta.url);
  return existsSync(file) ? { ...options, table: readFileSync(file, "utf8") } : options;
}
