// The ROC curve of the best attacker on two log axes: data to figure, nothing else.
import { areaY, axisX, axisY, dot, gridX, gridY, line, plot, text } from "@observablehq/plot";
import type { Curve, TprFigure } from "../../src/wasm";
import { atMost } from "../words";

export const SMALLEST_RATE = 1e-6;
const LARGEST_WIDTH = 560;

interface Point {
  fpr: number;
  lower: number;
  upper: number;
}

export function points({ fpr, lower, upper }: Curve): Point[] {
  return fpr
    .map((rate, i) => ({ fpr: rate, lower: lower[i] ?? 0, upper: upper[i] ?? 1 }))
    .filter((point) => point.fpr >= SMALLEST_RATE && point.upper > 0);
}

const RATE_LABELS = new Map([
  [1e-6, "10⁻⁶"],
  [1e-5, "10⁻⁵"],
  [1e-4, "10⁻⁴"],
  [1e-3, "0.1%"],
  [1e-2, "1%"],
  [1e-1, "10%"],
  [1, "100%"],
]);

export function rocFigure(curve: Curve, marked: TprFigure[], available: number): SVGSVGElement | HTMLElement {
  const width = Math.min(available, LARGEST_WIDTH);
  const ticks = [...RATE_LABELS.keys()];
  const tickFormat = (rate: number) => RATE_LABELS.get(rate) ?? "";
  const domain = [SMALLEST_RATE, 1];
  return plot({
    width,
    height: Math.round(width * 0.8),
    marginLeft: 52,
    marginBottom: 42,
    marginTop: 28,
    ariaDescription: "Share of members found against share of others wrongly named, both on logarithmic axes.",
    x: { type: "log", domain },
    y: { type: "log", domain },
    marks: [
      gridX({ ticks, stroke: "var(--line)", strokeOpacity: 1 }),
      gridY({ ticks, stroke: "var(--line)", strokeOpacity: 1 }),
      axisX({
        ticks,
        tickFormat,
        tickSize: 0,
        label: "others wrongly named (FPR)",
        labelArrow: "none",
        labelAnchor: "right",
      }),
      axisY({ ticks, tickFormat, tickSize: 0, label: "members found (TPR)", labelArrow: "none" }),
      line([SMALLEST_RATE, 1], {
        x: (rate) => rate,
        y: (rate) => rate,
        stroke: "var(--ink-soft)",
        strokeDasharray: "3 4",
      }),
      text([[1e-5, 1e-5]], {
        text: () => "blind guessing",
        dx: 10,
        dy: 14,
        textAnchor: "start",
        fill: "var(--ink-soft)",
      }),
      areaY(points(curve), { x: "fpr", y1: "lower", y2: "upper", fill: "var(--gain)", fillOpacity: 0.2 }),
      line(points(curve), { x: "fpr", y: "upper", stroke: "var(--gain)", strokeWidth: 2.25 }),
      dot(marked, { x: "fpr", y: atMost, r: 4, fill: "var(--paper)", stroke: "var(--gain)", strokeWidth: 2 }),
    ],
  });
}
