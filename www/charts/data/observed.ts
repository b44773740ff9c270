// What experiments have shown beside what is proved: lines with bands, points with their intervals, and their axes.
import type { Figure, SettingResult } from "../../../src/boundary/wasm/core";
import { parameterInWords, settingInWords } from "../../words/laboratory";
import { type Axis, linearAxis, linearTicks, logAxis, plain } from "./axes";
import type { CurvePoint } from "./curves";

/** What is proved. */
export interface ProvedLine {
  name: string;
  stroke: string;
  dash: string;
  points: CurvePoint[];
}

export interface ObservedPoint {
  x: number;
  y: number;
  left: number;
  right: number;
  low: number;
  high: number;
  /** The same six as they are: what is drawn may stand aside, or at the end of an axis. */
  exact: readonly number[];
}

/** What one attack has shown. */
export interface ObservedMarks {
  name: string;
  stroke: string;
  symbol: ObservedSymbol;
  points: ObservedPoint[];
}

export type ObservedSymbol = "circle" | "square" | "triangle" | "diamond" | "times" | "star" | "plus" | "wye";

export interface ObservedChart {
  caption: string;
  summary: string;
  x: Axis;
  y: Axis;
  lines: ProvedLine[];
  marks: ObservedMarks[];
  /** Whether the points have intervals on both axes. */
  boxes: boolean;
  /** Where the coordinates are read, and what they are. */
  stops: { x: number; says: string }[];
}

export const DASHES = ["none", "8 4", "2 3"];
const STROKES = ["--estimate", "--other", "--lower", "--upper", "--formula", "--blind"].map((name) => `var(${name})`);
const SYMBOLS: ObservedSymbol[] = ["circle", "square", "triangle", "diamond", "star", "wye", "plus", "times"];

export function look(i: number): { stroke: string; symbol: ObservedSymbol } {
  return { stroke: STROKES[i % STROKES.length] ?? "var(--ink)", symbol: SYMBOLS[i % SYMBOLS.length] ?? "circle" };
}

/** Wider than this, the settings stand on a log axis. */
const WIDEST_LINEAR = 3;
/** How far the points of two attacks stand apart, as a share of the axis. */
const APART = 0.014;

/** Longer ones have no room: the settings have numbers, and the words below the chart say which is which. */
const LONGEST_LABEL = 12;

interface Places {
  axis: Axis;
  /** Where the i-th of `of` stands beside its setting. */
  at: (setting: number, i?: number, of?: number) => number;
}

export function places(settings: readonly SettingResult[]): Places {
  const name = parameterInWords(settings);
  if (settings.some(({ label }) => label !== null)) {
    const short = settings.every((setting) => settingInWords(setting).length <= LONGEST_LABEL);
    const axis = linearAxis([-0.5, settings.length - 0.5], name, (value) => {
      const setting = settings[value];
      return setting && short ? settingInWords(setting) : String(value + 1);
    });
    return { axis: { ...axis, ticks: settings.map((_, i) => i) }, at: beside(axis, (i) => i) };
  }
  const xs = settings.map(({ value }) => value);
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const value = (i: number) => xs[i] ?? Number.NaN;
  if (least > 0 && (most / least > WIDEST_LINEAR || most === least)) {
    const axis = logAxis([least / 1.25, most * 1.25], `${name} (log scale)`);
    // Every setting has its value below it.
    return { axis: { ...axis, ticks: [...new Set(xs)].sort((a, b) => a - b) }, at: beside(axis, value) };
  }
  const pad = (most - least || Math.abs(most) || 1) / 8;
  const axis = linearAxis([least - pad, most + pad], name);
  return { axis, at: beside(axis, value) };
}

/** Which number is which setting, where they have numbers. */
export function numbered(settings: readonly SettingResult[], { format }: Axis): string {
  const [first] = settings;
  if (!first?.label || format(0) === settingInWords(first)) return "";
  return ` ${settings.map((setting, i) => `${i + 1}: ${settingInWords(setting)}`).join("; ")}.`;
}

function beside({ type, domain: [from, to] }: Axis, value: (i: number) => number): Places["at"] {
  return (setting, i = 0, of = 1) => {
    const away = (i - (of - 1) / 2) * APART;
    return type === "log" ? value(setting) * (to / from) ** away : value(setting) + (to - from) * away;
  };
}

const LEAST_ADVANTAGE = -0.25;

/** An axis from 0, or below where points are, up to what is there. */
export function advantageAxis(values: number[], label: string): Axis {
  const least = Math.max(LEAST_ADVANTAGE, Math.min(0, ...values));
  const most = Math.min(1, Math.max(0.01, ...values) * 1.05);
  return linearAxis([least, most], label);
}

export function pointOf(x: number, { value }: SettingResult, { estimate, lower, upper }: Figure): ObservedPoint {
  const [low, high] = [lower ?? estimate, upper ?? estimate];
  return { x, y: estimate, left: x, right: x, low, high, exact: [value, value, value, estimate, low, high] };
}

export function measureAxis(points: readonly ObservedPoint[], label: string): Axis {
  const ys = points.flatMap(({ low, high, y }) => [low, high, y]).filter(Number.isFinite);
  if (ys.length === 0) return linearAxis([0, 1], label);
  const [least, most] = [Math.min(...ys), Math.max(...ys)];
  const pad = (most - least || Math.abs(most) || 1) / 10;
  const domain: [number, number] = [least - pad, most + pad];
  return { type: "linear", domain, ticks: linearTicks(domain), format: plain, label };
}
