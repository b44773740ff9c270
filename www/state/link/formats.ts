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

export interface ValueChange {
  version: string;
  /** What moved, a sentence for the reader; the changelog's entry marked "value change" holds it word for word. */
  what: string;
}

/** Newest first. */
export const VALUE_CHANGES: readonly ValueChange[] = [
  {
    version: "0.1.0",
    what: "figures of schedules of a thousand phases and more of one record are summed by few phases that stand for all, which moves their last digits, all within their intervals.",
  },
  {
    version: "0.1.0",
    what: "tails of schedules and of groups are known where they were wide, and of groups of many records an upper end was too low by up to some millionths where numbers of records that are drawn once in 1e20 steps decide.",
  },
  {
    version: "0.1.0",
    what: "figures of three epochs and more of balls and bins are known where heavy observations come in more than ten thousand bins, all within their intervals.",
  },
  {
    version: "0.1.0",
    what: "figures of many epochs of balls and bins under noise of 3 and more, and of two bins under noise of 2 and more, are known where lines of densities left a part of 1e-6 and more, all within their intervals.",
  },
  {
    version: "0.1.0",
    what: "tails of two to four epochs of balls and bins are known where single large observations count, and figures of few bins under noise of 1.7 to 3.3; those of many epochs are narrower, all within their intervals.",
  },
  {
    version: "0.1.0",
    what: "figures of balls and bins under noise of 20 and more are known where little was known, within their intervals.",
  },
  {
    version: "0.1.0",
    what: "figures of balls and bins under noise of .2 and less are known where next to nothing was known, within their intervals.",
  },
  {
    version: "0.1.0",
    what: "figures of balls and bins under noise of .11 to .32 are known where next to nothing was known, and elsewhere move within their intervals.",
  },
  {
    version: "0.1.0",
    what: "the GDP mu of a run is narrow where it was up to some percent wide, and so are rates of true positives at rates of false ones near 1, within their intervals.",
  },
  {
    version: "0.1.0",
    what: "drawn curves under noise of 0.35 and less are narrower between the rates that are asked for, within their intervals.",
  },
  {
    version: "0.1.0",
    what: "figures of batches drawn without replacement are narrower in all tails and under small noise, within their intervals.",
  },
  {
    version: "0.1.0",
    what: "figures of batches drawn without replacement are much narrower for few steps and in the tails, within their intervals.",
  },
  {
    version: "0.1.0",
    what: "upper ends of epsilon of one or a few epochs of balls and bins under noise below .7 were too small by a part, up to half, in some intervals, and are right now; an advantage was off by 8e-9 of itself.",
  },
  {
    version: "0.1.0",
    what: "figures of balls and bins, and lower ends of shuffled batches, under noise of .2 to 1 or of few bins are known much better, and under other noise narrower in the tails, within their intervals.",
  },
  {
    version: "0.1.0",
    what: "tails of several epochs of balls and bins are narrower where single large observations matter, within their intervals.",
  },
  {
    version: "0.1.0",
    what: "figures of Laplace noise are much narrower where its atoms last or draws stand out, within their intervals.",
  },
  {
    version: "0.1.0",
    what: "figures of balls and bins, and lower ends of shuffled batches, are known much better, above all in the tails, within their intervals.",
  },
  {
    version: "0.1.0",
    what: "figures of replaced records and of groups that are rarely drawn, or drawn in one step, are much narrower, within their intervals.",
  },
  {
    version: "0.1.0",
    what: "true-positive rates of two steps, rates of a hundredth and more of rarely drawn records, and symmetrised rates are narrower, within their intervals; rates of records that stand out end elsewhere within theirs.",
  },
  {
    version: "0.1.0",
    what: "true-positive rates of rarely drawn records at false-positive rates of about a hundredth are narrower, within their intervals.",
  },
  {
    version: "0.1.0",
    what: "the advantage of records that stand out and are drawn once to a hundred times, and all figures of two steps, are narrower, within their intervals.",
  },
  {
    version: "0.1.0",
    what: "the ends of certified intervals move within a millionth: a figure that is known as well as that has no further line sought for it.",
  },
  {
    version: "0.1.0",
    what: "epsilon, delta and TPR of rarely drawn records under noise .08 to .7 are much narrower, other ends move within their widths.",
  },
  {
    version: "0.1.0",
    what: "the ends of certified intervals move within their widths: readings take another line of several, and sum in another order.",
  },
  {
    version: "0.1.0",
    what: "epsilon, delta, TPR and advantage far out in the tails of rarely drawn records are much narrower, other ends move within their widths.",
  },
  {
    version: "0.1.0",
    what: "the ends of certified intervals move by about a thousandth of their widths, and some figures far out in a tail are narrower.",
  },
  {
    version: "0.1.0",
    what: "with a ROC curve, epsilon, TPR and delta of few or rare draws under small noise are narrower, points of the curve in between up to 1 % wide.",
  },
  {
    version: "0.1.0",
    what: "attribute inference: upper bounds fall, and lower ends rise.",
  },
  {
    version: "0.1.0",
    what: "advantage, TPR, delta and epsilon of few or rare draws under small noise are mostly narrower, a few in the 9th digit wider.",
  },
  {
    version: "0.1.0",
    what: "with balls and bins, and with shuffled batches, intervals are narrower, above all in the tails.",
  },
  {
    version: "0.1.0",
    what: "with Laplace noise, and with batches of fixed size where a record is replaced, intervals are narrower.",
  },
  {
    version: "0.1.0",
    what: "where no line resolves a tail, or the laws hardly overlap, intervals are narrower, and the chance of a count of guesses just above its mean is no longer understated.",
  },
  {
    version: "0.1.0",
    what: "calibrating a schedule finds a factor on its noise multipliers, where the single phase beside it was solved for, and the `limit` of a one-sided figure ends where what some data sets attain has passed the target.",
  },
  {
    version: "0.1.0",
    what: "where the record is rarely drawn, far out in a tail, and of two steps, intervals that were wide are narrow.",
  },
  {
    version: "0.1.0",
    what: "calibrated limits end where the target is certainly passed, sweeps have the widths of the training, ROC curves, pure guarantees, small noise and epochs of many batches are narrower.",
  },
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
