// The certified interval of each setting, computed now, against the stored answers of other tools.
import type { Figure, Outcome, TrainingOptions, TrainingResult } from "../../src/boundary/wasm/core";
import { type PeerRow, QUANTITIES, type Quantity, type Setting, type Stored } from "./settings";

/** A distance, as a share of the value, that the rounding of the last digits explains. */
export const SAME = 1e-9;

/** Where a value lies: all quantities grow with the risk, so what is below understates it. */
export type Side = "inside" | "above" | "below" | "none";

export interface Answer extends PeerRow {
  side: Side;
  /** Distance to our interval as a share of our value; 0 inside, null without a value. */
  distance: number | null;
  /** Its value divided by ours. */
  factor: number | null;
}

export interface Line {
  setting: Setting;
  ours: Figure;
  answers: Answer[];
}

/** One quantity of all settings. */
export interface Table {
  quantity: Quantity;
  fpr?: number;
  lines: Line[];
}

export function options({ phases, neighboring_relation, target_delta }: Setting, fpr: number[]): TrainingOptions {
  return { history: phases, neighboring_relation, target_delta, fpr };
}

export interface Core {
  training(options: TrainingOptions): Outcome<TrainingResult>;
}

/** Our results by the name of the setting. */
export function computed(core: Core, { settings, fpr }: Stored): Map<string, TrainingResult> {
  return new Map(
    settings.map((setting) => {
      const outcome = core.training(options(setting, fpr));
      if (!outcome.ok) throw new Error(`${setting.id}: ${outcome.error.message}`);
      return [setting.id, outcome.value];
    }),
  );
}

export function tables(stored: Stored, results: Map<string, TrainingResult>): Table[] {
  const { settings, peers, fpr } = stored;
  const asked: Omit<Table, "lines">[] = [
    { quantity: "advantage" },
    { quantity: "epsilon" },
    ...fpr.map((rate) => ({ quantity: "tpr" as const, fpr: rate })),
  ];
  return asked.map((table) => ({
    ...table,
    lines: settings.map((setting) => {
      const result = results.get(setting.id);
      if (!result) throw new Error(`no result for ${setting.id}`);
      const rows = (peers.settings[setting.id]?.rows ?? []).filter(
        (row) => row.quantity === table.quantity && row.fpr === table.fpr,
      );
      const ours = figure(result, table);
      return { setting, ours, answers: rows.map((row) => compared(row, ours)) };
    }),
  }));
}

/** TPR is that of the symmetrised trade-off curve, which riskcal gives; at these rates both agree in nearly all settings. */
function figure(result: TrainingResult, { quantity, fpr }: Omit<Table, "lines">): Figure {
  const found =
    quantity === "tpr" ? result.symmetrised_tpr.find((one) => one.fpr === fpr) : result[quantity as "advantage"];
  if (!found) throw new Error(`no ${quantity}`);
  return found;
}

export function compared(row: PeerRow, ours: Figure): Answer {
  const { value } = row;
  if (value === null) return { ...row, side: "none", distance: null, factor: null };
  const [lower, upper] = [ours.lower ?? ours.estimate, ours.upper ?? ours.estimate];
  const gap = value < lower ? value - lower : Math.max(0, value - upper);
  const distance = gap / ours.estimate;
  const side = Math.abs(distance) <= SAME ? "inside" : gap < 0 ? "below" : "above";
  return { ...row, side, distance: side === "inside" ? 0 : distance, factor: value / ours.estimate };
}

export interface Summary {
  tool: string;
  quantity: Quantity;
  counts: Record<Side, number>;
  /** Of those below, how many by more than a hundredth. */
  farBelow: number;
  /** The smallest and the largest factor of those below and above. */
  lowest: number | null;
  highest: number | null;
  seconds: number | null;
}

/** One line for each tool and quantity that it can give. */
export function summaries({ peers }: Stored, all: Table[]): Summary[] {
  const answers = all.flatMap(({ lines }) => lines.flatMap((line) => line.answers));
  return peers.tools.flatMap(({ name }) =>
    QUANTITIES.flatMap((quantity) => {
      const own = answers.filter((answer) => answer.tool === name && answer.quantity === quantity);
      return own.length > 0 ? [{ tool: name, quantity, ...summary(own) }] : [];
    }),
  );
}

function summary(answers: Answer[]): Omit<Summary, "tool" | "quantity"> {
  const of = (side: Side) => answers.filter((answer) => answer.side === side);
  const factors = (side: Side) => of(side).map(({ factor }) => factor ?? 1);
  const seconds = answers.flatMap((answer) => answer.seconds ?? []).sort((a, b) => a - b);
  return {
    counts: {
      inside: of("inside").length,
      above: of("above").length,
      below: of("below").length,
      none: of("none").length,
    },
    farBelow: of("below").filter(({ distance }) => (distance ?? 0) < -0.01).length,
    lowest: of("below").length > 0 ? Math.min(...factors("below")) : null,
    highest: of("above").length > 0 ? Math.max(...factors("above")) : null,
    seconds: seconds[Math.floor(seconds.length / 2)] ?? null,
  };
}
