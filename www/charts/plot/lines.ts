// Several lines on two axes, told apart by dashes as well as colour: data to figure, nothing else.
import { line, plot, ruleX, ruleY, text } from "@observablehq/plot";
import type { Figure } from "../data/curves";
import { type Lines, styleOf } from "../data/lines";
import { framed, ruled } from "./frame";

export function linesFigure(chart: Lines, available: number): Figure {
  const { xs, lines, x, y, markedX, markedY, named } = chart;
  const widest = Math.max(56, 16 + 7 * Math.max(...y.ticks.map((tick) => y.format(tick).length)));
  const inside = (value: number) => value >= y.domain[0] && value <= y.domain[1];
  return plot({
    ...framed(x, y, available, widest),
    ariaDescription: chart.caption,
    marks: [
      ...ruled(x, y),
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
  }) as Figure;
}

/** An index at which a line is inside of the chart, about `share` of the way. */
function placeOf(ys: number[], inside: (y: number) => boolean, share: number): number | null {
  const places = ys.flatMap((y, at) => (inside(y) ? [at] : []));
  return places[Math.floor(places.length * share)] ?? null;
}
