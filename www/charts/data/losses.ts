// Where the losses of the simulated trainings fell, with and without the record, as bars.
import type { LossHistogram } from "../../../src/boundary/wasm/core";
import type { Series } from "./curves";

/** Both shares are of the trainings in their world. */
export interface Bar {
  from: number;
  to: number;
  out: number;
  in: number;
}

const MOST_BARS = 48;
/** The rarest losses at either end stand in the outermost bars: they would press all else together. */
const TAIL = 0.0003;

export function bars({ edges, out, in: inside }: LossHistogram, most = MOST_BARS): Bar[] {
  const totals = { out: total(out), in: total(inside) };
  if (totals.out === 0 || totals.in === 0) return [];
  const first = Math.min(below(out, TAIL * totals.out), below(inside, TAIL * totals.in));
  const last = Math.max(above(out, TAIL * totals.out), above(inside, TAIL * totals.in));
  const stride = Math.ceil((last - first + 1) / most);
  const merged: Bar[] = [];
  for (let start = first; start <= last; start += stride) {
    const end = Math.min(start + stride, last + 1);
    const [from, to] = [start === first ? 0 : start, end > last ? out.length : end];
    merged.push({
      from: edges[start] ?? 0,
      to: edges[end] ?? 0,
      out: total(out.slice(from, to)) / totals.out,
      in: total(inside.slice(from, to)) / totals.in,
    });
  }
  return merged;
}

/** Shares of both worlds in which the attacker says "member"; the bin of the threshold is cut evenly. */
export function named({ edges, out, in: inside, threshold }: LossHistogram): { out: number; in: number } {
  const weight = (i: number) => {
    const [from, to] = [edges[i] ?? 0, edges[i + 1] ?? 0];
    return Math.min(1, Math.max(0, (to - threshold) / (to - from)));
  };
  const share = (counts: number[]) => total(counts.map((count, i) => count * weight(i))) / Math.max(1, total(counts));
  return { out: share(out), in: share(inside) };
}

/** The loss that the heights are shares for: bars are wider where losses are rare, and must not look taller for it. */
export function unitOf(all: Bar[]): number {
  const [first, last] = [all[0], all.at(-1)];
  return first && last ? 10 ** Math.floor(Math.log10((last.to - first.from) / 4)) : 1;
}

/** The cursor walks along the middles of the bars. */
export function lossSeries(all: Bar[]): Series[] {
  const unit = unitOf(all);
  const series = (name: string, share: (bar: Bar) => number): Series => ({
    name,
    points: all.map((bar) => ({ x: middle(bar), lower: 0, upper: height(bar, share(bar), unit) })),
  });
  return all.length === 0 ? [] : [series("without", (bar) => bar.out), series("with", (bar) => bar.in)];
}

export function middle({ from, to }: Bar): number {
  return (from + to) / 2;
}

export function height({ from, to }: Bar, share: number, unit: number): number {
  return (share * unit) / (to - from);
}

function total(counts: number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The first bin with more than `rest` in the bins up to it. */
function below(counts: number[], rest: number): number {
  let sum = 0;
  return counts.findIndex((count) => {
    sum += count;
    return sum > rest;
  });
}

/** The last bin with more than `rest` in the bins from it on. */
function above(counts: number[], rest: number): number {
  return counts.length - 1 - below(counts.toReversed(), rest);
}
