// Accuracy against advantage: which trainings no other beats in both.
import type { ExperimentResult, Figure, Proved, SettingResult } from "../../src/boundary/wasm/core";
import { atMost } from "./figure";
import { settingInWords } from "./laboratory";
import { rounded } from "./number";

/** One training: how often it is right about new records, and the most that any attacker has against it. */
export interface TradeOffPoint {
  setting: SettingResult;
  accuracy: Figure;
  proved: Proved;
  /** Another has at least its accuracy at no more advantage, and more of one of them. */
  beaten: boolean;
}

/** By the certified advantage, the least first; empty while nothing was trained, and in other experiments. */
export function tradeOff({ experiment, settings }: ExperimentResult): TradeOffPoint[] {
  if (experiment !== "trade_off") return [];
  const found = settings.flatMap((setting) => {
    const accuracy = setting.measures.find(({ name }) => name === "test_accuracy")?.mean;
    const [proved] = setting.proved;
    return accuracy && proved && setting.trainings > 0 ? [{ setting, accuracy, proved }] : [];
  });
  const beats = (a: (typeof found)[number], b: (typeof found)[number]) => {
    const right = a.accuracy.estimate - b.accuracy.estimate;
    const safe = atMost(b.proved.advantage) - atMost(a.proved.advantage);
    return right >= 0 && safe >= 0 && right + safe > 0;
  };
  return found
    .map((point) => ({ ...point, beaten: found.some((other) => beats(other, point)) }))
    .sort((a, b) => atMost(a.proved.advantage) - atMost(b.proved.advantage));
}

/** Longer lists are left to the table. */
const MOST_LISTED = 6;

/** Empty for a single training. */
export function unbeatenInWords(points: readonly TradeOffPoint[]): string {
  if (points.length < 2) return "";
  const best = points.filter(({ beaten }) => !beaten);
  const listed = best.map(
    ({ setting, accuracy, proved }) =>
      `${settingInWords(setting)} (mean accuracy ${rounded(accuracy.estimate, 3)}, advantage at most ${rounded(atMost(proved.advantage), 3, "up")})`,
  );
  const which = listed.length > MOST_LISTED ? "the table names them" : listed.join("; ");
  return `Of ${points.length} trainings, ${best.length} ${best.length === 1 ? "is" : "are"} beaten by no other that has at least the accuracy at no more certified advantage: ${which}.`;
}
