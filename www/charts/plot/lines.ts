// Several lines on two axes, told apart by dashes as well as colour: data to plot, nothing else.
import { dot, line, plot, ruleX, ruleY, text } from "@observablehq/plot";
import type { Figure } from "../../../src/boundary/wasm/core";
import { atMost } from "../../words/figure";
import { linearAxis, logAxis, plain, rate, spreadAxis } from "../data/axes";
import { type CurvePoint, type Plot, type Series, strokeOf } from "../data/curves";
import { type Lines, type Sweep, styleOf } from "../data/lines";
import { curvesPlot } from "./curves";
import { framed, ruled } from "./frame";

export function linesPlot(chart: Lines, available: number): Plot {
  const { xs, lines, x, y, markedX, markedY, named } = chart;
  const widest = Math.max(56, 16 + 7 * Math.max(...y.ticks.map((tick) => y.format(tick).length)));
  const inside = (value: number) => value >= y.domain[0] && value <= y.domain[1];
  return plot({
    ...framed(x, y, available, widest),
    ariaDescription: chart.caption,
    marks: [
      ...ruled(x, y, available, widest),
      ruleX(markedX ? [markedX.at] : [], { stroke: "var(--ink-soft)", strokeDasharray: "3 4" }),
      ruleY(markedY ? [markedY.at] : [], { stroke: "var(--ink)", strokeDasharray: "2 3" }),
      ...lines.map((one, i) => {
        const { stroke, dash } = styleOf(one, i);
        return line(one.ys, {
          x: (_, at: number) => xs[at],
          y: (value: number) => value,
          stroke,
          strokeDasharray: dash,
          strokeWidth: 2.25,
          clip: true,
        });
      }),
      ...(named
        ? lines.map((one, i) => {
            const { name, ys } = one;
            const place = placeOf(ys, inside, (i + 1) / (lines.length + 1));
            return text(place === null ? [] : [place], {
              x: (at: number) => xs[at],
              y: (at: number) => ys[at],
              text: () => name,
              fill: styleOf(one, i).stroke,
              stroke: "var(--paper)",
              strokeWidth: 5,
              fontWeight: 600,
            });
          })
        : []),
    ],
  }) as Plot;
}

/** An index at which a line is inside of the chart, about `share` of the way. */
function placeOf(ys: number[], inside: (y: number) => boolean, share: number): number | null {
  const places = ys.flatMap((y, at) => (inside(y) ? [at] : []));
  return places[Math.floor(places.length * share)] ?? null;
}

export function sweepPlot({ series, over, quantity, percent, marked, target, kind }: Sweep, available: number): Plot {
  const all = series.flatMap(({ points }) => points);
  const xs = all.map(({ x }) => x);
  const ys = [...all.flatMap(({ lower, upper }) => [lower, upper]), ...(target === null ? [] : [target])];
  const stroke = strokeOf(kind);
  const point = marked && nearest(series[0]?.points ?? [], marked.x);
  const y = spreadAxis(ys, quantity, percent ? rate : plain);
  return curvesPlot(
    {
      series,
      x: logAxis([Math.min(...xs), Math.max(...xs)], `${over} (log scale)`),
      y,
      description: `${quantity} against ${over}.`,
      stroke,
      below: [
        ruleY(target === null ? [] : [target], { stroke: "var(--ink)", strokeDasharray: "2 3" }),
        text(target === null ? [] : [target], {
          y: (value) => value,
          frameAnchor: "right",
          // Below its line: above it stands the name of the answer.
          dy: 9,
          textAnchor: "end",
          text: () => "target",
          fill: "var(--ink)",
        }),
        ruleX(marked ? [marked.x] : [], { stroke: "var(--ink-soft)", strokeDasharray: "3 4" }),
      ],
      above:
        (point && [
          dot([point], { x: "x", y: "upper", r: 5, fill: "var(--paper)", stroke, strokeWidth: 2 }),
          text([point], {
            x: "x",
            y: "upper",
            dx: 9,
            dy: -9,
            textAnchor: "start",
            text: () => marked.name,
            fill: "var(--ink)",
            stroke: "var(--paper)",
            strokeWidth: 4,
          }),
        ]) ||
        [],
    },
    available,
  );
}

function nearest(points: CurvePoint[], x: number): CurvePoint | null {
  let best: CurvePoint | null = null;
  for (const point of points) {
    if (!best || Math.abs(Math.log(point.x / x)) < Math.abs(Math.log(best.x / x))) best = point;
  }
  return best;
}

/** The axis holds the bands of this last part whole, and cuts those before. */
const WHOLE_RATIO = 30;

export function convergencePlot(series: Series[], exact: Figure | null, available: number): Plot | null {
  const points = series[0]?.points ?? [];
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const whole = points.filter(({ x }) => x >= last.x / WHOLE_RATIO);
  const lines = exact ? linesOf(exact) : [];
  const values = [...whole.flatMap(({ lower, upper }) => [lower, upper]), ...lines.map(({ value }) => value)];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const pad = (most - least || most || 1) / 12;
  const x = logAxis([first.x / 1.02, Math.max(last.x * 1.02, first.x * 2)], "simulated trainings (log scale)", short);
  return curvesPlot(
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
function linesOf(exact: Figure): { value: number; name: string; stroke: string }[] {
  const { kind, lower, estimate } = exact;
  const most = atMost(exact);
  if (kind === "exact") {
    return [{ value: estimate, name: "exact", stroke: strokeOf(kind) }];
  }
  const lines =
    kind === "lower" && most >= 1 ? [] : [{ value: most, name: "known: at most", stroke: strokeOf("upper") }];
  return lower ? [...lines, { value: lower, name: "known: at least", stroke: strokeOf("lower") }] : lines;
}
