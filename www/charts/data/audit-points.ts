// What an attack showed at its thresholds, as points with boxes and the steps that they make certain.
import type { AuditThreshold } from "../../../src/boundary/wasm/core";
import { SMALLEST_RATE } from "./curves";

export interface ShownPoint {
  x: number;
  y: number;
  left: number;
  right: number;
  low: number;
  high: number;
  refutes: boolean;
}

/** Where both axes begin if no threshold asks for less. */
const USUAL_RATE = 1e-3;

/** A decade below the smallest rates that were seen. */
export function leastRate(thresholds: readonly AuditThreshold[]): number {
  const seen = thresholds.flatMap(({ fpr, fpr_interval }) => [fpr > 0 ? fpr : fpr_interval[1]]);
  const decade = 10 ** (Math.floor(Math.log10(Math.min(USUAL_RATE, ...seen))) - 1);
  return Math.max(SMALLEST_RATE, decade);
}

/** A log axis has no zero: what lies below its end is drawn there. */
export function shownPoints(thresholds: readonly AuditThreshold[], least: number): ShownPoint[] {
  const drawn = (rate: number) => Math.max(rate, least);
  return thresholds.map(({ fpr, tpr, fpr_interval, tpr_interval, refutes }) => ({
    x: drawn(fpr),
    y: drawn(tpr),
    left: drawn(fpr_interval[0]),
    right: drawn(fpr_interval[1]),
    low: drawn(tpr_interval[0]),
    high: drawn(tpr_interval[1]),
    refutes,
  }));
}

/** What the attack attains at each rate and beyond, all thresholds at once: the largest corner so far. */
export function certainSteps(thresholds: readonly AuditThreshold[], least: number): { x: number; y: number }[] {
  const corners = thresholds.map(({ corner }) => corner).sort(([a], [b]) => a - b);
  const steps: { x: number; y: number }[] = [];
  for (const [fpr, tpr] of corners) {
    const before = steps.at(-1)?.y ?? least;
    if (tpr > before) steps.push({ x: Math.max(fpr, least), y: before }, { x: Math.max(fpr, least), y: tpr });
  }
  const last = steps.at(-1);
  return last ? [...steps, { x: 1, y: last.y }] : [];
}
