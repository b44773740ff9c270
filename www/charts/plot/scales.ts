// Scales of noise side by side on a log axis: data to figure, nothing else.
import { dot, plot, ruleY, text } from "@observablehq/plot";
import { atMost } from "../../words/figure";
import type { ScaleRow } from "../../words/noise";
import { rowsIn, type Statement } from "../data/rows";
import { framedRows, ruledRows, wordsAbove } from "./frame";

export function scalesFigure(rows: (ScaleRow & Statement)[], available: number) {
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
        { ...name, fontWeight: 600 },
      ),
      text(
        drawn.filter(({ ours }) => !ours),
        name,
      ),
    ],
  });
}

function colour({ scale }: ScaleRow): string {
  return scale.kind === "approximation" ? "var(--formula)" : "var(--upper)";
}
