// Where the losses of the simulated trainings fell, with and without the record: data to figure, nothing else.
import { areaY, line, ruleX, text } from "@observablehq/plot";
import type { LossHistogram } from "../../src/wasm";
import { linearAxis, plain, rate } from "./axes";
import { curvesFigure, type Figure, type Series } from "./curves";

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

function height({ from, to }: Bar, share: number, unit: number): number {
  return (share * unit) / (to - from);
}

export function lossFigure(all: Bar[], threshold: number, available: number): Figure | null {
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return null;
  const unit = unitOf(all);
  const heights = { out: (bar: Bar) => height(bar, bar.out, unit), in: (bar: Bar) => height(bar, bar.in, unit) };
  const highest = Math.max(...all.flatMap((bar) => [heights.out(bar), heights.in(bar)]));
  const domain: [number, number] = [Math.min(first.from, threshold), Math.max(last.to, threshold)];
  const without = steps(all, heights.out);
  const inside = steps(all, heights.in);
  const step = { x: "x", curve: "step-after" } as const;
  const label = { fontWeight: 600, stroke: "var(--paper)", strokeWidth: 4 } as const;
  return curvesFigure(
    {
      series: [],
      x: linearAxis(domain, "loss of the training", plain),
      y: linearAxis([0, highest * 1.25], `share of the trainings for ${plain(unit)} of loss`, rate),
      description: "Histogram of the losses of simulated trainings with and without the record.",
      below: [
        areaY(without, { ...step, y2: "y", y1: 0, fill: "var(--accent)", fillOpacity: 0.22 }),
        line(without, { ...step, y: "y", stroke: "var(--accent)", strokeWidth: 1.5, strokeDasharray: "5 3" }),
        line(inside, { ...step, y: "y", stroke: "var(--gain)", strokeWidth: 2.25 }),
        ruleX([threshold], { stroke: "var(--ink)", strokeWidth: 1.5 }),
      ],
      above: [
        text([threshold], {
          x: (at) => at,
          frameAnchor: "top",
          dx: -7,
          dy: 4,
          textAnchor: "end",
          text: () => "says “not a member”",
          fill: "var(--ink)",
          stroke: "var(--paper)",
          strokeWidth: 4,
        }),
        text([threshold], {
          x: (at) => at,
          frameAnchor: "top",
          dx: 7,
          dy: 4,
          textAnchor: "start",
          text: () => "says “member”",
          fill: "var(--ink)",
          stroke: "var(--paper)",
          strokeWidth: 4,
        }),
        text([widest(all, (bar) => heights.out(bar) - heights.in(bar))], {
          x: middle,
          y: heights.out,
          dx: -6,
          dy: -8,
          textAnchor: "end",
          text: () => "without",
          fill: "var(--accent)",
          ...label,
        }),
        text([widest(all, (bar) => heights.in(bar) - heights.out(bar))], {
          x: middle,
          y: heights.in,
          dx: 6,
          dy: -8,
          textAnchor: "start",
          text: () => "with",
          fill: "var(--gain)",
          ...label,
        }),
      ],
    },
    available,
  );
}

function steps(all: Bar[], top: (bar: Bar) => number): { x: number; y: number }[] {
  const last = all.at(-1);
  const tops = all.map((bar) => ({ x: bar.from, y: top(bar) }));
  return last ? [...tops, { x: last.to, y: top(last) }] : tops;
}

/** The bar in which one world is the furthest ahead of the other. */
function widest(all: Bar[], lead: (bar: Bar) => number): Bar {
  return all.reduce((best, bar) => (lead(bar) > lead(best) ? bar : best));
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
