// How far each statement about the advantage is from the exact one: data to plot, nothing else.
import { dot, plot, ruleY, text, tickX } from "@observablehq/plot";
import type { Bound } from "../../words/comparison";
import { atMost } from "../../words/figure";
import type { ScaleRow } from "../../words/noise";
import { rowsIn, type Statement } from "../data/rows";
import { framedRows, ruledRows, wordsAbove } from "./frame";

const SMALLEST_VALUE = 1e-12;
/** Lower ends below this share of the value are not drawn to their end. */
const SMALLEST_END = 1e-3;

export function comparisonPlot(bounds: Bound[], available: number): SVGSVGElement | HTMLElement {
  const { words, extra, height } = rowsIn(bounds, available);
  const rows = bounds.map((bound, index) => ({ ...bound, drawn: clamp(bound.value), words: words[index] ?? "" }));
  // The first row is the run's own; where it is only a bound, nothing is measured against it.
  const own = rows[0];
  const exact = own?.kind === "exact" ? own.drawn : null;
  const sides = exact === null ? [] : rows.filter((row) => row.kind === "upper" || row.kind === "approximation");
  const spread = rows.filter((row) => row.kind !== "exact" && row.lower !== null && row.upper !== null);
  // A lower end near zero runs out of the chart: it would press everything else to its right.
  const ends = spread.map((row) => clamp(row.lower)).filter((lower) => lower > SMALLEST_END * (own?.drawn ?? 1));
  const least = Math.min(...rows.map((row) => row.drawn), ...ends);
  // Where all is large, the first tick still stands clear of the names at the edge.
  const domain: [number, number] = [Math.min(least / 1.3, 0.4), 1];
  return plot({
    ...framedRows(
      rows.map((row) => row.name),
      domain,
      available,
      height,
    ),
    ariaDescription: "Each row is one statement; the line runs from the exact advantage to what the statement says.",
    r: { type: "identity" },
    marks: [
      ...ruledRows(domain, "advantage"),
      tickX(exact === null ? [] : rows, {
        x: () => exact,
        y: "name",
        insetTop: 22 + extra,
        stroke: "var(--gain)",
        strokeWidth: 1.5,
      }),
      ruleY(sides, { y: "name", x1: () => exact, x2: "drawn", stroke: colour, strokeWidth: 2, dy: 10 + extra / 2 }),
      ruleY(spread, {
        y: "name",
        x1: (row) => Math.max(domain[0], clamp(row.lower)),
        x2: (row) => clamp(row.upper),
        stroke: colour,
        strokeWidth: 2,
        dy: 10 + extra / 2,
      }),
      dot(rows, {
        y: "name",
        x: "drawn",
        r: (row) => (row.kind === "estimate" ? 3 : 5),
        dy: 10 + extra / 2,
        symbol: (row) => (row.vacuous ? "triangle" : "circle"),
        rotate: (row) => (row.vacuous ? 90 : 0),
        fill: (row) => (row.kind === "approximation" ? "var(--paper)" : colour(row)),
        stroke: colour,
        strokeWidth: 2,
      }),
      text(rows, {
        y: "name",
        ...wordsAbove(extra),
        fill: (row) => (row.vacuous ? "var(--ink-soft)" : "var(--ink)"),
      }),
    ],
  });
}

const COLOURS: Record<Bound["kind"], string> = {
  exact: "var(--gain)",
  interval: "var(--gain)",
  upper: "var(--upper)",
  lower: "var(--lower)",
  estimate: "var(--estimate)",
  approximation: "var(--formula)",
};

function clamp(value: number | null): number {
  return Math.min(1, Math.max(SMALLEST_VALUE, value ?? 0));
}

function colour({ kind, vacuous }: Bound): string {
  if (vacuous) return "var(--ink-soft)";
  return COLOURS[kind];
}

export function scalesPlot(rows: (ScaleRow & Statement)[], available: number) {
  const { words, extra, height } = rowsIn(rows, available);
  const drawn = rows.map((row, index) => ({ ...row, value: atMost(row.scale), words: words[index] ?? "" }));
  const values = drawn.map(({ value }) => value).filter((value) => value > 0 && Number.isFinite(value));
  const domain: [number, number] = [Math.min(...values) / 2, Math.max(...values) * 2];
  const name = { y: "label", ...wordsAbove(extra), fill: "var(--ink)" } as const;
  return plot({
    ...framedRows(
      rows.map(({ label }) => label),
      domain,
      available,
      height,
    ),
    ariaDescription: "Each row is one scale of noise that is to suffice; less is better.",
    marks: [
      ...ruledRows(domain, "scale of the noise"),
      ruleY(drawn, {
        y: "label",
        x1: () => domain[0],
        x2: "value",
        stroke: scaleColour,
        strokeWidth: 2,
        dy: 10 + extra / 2,
      }),
      dot(drawn, {
        y: "label",
        x: "value",
        r: 5,
        dy: 10 + extra / 2,
        fill: (row) => (row.scale.kind === "approximation" ? "var(--paper)" : scaleColour(row)),
        stroke: scaleColour,
        strokeWidth: 2,
      }),
      text(
        drawn.filter(({ ours }) => ours),
        { ...name, fontWeight: 600 },
      ),
      text(
        drawn.filter(({ ours }) => !ours),
        name,
      ),
    ],
  });
}

function scaleColour({ scale }: ScaleRow): string {
  return scale.kind === "approximation" ? "var(--formula)" : "var(--upper)";
}
