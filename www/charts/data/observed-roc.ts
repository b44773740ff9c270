// Rates of the attacks on one setting, against what is proved of it.
import type { Curve, SettingResult } from "../../../src/boundary/wasm/core";
import { attackInWords, boundInWords, settingInWords } from "../../words/laboratory";
import { percent } from "../../words/number";
import { linearAxis, rate, rateAxis } from "./axes";
import { points, strokeOf } from "./curves";
import { DASHES, look, type ObservedChart, type ObservedMarks, type ProvedLine } from "./observed";

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
