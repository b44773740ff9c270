// What the benches measured, as a list of named figures: what is kept in a file and compared with another.

import { spread } from "./spread.mjs";

/**
 * Which way is better is written beside a figure, so that a comparison need not know its name.
 *
 * @typedef {{ count: number, min: number, median: number, max: number }} Spread
 * @typedef {{ name: string, unit: string, better: "less" | "more", value: number, repetitions?: Spread }} Figure
 */

/**
 * `theirs` is null where nobody else was asked, `visits` where nobody visited.
 *
 * @returns {Figure[]}
 */
export function figures(settings, { ours, pages, sizes, theirs, visits }) {
  return [
    ...advantage(settings, ours, theirs),
    ...questions(ours),
    ...(theirs ? epsilon(ours, theirs) : []),
    ...monteCarlo(ours, theirs),
    ...trainings(ours, theirs),
    ...onThePage(pages),
    less("size, wasm, gzipped", "B", sizes.wasm),
    less("size, all else, gzipped", "B", sizes.rest),
    ...(visits ? visited(visits) : []),
    // What a clock was too coarse for has not been measured.
  ].filter(({ value }) => Number.isFinite(value));
}

/**
 * Each repetition of the run, on one worker and on two: rounds of both, one after the other.
 *
 * @param {{ workers: number, seconds: number }[]} pages
 */
export function speedUp(pages) {
  const [one, two] = [1, 2].map((count) => pages.filter(({ workers }) => workers === count));
  return one.map(({ seconds }, round) => seconds / two[round].seconds);
}

function advantage(settings, ours, theirs) {
  return settings.advantage.flatMap(({ noise_multiplier, sample_rate, num_steps }, i) => {
    const run = `noise ${noise_multiplier}, rate ${sample_rate}, steps ${num_steps}`;
    const { milliseconds, everything_milliseconds } = ours.advantage[i];
    const peer = theirs?.advantage[i];
    return [
      less(`advantage, ${run}`, "ms", milliseconds),
      less(`advantage with ROC of 200 points and epsilon, ${run}`, "ms", everything_milliseconds),
      ...(peer ? against("riskcal", `advantage, ${run}`, "ms", peer.milliseconds, milliseconds) : []),
    ];
  });
}

function questions(ours) {
  return [
    ...Object.entries(ours.questions).map(([name, milliseconds]) => less(name, "ms", milliseconds)),
    ...ours.flatness.map(([steps, milliseconds]) =>
      less(`advantage by number of steps, ${steps.toExponential()}`, "ms", milliseconds),
    ),
  ];
}

function epsilon(ours, theirs) {
  const name = "epsilon at delta 1e-5";
  return theirs.epsilon.flatMap(({ tool, milliseconds }) =>
    against(tool, name, "ms", milliseconds, ours.questions[name]),
  );
}

function monteCarlo(ours, theirs) {
  const step = "step of a training";
  return [
    ...ours.monte_carlo.flatMap(({ estimator, nanoseconds, worth }) => [
      less(`${step}, ${estimator}`, "ns", nanoseconds),
      more(`variance for the time against Algorithm 1, ${estimator}`, "ratio", worth),
    ]),
    less(`${step}, losses of members counted`, "ns", ours.counted_step),
    ...(theirs
      ? against(
          "NumPy",
          `${step}, algorithm_1`,
          "ns",
          theirs.monte_carlo.nanoseconds_per_step,
          ours.monte_carlo[0].nanoseconds,
        )
      : []),
  ];
}

/** The laboratory's trainings, by what is trained. */
export const TRAININGS = {
  network: "training of the default network",
  one_hot: "training on one-hot records, dimension 100000",
};

function trainings(ours, theirs) {
  return Object.entries(TRAININGS).flatMap(([name, words]) => [
    less(words, "ms", ours.trainings[name]),
    ...(theirs ? against("NumPy", words, "ms", theirs.trainings[name], ours.trainings[name]) : []),
  ]);
}

function onThePage(pages) {
  return [
    ...[1, 2].flatMap((count) => {
      const rounds = pages.filter(({ workers }) => workers === count);
      const of = (name) => rounds.map((round) => round[name]);
      const run = `simulation on the page, ${count} ${count === 1 ? "worker" : "workers"}`;
      return [
        less(`${run}, whole run`, "s", of("seconds")),
        less(`${run}, predicted`, "s", of("predicted").map(known)),
        more(`${run}, samples`, "1/s", of("samples_a_second")),
        less(`${run}, step of a training`, "ns", of("nanoseconds_per_step")),
        less(`${run}, longest task of the page's thread`, "ms", of("longest_task")),
      ];
    }),
    more("simulation on the page, 1 worker : 2 workers", "ratio", speedUp(pages)),
  ];
}

function visited({ load, slider }) {
  return [
    less("visit, example", "ms", load.example_ms),
    less("visit, first number", "ms", load.first_number_ms),
    less("visit, first number, slowest", "ms", load.slowest_ms),
    less("visit, longest task", "ms", load.longest_task_ms),
    less("visit, layout shift", "score", load.layout_shift),
    less("visit, loaded before the first number", "B", load.bytes_before),
    ...slider.map(({ at, longest_task_ms }) => less(`slider, longest task beside ${at}`, "ms", longest_task_ms)),
  ];
}

/** Another tool's time, and how many times ours it is. */
function against(tool, name, unit, theirs, ours) {
  const ratio = spread([theirs].flat()).median / spread([ours].flat()).median;
  return [less(`${tool}, ${name}`, unit, theirs), more(`${tool} : mi-bounds, ${name}`, "ratio", ratio)];
}

const known = (value) => value ?? Number.NaN;
const less = (name, unit, values) => figure(name, unit, "less", values);
const more = (name, unit, values) => figure(name, unit, "more", values);

/** One value, or those of several repetitions. */
function figure(name, unit, better, values) {
  if (!Array.isArray(values)) return { name, unit, better, value: values };
  const repetitions = spread(values);
  const once = { name, unit, better, value: repetitions.median };
  return values.length > 1 ? { ...once, repetitions } : once;
}
