// Scales of noise side by side on a log axis: data to figure, nothing else.
import { axisX, dot, gridX, plot, ruleY, text } from "@observablehq/plot";
import { logTicks, plain } from "../charts/axes";
import { LARGEST_WIDTH, LEADING, MARGIN, rowsIn, type Statement } from "../charts/rows";
import type { ScaleRow } from "../noise-words";
import { atMost } from "../words";

export function scalesFigure(rows: (ScaleRow & Statement)[], available: number) {
  const { words, extra, height } = rowsIn(rows, available);
  const drawn = rows.map((row, index) => ({ ...row, value: atMost(row.scale), words: words[index] ?? "" }));
  const values = drawn.map(({ value }) => value).filter((value) => value > 0 && Number.isFinite(value));
  const domain: [number, number] = [Math.min(...values) / 2, Math.max(...values) * 2];
  const ticks = logTicks(domain);
  const name = {
    y: "label",
    frameAnchor: "left",
    dy: extra / 2 - 1,
    textAnchor: "start",
    lineAnchor: "bottom",
    lineHeight: LEADING,
    fill: "var(--ink)",
    stroke: "var(--paper)",
    strokeWidth: 6,
  } as const;
  return plot({
    width: Math.min(available, LARGEST_WIDTH),
    height,
    marginTop: MARGIN.top,
    marginBottom: MARGIN.bottom,
    marginLeft: MARGIN.left,
    marginRight: MARGIN.right,
    ariaDescription: "Each row is one scale of noise that is to suffice; less is better.",
    x: { type: "log", domain, clamp: true },
    y: { type: "band", domain: rows.map(({ label }) => label), axis: null, padding: 0 },
    marks: [
      gridX({ ticks, stroke: "var(--line)", strokeOpacity: 1 }),
      axisX({
        ticks,
        tickFormat: plain,
        tickSize: 0,
        label: "scale of the noise (log scale)",
        labelArrow: "none",
        labelAnchor: "right",
      }),
      ruleY(drawn, {
        y: "label",
        x1: () => domain[0],
        x2: "value",
        stroke: colour,
        strokeWidth: 2,
        dy: 10 + extra / 2,
      }),
      dot(drawn, {
        y: "label",
        x: "value",
        r: 5,
        dy: 10 + extra / 2,
        fill: (row) => (row.scale.kind === "approximation" ? "var(--paper)" : colour(row)),
        stroke: colour,
        strokeWidth: 2,
      }),
      text(
        drawn.filter(({ ours }) => ours),
        { ...name, text: "words", fontWeight: 600 },
      ),
      text(
        drawn.filter(({ ours }) => !ours),
        { ...name, text: "words" },
      ),
    ],
  });
}

function colour({ scale }: ScaleRow): string {
  return scale.kind === "approximation" ? "var(--formula)" : "var(--upper)";
}
