// The reader's own last settings, kept in the browser so that an opened link takes nothing away.
// Each page has an entry of its own, so that two tabs do not overwrite each other.

import { type Link, readFragment, writeFragment } from "../link/fragment";
import { defaults } from "../parameters/table";

export interface Work {
  /** The page that made it. */
  id: string;
  /** As in a link; read with the same care. */
  fragment: string;
  /** Whether numbers from a file belonged to it: they are not kept. */
  files: boolean;
}

/** What of a browser's storage is used. */
export type Store = Pick<Storage, "getItem" | "setItem">;

const NAME = "mi-bounds.work";
const MOST = 3;
/** A longer schedule is not kept. */
const LONGEST = 200_000;
const LONGEST_ID = 40;

/** Null where the browser refuses: asking for it can throw. */
export function browserStore(): Store | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** Newest first; whatever is not ours counts as nothing. */
export function readWork(store: Store | null): Work[] {
  try {
    const text = store?.getItem(NAME) ?? "";
    if (text === "" || text.length > MOST * (LONGEST + 1000)) return [];
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found.slice(0, MOST).filter(isWork) : [];
  } catch {
    return [];
  }
}

function isWork(one: unknown): one is Work {
  if (typeof one !== "object" || one === null) return false;
  const { id, fragment, files } = one as Record<string, unknown>;
  return (
    typeof id === "string" &&
    id.length <= LONGEST_ID &&
    typeof fragment === "string" &&
    fragment.length <= LONGEST &&
    typeof files === "boolean"
  );
}

/** Puts `work` first; false where it could not be kept. */
export function keepWork(store: Store | null, work: Work): boolean {
  if (work.fragment.length > LONGEST) return false;
  return write(store, [work, ...readWork(store).filter(({ id }) => id !== work.id)]);
}

export function forgetWork(store: Store | null, fragment: string): boolean {
  return write(
    store,
    readWork(store).filter((one) => one.fragment !== fragment),
  );
}

function write(store: Store | null, all: Work[]): boolean {
  try {
    if (!store) return false;
    store.setItem(NAME, JSON.stringify(all.slice(0, MOST)));
    return true;
  } catch {
    return false;
  }
}

/** A state as far as it can be lost: which view or chapter is open takes nothing away. */
export function substance({ values, runB }: Pick<Link, "values" | "runB">): string {
  const { view, section, agreement } = defaults();
  return writeFragment({ ...values, view, section, agreement }, runB);
}

const NOTHING = substance({ values: defaults(), runB: null });

/** The newest settings of the reader's own that the present state hides; none where those are what is shown. */
export function toOffer(works: readonly Work[], present: Pick<Link, "values" | "runB">): Work | null {
  const shown = substance(present);
  const [newest] = works;
  if (newest && substance(readFragment(newest.fragment)) === shown) return null;
  const other = works.find(({ fragment }) => {
    const one = substance(readFragment(fragment));
    return one !== NOTHING && one !== shown;
  });
  return other ?? null;
}

export interface Offer {
  /** The earlier state, as in a link. */
  fragment: string;
  /** What it was. */
  words: string;
  /** Whether numbers from a file belonged to it. */
  files: boolean;
}
