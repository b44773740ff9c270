// The declared ROC curve with what an attack showed: data to plot, nothing else.
import { dot, line, rect, text } from "@observablehq/plot";
import type { AuditThreshold } from "../../../src/boundary/wasm/core";
import { certainSteps, leastRate, shownPoints } from "../data/audit-points";
import { rateAxis } from "../data/axes";
import type { Plot, Series } from "../data/curves";
import { curvesPlot } from "./curves";

/** More boxes than this lie over each other. */
const MOST_APART = 8;

const HALO = { stroke: "var(--paper)", strokeWidth: 5, fontWeight: 600 } as const;

export function auditPlot(series: Series[], thresholds: readonly AuditThreshold[], available: number): Plot {
  const least = leastRate(thresholds);
  const domain: [number, number] = [least, 1];
  const points = shownPoints(thresholds, least);
  const [fitting, refuting] = [points.filter(({ refutes }) => !refutes), points.filter(({ refutes }) => refutes)];
  const colour = ({ refutes }: { refutes: boolean }) => (refutes ? "var(--alarm)" : "var(--estimate)");
  const blind = least * 4;
  const many = points.length > MOST_APART;
  return curvesPlot(
    {
      series,
      x: rateAxis(domain, "others wrongly named (FPR)"),
      y: rateAxis(domain, "members found (TPR)"),
      description: "What the attack showed against the declared curve, both rates on logarithmic axes.",
      stroke: "var(--upper)",
      below: [
        line([least, 1], { x: (x) => x, y: (x) => x, stroke: "var(--blind)", strokeDasharray: "3 4" }),
        text([[blind, blind]], {
          text: () => "blind guessing",
          dx: 10,
          dy: 14,
          textAnchor: "start",
          fill: "var(--blind)",
        }),
        rect(points, {
          ...{ x1: "left", x2: "right", y1: "low", y2: "high", clip: true },
          ...{ fill: colour, fillOpacity: many ? 0.06 : 0.12, stroke: colour, strokeOpacity: many ? 0.2 : 0.6 },
        }),
      ],
      above: [
        line(certainSteps(thresholds, least), {
          x: "x",
          y: "y",
          stroke: "var(--lower)",
          strokeWidth: 1.75,
          strokeDasharray: "8 4",
        }),
        dot(fitting, { x: "x", y: "y", r: 4, fill: "var(--paper)", stroke: "var(--estimate)", strokeWidth: 2 }),
        dot(refuting, { x: "x", y: "y", r: many ? 4 : 6, symbol: "times", stroke: "var(--alarm)", strokeWidth: 2.5 }),
        ...named(points),
      ],
    },
    available,
  );
}

/** One point has room for its name. */
function named(points: { x: number; y: number; refutes: boolean }[]) {
  const [only, ...others] = points;
  if (!only || others.length > 0) return [];
  return [
    text([only], {
      ...HALO,
      x: "x",
      y: "y",
      dx: -10,
      dy: -12,
      textAnchor: "end",
      text: () => "the attack",
      fill: only.refutes ? "var(--alarm)" : "var(--estimate)",
    }),
  ];
}
