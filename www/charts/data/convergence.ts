// The running estimate with its band against the number of trainings, as points.
import type { CoursePoint } from "../../answers/simulation-run";
import type { Series } from "./curves";

/** The start of a run is hundreds of times wider than its end: only so many decades are shown. */
const SHOWN_RATIO = 1000;

export function convergenceSeries(points: readonly CoursePoint[]): Series[] {
  const last = points.at(-1);
  if (!last) return [];
  const shown = points.filter(({ samples }) => samples >= last.samples / SHOWN_RATIO);
  return [
    {
      name: "",
      points: shown.map(({ samples, lower, estimate, upper }) => ({ x: samples, lower, middle: estimate, upper })),
    },
  ];
}
