// What stands around the data of a plot: its size, its scales, grids and axes.
import { axisX, axisY, gridX, gridY, type Markish } from "@observablehq/plot";
import { type Axis, labelled, logAxis } from "../data/axes";
import { sizeIn } from "../data/curves";
import { LARGEST_WIDTH, LEADING, MARGIN } from "../data/rows";

const GRID = { stroke: "var(--line)", strokeOpacity: 1 };

const RIGHT = 20;

/** A chart over two axes. */
export function framed(x: Axis, y: Axis, available: number, marginLeft: number) {
  const margins = { marginLeft, marginRight: RIGHT, marginBottom: 42, marginTop: 28 };
  const scales = { x: { type: x.type, domain: x.domain }, y: { type: y.type, domain: y.domain } };
  return { ...sizeIn(available), ...margins, ...scales };
}

/** The grids and axes of such a chart. */
export function ruled(x: Axis, y: Axis, available: number, marginLeft: number): Markish[] {
  const inner = sizeIn(available).width - marginLeft - RIGHT;
  return [
    gridX({ ticks: x.ticks, ...GRID }),
    gridY({ ticks: y.ticks, ...GRID }),
    axisX({ ...axis({ ...x, format: labelled(x, inner) }), labelAnchor: "right" }),
    axisY(axis(y)),
  ];
}

/** A chart with a row for each name, over one log axis. */
export function framedRows(names: string[], domain: [number, number], available: number, height: number) {
  const { top, bottom, left, right } = MARGIN;
  const margins = { marginTop: top, marginBottom: bottom, marginLeft: left, marginRight: right };
  return {
    width: Math.min(available, LARGEST_WIDTH),
    height,
    ...margins,
    x: { type: "log", domain, clamp: true },
    y: { type: "band", domain: names, axis: null, padding: 0 },
  } as const;
}

/** The grid and the axis of such a chart. */
export function ruledRows(domain: [number, number], label: string): Markish[] {
  const x = logAxis(domain, `${label} (log scale)`);
  return [gridX({ ticks: x.ticks, ...GRID }), axisX({ ...axis(x), labelAnchor: "right" })];
}

/** The words of the rows, above their marks. */
export function wordsAbove(extra: number) {
  return {
    frameAnchor: "left",
    dy: extra / 2 - 1,
    textAnchor: "start",
    lineAnchor: "bottom",
    lineHeight: LEADING,
    text: "words",
    stroke: "var(--paper)",
    strokeWidth: 6,
  } as const;
}

function axis({ ticks, format, label }: Axis) {
  return { ticks, tickFormat: format, tickSize: 0, label, labelArrow: "none" } as const;
}
