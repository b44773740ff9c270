// What experiments measured and recorded beside attacks.
import type { ExperimentResult, Measure, SettingResult } from "../../../src/boundary/wasm/core";
import { advantageInWords, measureInWords, parameterInWords, settingInWords } from "../../words/laboratory";
import { rounded } from "../../words/number";
import { linearAxis, plain } from "./axes";
import { DASHES, look, measureAxis, type ObservedChart, places, pointOf } from "./observed";

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
