// Where the losses of the simulated trainings fell, with and without the record: data to plot, nothing else.
import { areaY, line, ruleX, text } from "@observablehq/plot";
import { linearAxis, plain, rate } from "../data/axes";
import type { Plot } from "../data/curves";
import { type Bar, height, middle, unitOf } from "../data/losses";
import { curvesPlot } from "./curves";

export function lossPlot(all: Bar[], threshold: number, available: number): Plot | null {
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
  return curvesPlot(
    {
      series: [],
      x: linearAxis(domain, "loss of the training", plain),
      y: linearAxis([0, highest * 1.25], `share of the trainings for ${plain(unit)} of loss`, rate),
      description: "Histogram of the losses of simulated trainings with and without the record.",
      below: [
        areaY(without, { ...step, y2: "y", y1: 0, fill: "var(--chance)", fillOpacity: 0.3 }),
        line(without, { ...step, y: "y", stroke: "var(--blind)", strokeWidth: 1.5, strokeDasharray: "5 3" }),
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
          fill: "var(--blind)",
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
