// Axes of the charts: where their ticks stand and how these read.
import { count, percent, superscript } from "../../words/number";

export interface Axis {
  type: "log" | "linear";
  domain: [number, number];
  ticks: number[];
  format: (value: number) => string;
  label: string;
}

/** Round values on a log axis, fewer of each decade where there are many. */
export function logTicks([least, most]: [number, number]): number[] {
  const first = Math.floor(Math.log10(least));
  const last = Math.ceil(Math.log10(most));
  const span = Math.log10(most / least);
  const mantissas = span > 3.2 ? [1] : span > 1.6 ? [1, 3] : [1, 2, 5];
  const stride = span > 8 ? 2 : 1;
  const ticks: number[] = [];
  for (let decade = first; decade <= last; decade += stride) {
    ticks.push(...mantissas.map((mantissa) => Number(`${mantissa}e${decade}`)));
  }
  return ticks.filter((tick) => tick >= least && tick <= most);
}

/** About five round values between the ends. */
export function linearTicks([least, most]: [number, number]): number[] {
  const rough = (most - least) / 5;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((mantissa) => mantissa * decade).find((size) => size >= rough) ?? rough;
  const ticks: number[] = [];
  for (let i = Math.ceil(least / step); i * step <= most * (1 + 1e-12); i++)
    ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}

export function logAxis(domain: [number, number], label: string, format = plain): Axis {
  return { type: "log", domain, ticks: logTicks(domain), format, label };
}

export function linearAxis(domain: [number, number], label: string, format = plain): Axis {
  return { type: "linear", domain, ticks: linearTicks(domain), format, label };
}

/** A log axis where the values spread over decades. */
export function spreadAxis(values: number[], label: string, format = plain): Axis {
  const known = values.filter((value) => Number.isFinite(value));
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if (known.length === 0) return linearAxis([0, 1], label, format);
  if (least > 0 && most / least > WIDEST_LINEAR) return logAxis([least / 1.2, most * 1.2], label, format);
  const pad = most - least || Math.abs(most) || 1;
  return linearAxis([least >= 0 ? Math.max(0, least - pad / 8) : least - pad / 8, most + pad / 8], label, format);
}

const WIDEST_LINEAR = 60;

export function plain(value: number): string {
  if (value !== 0 && Math.abs(value) < 1e-4) return power(value);
  return Math.abs(value) < 1e4 ? String(Number(value.toPrecision(3))) : count(value);
}

/** Below this, per cent has too many zeros to be read. */
const LEAST_PERCENT = 1e-6;

/** Rates as per cent, so that a chart writes them in one way; only what no usual axis reaches is a power of ten. */
export function rate(value: number): string {
  return value === 0 || value >= LEAST_PERCENT * (1 - 1e-9) ? plainPercent(value) : power(value);
}

/** "0.0001%". */
function plainPercent(value: number): string {
  return value > 0 && value * 100 < 1e-3 ? `${(value * 100).toFixed(4).replace(/0+$/, "")}%` : percent(value);
}

/** "10⁻⁵" or "3×10⁻⁵". */
function power(value: number): string {
  const exponent = Math.floor(Math.log10(Math.abs(value)) + 1e-9);
  const mantissa = Number((value / 10 ** exponent).toPrecision(1));
  const text = `10${superscript(exponent)}`;
  return mantissa === 1 ? text : `${mantissa}×${text}`;
}

/** The mean width of a letter of a label, and what stays free between two labels. */
const LETTER_WIDTH = 8;

/** As many labels as stand side by side in so many pixels without touching, evenly, the last one among them. */
export function labelled({ type, domain, ticks, format }: Axis, width: number): Axis["format"] {
  const place = type === "log" ? Math.log10 : Number;
  const [from, to] = domain.map(place) as [number, number];
  const at = (tick: number) => ((place(tick) - from) / (to - from)) * width;
  const reach = (tick: number) => ((format(tick).length + 1) * LETTER_WIDTH) / 2;
  const kept = (stride: number) => ticks.filter((_, i) => (ticks.length - 1 - i) % stride === 0);
  const crowded = (shown: number[]) =>
    shown.some((tick, i) => {
      const next = shown[i + 1];
      return next !== undefined && at(next) - at(tick) < reach(tick) + reach(next);
    });
  let stride = 1;
  while (crowded(kept(stride))) stride += 1;
  const shown = new Set(kept(stride));
  return (tick) => (shown.has(tick) ? format(tick) : "");
}

/** Ticks where a log axis of rates has one label each decade. */
export function rateAxis(domain: [number, number], label: string): Axis {
  const ticks = logTicks(domain).filter((tick) => domain[1] / domain[0] < 1000 || Number.isInteger(Math.log10(tick)));
  return { type: "log", domain, ticks, format: rate, label };
}
