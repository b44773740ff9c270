// What is claimed against what is certified: a point for each published entry.
import { dot, plot } from "@observablehq/plot";
import { linearAxis, logAxis } from "../data/axes";
import type { Plot } from "../data/curves";
import type { ClaimPoint } from "../data/register";
import { framed, ruled } from "./frame";

const MARGIN_LEFT = 44;

export function registerPlot(points: ClaimPoint[], available: number): Plot | null {
  if (points.length === 0) return null;
  const epsilons = points.map(({ epsilon }) => epsilon);
  const x = logAxis([Math.min(...epsilons) / 1.5, Math.max(...epsilons) * 1.5], "claimed epsilon (log scale)");
  const y = linearAxis([0, 1], "certified advantage");
  return plot({
    ...framed(x, y, available, MARGIN_LEFT),
    ariaDescription: "Each point is one published training or deployment.",
    marks: [
      ...ruled(x, y, available, MARGIN_LEFT),
      dot(points, {
        x: "epsilon",
        y: "advantage",
        r: 4.5,
        symbol: (point: ClaimPoint) => (point.exact ? "circle" : "triangle"),
        fill: (point: ClaimPoint) => (point.exact ? "var(--gain)" : "var(--paper)"),
        stroke: (point: ClaimPoint) => (point.exact ? "var(--gain)" : "var(--upper)"),
        strokeWidth: 1.5,
      }),
    ],
  }) as Plot;
}
