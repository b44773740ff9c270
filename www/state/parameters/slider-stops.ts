// The stops of a slider: every value of two significant digits, so that an arrow key is one such step.
import type { Param } from "./parameter";

export function stops({ slider, range }: Param): number[] {
  if (!slider) return [];
  const { min, max, scale } = slider;
  const inside = (value: number) => value >= min && value <= max && (!range.integer || Number.isInteger(value));
  if (scale === "linear") return Array.from({ length: 99 }, (_, i) => Number(`${i + 1}e-2`)).filter(inside);
  const values: number[] = [];
  for (let decade = Math.floor(Math.log10(min)); decade <= Math.ceil(Math.log10(max)); decade++) {
    for (let mantissa = 10; mantissa < 100; mantissa++) values.push(Number(`${mantissa}e${decade - 1}`));
  }
  return values.filter(inside);
}

/** Index of the stop nearest to `value`; the ends for what lies outside. */
export function nearestStop(values: number[], value: number): number {
  const above = values.findIndex((stop) => stop >= value);
  if (above === -1) return values.length - 1;
  const upper = values[above];
  const lower = values[above - 1];
  if (upper === undefined || lower === undefined) return Math.max(above, 0);
  return value - lower < upper - value ? above - 1 : above;
}
