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
const TAIL = 0.002;

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

/** Shares of both worlds in which the attacker says "member". */
export function named({ edges, out, in: inside, threshold }: LossHistogram): { out: number; in: number } {
  const start = edges.findIndex((edge) => edge >= threshold);
  const from = start === -1 ? out.length : start;
  const share = (counts: number[]) => total(counts.slice(from)) / Math.max(1, total(counts));
  return { out: share(out), in: share(inside) };
}

/** The cursor walks along the middles of the bars. */
export function lossSeries(all: Bar[]): Series[] {
  const series = (name: string, height: (bar: Bar) => number): Series => ({
    name,
    points: all.map((bar) => ({ x: (bar.from + bar.to) / 2, lower: 0, upper: height(bar) })),
  });
  return all.length === 0 ? [] : [series("without", (bar) => bar.out), series("with", (bar) => bar.in)];
}

export function lossFigure(all: Bar[], threshold: number, available: number): Figure | null {
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) return null;
  const highest = Math.max(...all.flatMap((bar) => [bar.out, bar.in]));
  const domain: [number, number] = [Math.min(first.from, threshold), Math.max(last.to, threshold)];
  const without = steps(all, (bar) => bar.out);
  const inside = steps(all, (bar) => bar.in);
  const step = { x: "x", curve: "step-after" } as const;
  const label = { fontWeight: 600, stroke: "var(--paper)", strokeWidth: 4 } as const;
  return curvesFigure(
    {
      series: [],
      x: linearAxis(domain, "loss: how much the training looks like one with the record", plain),
      y: linearAxis([0, highest * 1.25], "share of the trainings", rate),
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
        text([widest(all, (bar) => bar.out - bar.in)], {
          x: ({ from, to }) => (from + to) / 2,
          y: "out",
          dx: -6,
          dy: -8,
          textAnchor: "end",
          text: () => "without",
          fill: "var(--accent)",
          ...label,
        }),
        text([widest(all, (bar) => bar.in - bar.out)], {
          x: ({ from, to }) => (from + to) / 2,
          y: "in",
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

function steps(all: Bar[], height: (bar: Bar) => number): { x: number; y: number }[] {
  const last = all.at(-1);
  const tops = all.map((bar) => ({ x: bar.from, y: height(bar) }));
  return last ? [...tops, { x: last.to, y: height(last) }] : tops;
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
