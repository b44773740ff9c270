// Advantages that attacks found, against what is proved of each setting.
import type { ExperimentResult, SettingResult } from "../../../src/boundary/wasm/core";
import { atMost, sideInWords } from "../../words/figure";
import {
  advantageInWords,
  attackInWords,
  attackLines,
  type Bound,
  boundInWords,
  parameterInWords,
  settingInWords,
} from "../../words/laboratory";
import { strokeOf } from "./curves";
import {
  advantageAxis,
  DASHES,
  look,
  numbered,
  type ObservedChart,
  type ObservedMarks,
  type ProvedLine,
  places,
  pointOf,
} from "./observed";

function bounds({ proved, bound }: SettingResult): Bound[] {
  return [...proved, ...(bound ? [{ relation: null, advantage: bound }] : [])];
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

function settingSays(setting: SettingResult): string {
  const proved = bounds(setting).map(
    ({ relation, advantage }) => `${boundInWords(relation)} ${sideInWords(advantage)}`,
  );
  const found = setting.attacks
    .filter(({ trials }) => trials > 0)
    .map((attack) => `${attackInWords(attack)} ${advantageInWords(attack.advantage)}`);
  return `${settingInWords(setting)}: ${[...proved, ...found].join(", ") || "nothing yet"}`;
}
