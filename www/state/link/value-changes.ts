// Which versions of the library moved a displayed number: what a link made by an older one has to say.

export interface ValueChange {
  version: string;
  /** What moved, a sentence for the reader; the changelog's entry marked "value change" holds it word for word. */
  what: string;
}

/** Oldest first. */
export const VALUE_CHANGES: readonly ValueChange[] = [
  {
    version: "0.1.0",
    what: "a certified interval wider than a thousandth of its larger end is of kind `interval`, no longer `exact`, and its `estimate` is the end on the safe side, no longer the middle.",
  },
  {
    version: "0.1.0",
    what: "Yeom's bound is 1 where it used to exceed it. Beyond epsilon 700 the delta that each of several dependent records must have and the probability that deleted records were absent fall to 0 as they should, the capacity for deletions is smaller, and the posterior probability of membership is shown.",
  },
  {
    version: "0.1.0",
    what: "Epochs of shuffled batches and of balls-and-bins are counted as they are given, where one more was counted if the batch size does not divide the number of records: 60,000 records in batches of 256 at noise 1.1 for 15 epochs have an advantage of 0.1135 by balls-and-bins, not 0.1172. An epoch that is cut off gives an upper bound with a lower end, not an exact figure.",
  },
];

const VERSION = /^(\d{1,5})\.(\d{1,5})\.(\d{1,5})$/;

export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

/** Below zero where `a` is the older. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => (VERSION.exec(text) ?? []).slice(1).map(Number));
  for (let i = 0; i < 3; i++) {
    const gap = (left?.[i] ?? 0) - (right?.[i] ?? 0);
    if (gap !== 0) return gap;
  }
  return 0;
}

/** What to say of a link that `made` made, on a page of version `present`; null where there is nothing to say. */
export function madeWith(made: string, present: string, changes = VALUE_CHANGES): string | null {
  const order = compareVersions(made, present);
  if (order === 0) return null;
  if (order > 0) {
    return `The link was made with mi-bounds ${made}; this page computes with ${present}, which is older. Numbers that have moved since are the older ones here.`;
  }
  const moved = changes.filter(
    ({ version }) => compareVersions(version, made) > 0 && compareVersions(version, present) <= 0,
  );
  const intro = `The link was made with mi-bounds ${made} and is computed anew with ${present}.`;
  if (moved.length === 0) return `${intro} No displayed number has moved between them.`;
  return `${intro} What moved: ${moved.map(({ version, what }) => `${what} (${version})`).join(" ")}`;
}
