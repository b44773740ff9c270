// The formats that links have had, and how an older one is read as the present one.

export type Pairs = [name: string, value: string][];

/** Takes a link one format further. `said` tells the reader what now means something else. */
export interface Migration {
  from: number;
  migrate: (pairs: Pairs) => { pairs: Pairs; said: string[] };
}

export const FORMAT = 1;

/** One for each format before the present one, in order; a link of format 1 passes none. */
const MIGRATIONS: readonly Migration[] = [];

export interface Formats {
  format: number;
  migrations: readonly Migration[];
}

export interface Migrated {
  pairs: Pairs;
  said: string[];
  /** Why the format itself cannot be read, as a clause; null where it can. */
  unread: string | null;
}

const PRESENT: Formats = { format: FORMAT, migrations: MIGRATIONS };

/** The pairs in the present format, and what has to be said of it. A link without a format has the first. */
export function migrated(pairs: Pairs, { format, migrations } = PRESENT): Migrated {
  const [, written = "1"] = pairs.find(([name]) => name === "v") ?? [];
  const rest = pairs.filter(([name]) => name !== "v");
  const from = /^[1-9]\d{0,5}$/.test(written) ? Number(written) : null;
  if (from === null) {
    const what = written.length > 20 ? `${written.slice(0, 20)}…` : written;
    return { pairs: rest, said: [], unread: `it has version “${what}”, which is none` };
  }
  if (from > format) {
    return { pairs: rest, said: [], unread: `it has version ${from}, and this page reads version ${format}` };
  }
  let state: Migrated = { pairs: rest, said: [], unread: null };
  for (const step of migrations) {
    if (step.from < from) continue;
    const next = step.migrate(state.pairs);
    state = { ...state, pairs: next.pairs, said: [...state.said, ...next.said] };
  }
  return state;
}
