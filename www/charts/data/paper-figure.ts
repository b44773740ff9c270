// The series of a paper's figure as lines on its axes.
import type { FigureAxis, FigureSeries, PaperFigureResult } from "../../../src/boundary/wasm/core";
import type { Timed } from "../../answers/times";
import { rounded } from "../../words/number";
import { type Axis, linearAxis, logAxis } from "./axes";
import type { Line, LineKind, Lines } from "./lines";

interface Caption {
  caption: string;
  summary: string;
}

/** Null until there are two points. */
export function figureLines(result: PaperFigureResult, words: Caption): Lines | null {
  const { x: xs, horizontal, vertical } = result;
  if (xs.length < 2) return null;
  const lines = result.series.map((series) => lineOf(series, vertical));
  const ys = lines.flatMap((line) => line.ys).filter(Number.isFinite);
  return {
    ...words,
    xs,
    lines,
    x: axisOf(horizontal, xs, true),
    y: axisOf(vertical, ys, false),
    read: (y) => rounded(y, 4),
  };
}

const KINDS: Record<NonNullable<FigureSeries["kind"]>, LineKind> = {
  exact: "exact",
  interval: "upper",
  upper: "upper",
  lower: "lower",
  estimate: "estimate",
  approximation: "formula",
};

/** On a logarithmic axis there is no place for 0. */
function lineOf({ name, kind, estimate }: FigureSeries, { logarithmic }: FigureAxis): Line {
  const ys = estimate.map((y) => (y === null || (logarithmic && y <= 0) ? Number.NaN : y));
  const side = kind === "upper" || kind === "interval" ? "up" : kind === "lower" ? "down" : "nearest";
  return { name, kind: kind ? KINDS[kind] : "formula", ys, read: (y) => rounded(y, 4, side) };
}

function axisOf({ label, logarithmic }: FigureAxis, values: number[], whole: boolean): Axis {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (logarithmic) {
    const spare = whole ? 1 : 1.2;
    return logAxis([least / spare, most * spare], `${label} (log scale)`);
  }
  if (whole) return linearAxis([least, most], label);
  // What is a rate or an advantage keeps its whole range in sight where it nearly fills it.
  const range: [number, number] = least >= 0 && most <= 1 && most > 0.5 ? [0, 1] : padded(least, most);
  return linearAxis(range, label);
}

function padded(least: number, most: number): [number, number] {
  const pad = (most - least || Math.abs(most) || 1) / 12;
  return [least >= 0 ? Math.max(0, least - pad) : least - pad, most <= 0 ? Math.min(0, most + pad) : most + pad];
}

/** The time of an answer over epochs, as far as it is measured. */
export function timeLines({ x: xs, series }: Timed, words: Caption): Lines | null {
  const lines = series
    .filter(({ estimate }) => estimate.some((y) => y !== null))
    .map(({ name, estimate }) => ({
      name,
      kind: "estimate" as const,
      ys: xs.map((_, i) => estimate[i] ?? Number.NaN),
    }));
  const ys = lines.flatMap((line) => line.ys).filter(Number.isFinite);
  if (ys.length < 2) return null;
  return {
    ...words,
    xs,
    lines,
    x: logAxis([Math.min(...xs), Math.max(...xs)], "epochs (log scale)"),
    y: logAxis([Math.min(...ys) / 1.5, Math.max(...ys) * 1.5], "seconds of one answer (log scale)"),
    read: (y) => `${rounded(y, 3)} s`,
  };
}
