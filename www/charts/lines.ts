// Several lines over one number, and by which strokes they are told apart.
import type { Axis } from "./axes";

export interface Line {
  name: string;
  /** One for each x of the chart; NaN where the line has a gap. */
  ys: number[];
  /** How its values read, where not as those of the chart: a lower bound is rounded down. */
  read?: (y: number) => string;
}

export interface Lines {
  caption: string;
  summary: string;
  xs: number[];
  lines: Line[];
  x: Axis;
  y: Axis;
  /** A place on an axis, and what stands there. */
  markedX?: { at: number; name: string } | null;
  markedY?: { at: number; name: string } | null;
  /** How a value reads among the coordinates and in the table. */
  read: (y: number) => string;
  /** Whether the names stand beside the lines instead of below the chart. */
  named?: boolean;
}

export const LINE_STYLES = [
  { stroke: "var(--gain)", dash: "none" },
  { stroke: "var(--accent)", dash: "8 4" },
  { stroke: "var(--ink)", dash: "2 3" },
  { stroke: "var(--ink-soft)", dash: "12 3 2 3" },
  { stroke: "var(--gain)", dash: "4 4" },
  { stroke: "var(--accent)", dash: "1 4" },
  { stroke: "var(--ink)", dash: "6 2 2 2 2 2" },
] as const;

export function styleOf(index: number): (typeof LINE_STYLES)[number] {
  return LINE_STYLES[index % LINE_STYLES.length] ?? LINE_STYLES[0];
}
