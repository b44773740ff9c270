// Accuracy of what was trained, against what is certified of it.
import type { ExperimentResult, Figure } from "../../../src/boundary/wasm/core";
import { atMost, sideInWords } from "../../words/figure";
import { advantageInWords, measureInWords, settingInWords } from "../../words/laboratory";
import { rounded } from "../../words/number";
import { tradeOff } from "../../words/trade-off";
import { linearAxis } from "./axes";
import {
  advantageAxis,
  look,
  measureAxis,
  type ObservedChart,
  type ObservedMarks,
  type ObservedPoint,
} from "./observed";

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

/** Room beside the points on the axis of Bayes security, as a share of what they take. */
const ROOM = 0.1;

/** Accuracy against the Bayes security of the distances that were recorded; null in other experiments, and before anything
 * was trained. */
export function securityChart({ experiment, settings }: ExperimentResult): ObservedChart | null {
  if (experiment !== "instrumented") return null;
  const found = settings.flatMap((setting) => {
    const mean = (wanted: string) => setting.measures.find(({ name }) => name === wanted)?.mean;
    const [accuracy, security] = [mean("test_accuracy"), mean("bayes_security")];
    return accuracy && security && setting.trainings > 0 ? [{ setting, accuracy, security }] : [];
  });
  if (found.length === 0) return null;
  const point = (accuracy: Figure, security: Figure): ObservedPoint => {
    const [low, high] = [accuracy.lower ?? accuracy.estimate, accuracy.upper ?? accuracy.estimate];
    const x = security.estimate;
    return { x, y: accuracy.estimate, left: x, right: x, low, high, exact: [x, x, x, accuracy.estimate, low, high] };
  };
  const marks = found.map(
    ({ setting, accuracy, security }, i): ObservedMarks => ({
      name: settingInWords(setting),
      ...look(i),
      points: [point(accuracy, security)],
    }),
  );
  const points = marks.flatMap((mark) => mark.points);
  const xs = points.map(({ x }) => x);
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  const room = ROOM * (most - least || most || 1);
  return {
    caption: "Test accuracy against Bayes security",
    summary:
      "Each point is a training with one analysis of its gradients, with the interval of its mean accuracy. Bayes security is 1 where an attacker learns nothing; here it is the closed form, an approximation, of the largest distances that were recorded.",
    x: linearAxis([Math.max(0, least - room), Math.min(1, most + room)], "Bayes security β*, closed form"),
    y: measureAxis(points, measureInWords("test_accuracy")),
    lines: [],
    marks,
    boxes: false,
    stops: found
      .map(({ setting, accuracy, security }, i) => ({
        x: xs[i] ?? 0,
        says: `${settingInWords(setting)}: Bayes security ${sideInWords(security)}, accuracy ${advantageInWords(accuracy)}`,
      }))
      .sort((a, b) => a.x - b.x),
  };
}
