// What the benches measured, line by line, beside the other accountants where these were asked.

import { speedUp, TRAININGS } from "./figures.mjs";
import { median, spread } from "./spread.mjs";

/** `theirs` is null where nobody else was asked. */
export function report(settings, { ours, pages, sizes, theirs }) {
  return [
    ...advantage(settings, ours, theirs),
    ...questions(ours),
    ...(theirs ? epsilon(ours, theirs) : []),
    ...monteCarlo(settings, ours, theirs),
    ...trainings(ours, theirs),
    ...onThePage(settings, pages),
    "",
    `Size: wasm ${kilobytes(sizes.wasm)}, all else ${kilobytes(sizes.rest)}`,
    ...(theirs
      ? [`Against riskcal ${theirs.versions.riskcal}, NumPy ${theirs.versions.numpy}, Python in one thread`]
      : []),
  ];
}

function advantage(settings, ours, theirs) {
  const against = theirs ? ", against riskcal's get_advantage_for_dpsgd" : "";
  const lines = settings.advantage.flatMap(({ noise_multiplier, sample_rate, num_steps }, i) => {
    const { milliseconds, everything_milliseconds, estimate, width } = ours.advantage[i];
    const peer = theirs?.advantage[i];
    return [
      `  noise ${noise_multiplier}, rate ${sample_rate}, steps ${num_steps}`,
      `    mi-bounds ${median(milliseconds).toFixed(3)} ms   ${estimate} (width ${width.toExponential(1)})`,
      `    with ROC of 200 points and epsilon ${median(everything_milliseconds).toFixed(3)} ms`,
      ...(peer
        ? [
            `    riskcal   ${median(peer.milliseconds).toFixed(0)} ms   ${peer.estimate}`,
            `    ratio     ${(median(peer.milliseconds) / median(milliseconds)).toFixed(0)}`,
          ]
        : []),
    ];
  });
  return ["", `Certified advantage, median of a call in Chromium's worker${against}`, ...lines];
}

function questions(ours) {
  return [
    "",
    "Other questions about the first setting, median in the same worker",
    ...Object.entries(ours.questions).map(([name, milliseconds]) => row(median(milliseconds).toFixed(2), "ms", name)),
    "  certified advantage by number of steps",
    ...ours.flatness.map(([steps, milliseconds]) =>
      row(median(milliseconds).toFixed(2), "ms", `${steps.toExponential()} steps`),
    ),
  ];
}

function epsilon(ours, theirs) {
  const rows = theirs.epsilon.map(({ tool, milliseconds, estimate }) => {
    const ratio = median(milliseconds) / median(ours.questions["epsilon at delta 1e-5"]);
    return row(median(milliseconds).toFixed(0), "ms", `${tool}, ${estimate}, ratio ${ratio.toFixed(0)}`);
  });
  return ["", "Epsilon at delta 1e-5 of the first setting, other accountants in the same run", ...rows];
}

function monteCarlo(settings, ours, theirs) {
  const { noise_multiplier, sample_rate, num_steps } = settings.monte_carlo;
  const [plain] = ours.monte_carlo;
  const step = theirs ? median(theirs.monte_carlo.nanoseconds_per_step) : null;
  return [
    "",
    `Monte Carlo, one core, nanoseconds for a step of a training (noise ${noise_multiplier}, rate ${sample_rate}, steps ${num_steps})`,
    ...ours.monte_carlo.map(({ estimator, nanoseconds, worth }) =>
      row(
        median(nanoseconds).toFixed(2),
        "ns",
        `${estimator}, variance for the time ${worth.toFixed(2)} times less than Algorithm 1`,
      ),
    ),
    row(median(ours.counted_step).toFixed(2), "ns", "with the losses of members counted, as on the page"),
    ...(step
      ? [row(step.toFixed(1), "ns", `NumPy, Algorithm 1, ratio ${(step / median(plain.nanoseconds)).toFixed(1)}`)]
      : []),
  ];
}

function trainings(ours, theirs) {
  const rows = Object.entries(TRAININGS).flatMap(([name, words]) => {
    const peer = theirs ? median(theirs.trainings[name]) : null;
    const own = median(ours.trainings[name]);
    return [
      row(own.toFixed(1), "ms", words),
      ...(peer ? [row(peer.toFixed(1), "ms", `NumPy, ratio ${(peer / own).toFixed(2)}`)] : []),
    ];
  });
  return ["", "The laboratory, one core", ...rows];
}

function onThePage(settings, pages) {
  const { samples, num_steps } = settings.monte_carlo_page;
  const rows = [1, 2].map((count) => {
    const rounds = pages.filter(({ workers }) => workers === count);
    const of = (name) => rounds.map((round) => round[name]);
    const predicted = of("predicted").every((seconds) => seconds !== null)
      ? ` (predicted ${median(of("predicted")).toFixed(1)} s)`
      : "";
    const task = Math.max(...of("longest_task"));
    const longest = task === 0 ? "none above 50 ms" : `${task.toFixed(0)} ms`;
    return [
      `    ${count}: ${ranged(of("seconds"))} s${predicted}`,
      `${median(of("samples_a_second")).toFixed(0)} samples a second`,
      `${median(of("nanoseconds_per_step")).toFixed(2)} ns a step`,
      `longest task of the page's thread ${longest}`,
    ].join(", ");
  });
  return [
    `  The page's own run of ${samples} samples of ${num_steps} steps, by the number of workers, median of ${pages.length / 2}`,
    ...rows,
    `    1 worker : 2 workers ${ranged(speedUp(pages))}`,
  ];
}

/** The middle one, and what the others lie between. */
function ranged(values) {
  const { count, min, median, max } = spread(values);
  const range = count > 1 ? ` [${min.toFixed(2)}, ${max.toFixed(2)}]` : "";
  return `${median.toFixed(2)}${range}`;
}

const row = (figure, unit, name) => `    ${figure.padStart(8)} ${unit}  ${name}`;
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB gzipped`;
