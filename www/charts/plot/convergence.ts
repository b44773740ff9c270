// The running estimate with its band against the number of trainings: data to figure, nothing else.
import { ruleY, text } from "@observablehq/plot";
import type { Figure as ExactFigure } from "../../../src/boundary/wasm/core";
import { atMost } from "../../words/figure";
import { linearAxis, logAxis, plain } from "../data/axes";
import { type Figure, type Series, strokeOf } from "../data/curves";
import { curvesFigure } from "./curves";

/** The axis holds the bands of this last part whole, and cuts those before. */
const WHOLE_RATIO = 30;

export function convergenceFigure(series: Series[], exact: ExactFigure | null, available: number): Figure | null {
  const points = series[0]?.points ?? [];
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const whole = points.filter(({ x }) => x >= last.x / WHOLE_RATIO);
  const lines = exact ? linesOf(exact) : [];
  const values = [...whole.flatMap(({ lower, upper }) => [lower, upper]), ...lines.map(({ value }) => value)];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const pad = (most - least || most || 1) / 12;
  const x = logAxis([first.x / 1.02, Math.max(last.x * 1.02, first.x * 2)], "simulated trainings (log scale)", short);
  return curvesFigure(
    {
      series,
      x,
      y: linearAxis([Math.max(0, least - pad), most + pad], "advantage"),
      description: "Simulated advantage with its interval against the number of simulated trainings.",
      stroke: strokeOf("estimate"),
      above: [
        ruleY(lines, { y: "value", stroke: "stroke", strokeWidth: 1.5, strokeDasharray: "2 3" }),
        text(lines, {
          y: "value",
          frameAnchor: "left",
          dx: 6,
          dy: -9,
          textAnchor: "start",
          text: "name",
          fill: "var(--ink)",
          stroke: "var(--paper)",
          strokeWidth: 4,
        }),
      ],
    },
    available,
  );
}

/** "20k", "3M". */
function short(value: number): string {
  if (value >= 1e6) return `${plain(value / 1e6)}M`;
  return value >= 1e4 ? `${plain(value / 1e3)}k` : plain(value);
}

/** One line for what is known to many digits, two for what is known between two ends. */
function linesOf(exact: ExactFigure): { value: number; name: string; stroke: string }[] {
  const { kind, lower, estimate } = exact;
  const most = atMost(exact);
  if (kind === "exact") {
    return [{ value: estimate, name: "exact", stroke: strokeOf(kind) }];
  }
  const lines =
    kind === "lower" && most >= 1 ? [] : [{ value: most, name: "known: at most", stroke: strokeOf("upper") }];
  return lower ? [...lines, { value: lower, name: "known: at least", stroke: strokeOf("lower") }] : lines;
}
