// What experiments have shown beside what is proved: lines with bands, and points with their intervals.
import type { Curve, ExperimentResult, Figure, Measure, SettingResult } from "../../../src/boundary/wasm/core";
import { atMost, sideInWords } from "../../words/figure";
import {
  advantageInWords,
  attackInWords,
  attackLines,
  type Bound,
  boundInWords,
  measureInWords,
  parameterInWords,
  settingInWords,
} from "../../words/laboratory";
import { percent, rounded } from "../../words/number";
import { tradeOff } from "../../words/trade-off";
import { type Axis, linearAxis, linearTicks, logAxis, plain, rate, rateAxis } from "./axes";
import { type CurvePoint, points, strokeOf } from "./curves";

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

const DASHES = ["none", "8 4", "2 3"];
const STROKES = ["--estimate", "--other", "--lower", "--upper", "--formula", "--blind"].map((name) => `var(${name})`);
const SYMBOLS: ObservedSymbol[] = ["circle", "square", "triangle", "diamond", "star", "wye", "plus", "times"];

function look(i: number): { stroke: string; symbol: ObservedSymbol } {
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

function places(settings: readonly SettingResult[]): Places {
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
function numbered(settings: readonly SettingResult[], { format }: Axis): string {
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

function bounds({ proved, bound }: SettingResult): Bound[] {
  return [...proved, ...(bound ? [{ relation: null, advantage: bound }] : [])];
}

const LEAST_ADVANTAGE = -0.25;

/** An axis from 0, or below where points are, up to what is there. */
function advantageAxis(values: number[], label: string): Axis {
  const least = Math.max(LEAST_ADVANTAGE, Math.min(0, ...values));
  const most = Math.min(1, Math.max(0.01, ...values) * 1.05);
  return linearAxis([least, most], label);
}

/** Advantages against the settings; `between` knows what is proved at more of them. */
export function advantageChart(result: ExperimentResult, between: ExperimentResult | null = null): ObservedChart {
  const { settings } = result;
  const { axis, at } = places(settings);
  const relations = [...new Set(settings.flatMap(bounds).map(({ relation }) => relation))];
  const lines = relations.map((relation, i): ProvedLine => {
    const found = (between?.settings ?? settings).flatMap((setting, place) => {
      const figure = bounds(setting).find((one) => one.relation === relation)?.advantage;
      return figure ? [{ x: between ? setting.value : at(place), figure }] : [];
    });
    return {
      name: boundInWords(relation),
      stroke: strokeOf(found[0]?.figure.kind),
      dash: DASHES[i % DASHES.length] ?? "none",
      points: found
        .map(({ x, figure }) => ({ x, lower: figure.lower ?? figure.estimate, upper: atMost(figure) }))
        .sort((a, b) => a.x - b.x),
    };
  });
  const attacks = attackLines(result);
  const marks = attacks.map(({ name, at: found }, i): ObservedMarks => {
    const points = found.flatMap(({ setting, attack }) =>
      attack.trials > 0 ? [pointOf(at(settings.indexOf(setting), i, attacks.length), setting, attack.advantage)] : [],
    );
    return { name, ...look(i), points };
  });
  const ys = [
    ...lines.flatMap((line) => line.points.map(({ upper }) => upper)),
    ...marks.flatMap(({ points }) => points.flatMap(({ low, high }) => [low, high])),
  ];
  const stops = settings.map((setting, place) => ({ x: at(place), says: settingSays(setting) }));
  return {
    caption: `Advantage against ${parameterInWords(settings)}`,
    summary:
      "Lines are what is proved; points are what attacks found here, with the interval that holds at any moment. An attack that a line is for lies below it, up to chance." +
      numbered(settings, axis),
    x: axis,
    y: advantageAxis(ys, "advantage"),
    lines,
    marks,
    boxes: false,
    stops: stops.sort((a, b) => a.x - b.x),
  };
}

function pointOf(x: number, { value }: SettingResult, { estimate, lower, upper }: Figure): ObservedPoint {
  const [low, high] = [lower ?? estimate, upper ?? estimate];
  return { x, y: estimate, left: x, right: x, low, high, exact: [value, value, value, estimate, low, high] };
}

function settingSays(setting: SettingResult): string {
  const proved = bounds(setting).map(
    ({ relation, advantage }) => `${boundInWords(relation)} ${sideInWords(advantage)}`,
  );
  const found = setting.attacks
    .filter(({ trials }) => trials > 0)
    .map((attack) => `${attackInWords(attack)} ${advantageInWords(attack.advantage)}`);
  return `${settingInWords(setting)}: ${[...proved, ...found].join(", ") || "nothing yet"}`;
}

/** Where both axes begin if no point asks for less, and from where on they are linear. */
const USUAL_RATE = 1e-2;
const LARGE_RATE = 0.03;

/** Rates of the attacks on one setting. */
export function rocChart(setting: SettingResult): ObservedChart {
  const seen = setting.attacks.flatMap(({ points }) =>
    points.flatMap(({ fpr, fpr_interval: [low] }) => (fpr > 0 ? [low > 0 ? Math.max(low, fpr / 10) : fpr] : [])),
  );
  const linear = seen.length > 0 && Math.min(...seen) > LARGE_RATE;
  const least = linear ? 0 : 10 ** Math.floor(Math.log10(Math.min(USUAL_RATE, ...seen)) + 1e-9);
  const axis = (label: string) => (linear ? linearAxis([0, 1], label, rate) : rateAxis([least, 1], label));
  // A log axis has no zero: what lies below its end is drawn there.
  const drawn = (share: number) => Math.max(share, least);
  const lines = setting.proved.map(
    ({ relation, roc, advantage }, i): ProvedLine => ({
      name: boundInWords(relation),
      stroke: strokeOf(advantage.kind),
      dash: DASHES[i % DASHES.length] ?? "none",
      points: points(roc as Curve).filter(({ x }) => x >= least * (1 - 1e-9)),
    }),
  );
  const marks = setting.attacks.map(
    (attack, i): ObservedMarks => ({
      name: attackInWords(attack),
      ...look(i),
      points: attack.points.map(({ fpr, tpr, fpr_interval, tpr_interval }) => ({
        x: drawn(fpr),
        y: drawn(tpr),
        left: drawn(fpr_interval[0]),
        right: drawn(fpr_interval[1]),
        low: drawn(tpr_interval[0]),
        high: drawn(tpr_interval[1]),
        exact: [fpr, ...fpr_interval, tpr, ...tpr_interval],
      })),
    }),
  );
  const stops = setting.attacks.flatMap((attack) =>
    attack.points.map(({ fpr, fpr_interval, tpr, tpr_interval }) => ({
      x: drawn(fpr),
      says: `${attackInWords(attack)}: FPR ${rateInWords(fpr, fpr_interval)}, TPR ${rateInWords(tpr, tpr_interval)}`,
    })),
  );
  return {
    caption: `Rates at ${settingInWords(setting)}`,
    summary:
      "Each box holds the true rates of one threshold, each side with the stated confidence. No attack that a line is for lies above it, up to chance.",
    x: axis("others wrongly named (FPR)"),
    y: axis("members found (TPR)"),
    lines,
    marks,
    boxes: true,
    stops: stops.sort((a, b) => a.x - b.x),
  };
}

function rateInWords(share: number, [low, high]: [number, number]): string {
  return `${percent(share, 3)} (${percent(low, 3, "down")} to ${percent(high, 3, "up")})`;
}

/** One chart for each thing that was measured; settings with names have a table alone. */
export function measureCharts({ settings }: ExperimentResult): ObservedChart[] {
  if (settings.some(({ label }) => label !== null)) return [];
  const names = [...new Set(settings.flatMap(({ measures }) => measures.map(({ name }) => name)))];
  const { axis, at } = places(settings);
  return names.map((name, i) => {
    const found = settings.flatMap((setting, place) => {
      const measure = setting.measures.find((one) => one.name === name);
      return measure && Number.isFinite(measure.mean.estimate) ? [{ setting, place, measure }] : [];
    });
    const points = found.map(({ setting, place, measure }) => pointOf(at(place), setting, measure.mean));
    return {
      caption: `${measureInWords(name)} against ${parameterInWords(settings)}`,
      summary: "The mean over the trainings, with its interval.",
      x: axis,
      y: measureAxis(points, measureInWords(name)),
      lines: [],
      marks: [{ name: measureInWords(name), ...look(i), points }],
      boxes: false,
      stops: found
        .map(({ setting, place, measure }) => ({ x: at(place), says: measureSays(setting, measure) }))
        .sort((a, b) => a.x - b.x),
    };
  });
}

function measureSays(setting: SettingResult, { name, mean }: Measure): string {
  return `${settingInWords(setting)}: ${measureInWords(name)} ${advantageInWords(mean)}`;
}

/** One chart for each thing that was recorded from step to step, with a line for each setting. */
export function stepCharts({ settings }: ExperimentResult): ObservedChart[] {
  const names = [...new Set(settings.flatMap(({ series }) => series.map(({ name }) => name)))];
  return names.map((name) => {
    const found = settings.flatMap((setting) => {
      const one = setting.series.find((series) => series.name === name);
      return one && one.steps.length > 0 ? [{ setting, ...one }] : [];
    });
    const values = found.flatMap(({ means }) => means);
    const last = Math.max(...found.flatMap(({ steps }) => steps));
    return {
      caption: `${measureInWords(name)} by step`,
      summary: "The mean over the trainings, at each step that was recorded.",
      x: linearAxis([0, last], "step", plain),
      y: linearAxis([0, Math.max(...values, Number.MIN_VALUE) * 1.05], measureInWords(name)),
      lines: found.map(({ setting, steps, means }, i) => ({
        name: settingInWords(setting),
        stroke: look(i).stroke,
        dash: DASHES[i % DASHES.length] ?? "none",
        points: steps.map((x, at) => ({ x, lower: means[at] ?? 0, upper: means[at] ?? 0 })),
      })),
      marks: [],
      boxes: false,
      stops: (found[0]?.steps ?? []).map((x, at) => ({
        x,
        says: `Step ${x}: ${found.map(({ setting, means }) => `${settingInWords(setting)} ${rounded(means[at] ?? Number.NaN, 4)}`).join(", ")}`,
      })),
    };
  });
}

/** Accuracy against the certified advantage; null in other experiments, and for a single training. */
export function tradeOffChart(result: ExperimentResult): ObservedChart | null {
  const found = tradeOff(result);
  if (found.length < 2) return null;
  const drawn = found.map(({ setting, accuracy, proved: { advantage }, beaten }) => {
    const [low, high] = [accuracy.lower ?? accuracy.estimate, accuracy.upper ?? accuracy.estimate];
    const [left, x] = [advantage.lower ?? advantage.estimate, atMost(advantage)];
    const exact = [x, left, x, accuracy.estimate, low, high];
    const says = `${settingInWords(setting)}: advantage at most ${rounded(x, 3, "up")}, accuracy ${advantageInWords(accuracy)}${beaten ? "; beaten by another" : ""}`;
    return { point: { x, y: accuracy.estimate, left, right: x, low, high, exact }, says, beaten };
  });
  const marks = (name: string, i: number, which: boolean): ObservedMarks => ({
    name,
    ...look(i),
    points: drawn.flatMap(({ point, beaten }) => (beaten === which ? [point] : [])),
  });
  const points = drawn.map(({ point }) => point);
  return {
    caption: "Test accuracy against the certified advantage",
    summary:
      "Each point is a training of the table. One is beaten if another has at least its mean accuracy at no more advantage. Where intervals overlap, more trainings may change which one is.",
    x: advantageAxis(
      points.map(({ x }) => x),
      "certified advantage",
    ),
    y: measureAxis(points, measureInWords("test_accuracy")),
    lines: [],
    marks: [marks("not beaten", 0, false), marks("beaten by another", 1, true)],
    boxes: false,
    stops: drawn.map(({ point, says }) => ({ x: point.x, says })),
  };
}

function measureAxis(points: readonly ObservedPoint[], label: string): Axis {
  const ys = points.flatMap(({ low, high, y }) => [low, high, y]).filter(Number.isFinite);
  if (ys.length === 0) return linearAxis([0, 1], label);
  const [least, most] = [Math.min(...ys), Math.max(...ys)];
  const pad = (most - least || Math.abs(most) || 1) / 10;
  const domain: [number, number] = [least - pad, most + pad];
  return { type: "linear", domain, ticks: linearTicks(domain), format: plain, label };
}
