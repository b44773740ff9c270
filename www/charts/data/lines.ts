// Several lines over one number, and by which strokes they are told apart.
import type { CalibrateResult, SweepResult } from "../../../src/boundary/wasm/core";
import type { CoursePoint } from "../../answers/simulation-run";
import { CHOICES } from "../../state/parameters/choices";
import type { Parameters } from "../../state/parameters/table";
import { QUANTITY, sweepUnit } from "../../state/questions/quantity";
import { quantityInWords } from "../../words/setting";
import type { Axis } from "./axes";
import type { CurvePoint, Series } from "./curves";

/** What a line says: it has the colour of that in all charts. */
export type LineKind = "exact" | "upper" | "lower" | "estimate" | "formula" | "blind";

export interface Line {
  name: string;
  kind: LineKind;
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

const STROKES: Record<LineKind, string> = {
  exact: "var(--gain)",
  upper: "var(--upper)",
  lower: "var(--lower)",
  estimate: "var(--estimate)",
  formula: "var(--formula)",
  blind: "var(--blind)",
};

/** No two lines of a chart have the same: colour alone tells nobody apart. */
const DASHES = ["none", "8 4", "2 3", "12 3 2 3", "4 4", "1 4", "6 2 2 2 2 2"] as const;
const BLIND_DASH = "3 4";

export function styleOf({ kind }: Line, index: number): { stroke: string; dash: string } {
  const dash = kind === "blind" ? BLIND_DASH : (DASHES[index % DASHES.length] ?? "none");
  return { stroke: STROKES[kind], dash };
}

export interface Sweep {
  series: Series[];
  over: string;
  quantity: string;
  percent: boolean;
  /** A value of the parameter, and how the chart names it. */
  marked: { x: number; name: string } | null;
  target: number | null;
  /** Which side of the truth the values are on. */
  kind: SweepResult["kind"];
}

/** The values that have a figure, in the unit in which the parameter is given. */
export function sweepPoints({ values, lower, estimate, upper }: SweepResult, unit = 1): CurvePoint[] {
  return values.flatMap((value, i) => {
    const middle = estimate[i];
    if (middle === null || middle === undefined) return [];
    return [{ x: value / unit, lower: lower[i] ?? middle, upper: upper[i] ?? middle }];
  });
}

/** The quantity near the answer of a calibration. */
export function sweepAround(result: CalibrateResult, around: SweepResult, values: Parameters): Sweep {
  return {
    series: [{ name: "", points: sweepPoints(around, sweepUnit(result.solve_for, values)) }],
    over: CHOICES.solve_for.options[result.solve_for],
    quantity: quantityInWords(around.quantity, values, result.solve_for),
    percent: QUANTITY[around.quantity].percent,
    marked: { x: result.value, name: "the answer" },
    target: result.target,
    kind: around.kind,
  };
}

/** The start of a run is hundreds of times wider than its end: only so many decades are shown. */
const SHOWN_RATIO = 1000;

export function convergenceSeries(points: readonly CoursePoint[]): Series[] {
  const last = points.at(-1);
  if (!last) return [];
  const shown = points.filter(({ samples }) => samples >= last.samples / SHOWN_RATIO);
  return [
    {
      name: "",
      points: shown.map(({ samples, lower, estimate, upper }) => ({ x: samples, lower, middle: estimate, upper })),
    },
  ];
}
