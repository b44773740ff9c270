// What the benches measured, line by line, beside the other accountants where these were asked.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../scripts/command.mjs";

/** `theirs` is null where nobody else was asked. */
export function report(settings, ours, theirs) {
  return [
    ...advantage(settings, ours, theirs),
    ...questions(ours),
    ...(theirs ? epsilon(ours, theirs) : []),
    ...monteCarlo(settings, ours, theirs),
    ...onThePage(settings, ours),
    ...sizes(),
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
      `    mi-bounds ${milliseconds.toFixed(3)} ms   ${estimate} (width ${width.toExponential(1)})`,
      `    with ROC of 200 points and epsilon ${everything_milliseconds.toFixed(3)} ms`,
      ...(peer
        ? [
            `    riskcal   ${peer.milliseconds.toFixed(0)} ms   ${peer.estimate}`,
            `    ratio     ${(peer.milliseconds / milliseconds).toFixed(0)}`,
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
    ...Object.entries(ours.questions).map(([name, milliseconds]) => row(milliseconds.toFixed(2), "ms", name)),
    "  certified advantage by number of steps",
    ...ours.flatness.map(([steps, milliseconds]) =>
      row(milliseconds.toFixed(2), "ms", `${steps.toExponential()} steps`),
    ),
  ];
}

function epsilon(ours, theirs) {
  const rows = theirs.epsilon.map(({ tool, milliseconds, estimate }) => {
    const ratio = milliseconds / ours.questions["epsilon at delta 1e-5"];
    return row(milliseconds.toFixed(0), "ms", `${tool}, ${estimate}, ratio ${ratio.toFixed(0)}`);
  });
  return ["", "Epsilon at delta 1e-5 of the first setting, other accountants in the same run", ...rows];
}

function monteCarlo(settings, ours, theirs) {
  const { noise_multiplier, sample_rate, num_steps } = settings.monte_carlo;
  const [plain] = ours.monte_carlo;
  const step = theirs?.monte_carlo.nanoseconds_per_step;
  return [
    "",
    `Monte Carlo, one core, nanoseconds for a step of a training (noise ${noise_multiplier}, rate ${sample_rate}, steps ${num_steps})`,
    ...ours.monte_carlo.map(({ estimator, nanoseconds, worth }) =>
      row(
        nanoseconds.toFixed(2),
        "ns",
        `${estimator}, variance for the time ${worth.toFixed(2)} times less than Algorithm 1`,
      ),
    ),
    row(ours.counted_step.toFixed(2), "ns", "with the losses of members counted, as on the page"),
    ...(step ? [row(step.toFixed(1), "ns", `NumPy, Algorithm 1, ratio ${(step / plain.nanoseconds).toFixed(1)}`)] : []),
  ];
}

function onThePage(settings, ours) {
  const rows = ours.page.map(({ workers, seconds, predicted, trainings_a_second, longest_task }) => {
    const pace = `${trainings_a_second.toFixed(0)} trainings a second`;
    const longest = longest_task === 0 ? "none above 50 ms" : `${longest_task.toFixed(0)} ms`;
    return `    ${workers}: ${seconds.toFixed(1)} s (predicted ${predicted.toFixed(1)} s), ${pace}, longest task of the page's thread ${longest}`;
  });
  return [`  ${settings.monte_carlo_page.samples} trainings on the page, by the number of workers`, ...rows];
}

function sizes() {
  const files = readdirSync(join(root, "dist"), { recursive: true, withFileTypes: true }).filter((f) => f.isFile());
  let [wasm, rest] = [0, 0];
  // A browser loads one of both builds.
  for (const file of files) {
    const bytes = gzipSync(readFileSync(join(file.parentPath ?? file.path, file.name))).length;
    if (file.name.endsWith(".wasm")) wasm = Math.max(wasm, bytes);
    else rest += bytes;
  }
  return ["", `Size: wasm ${kilobytes(wasm)}, all else ${kilobytes(rest)}`];
}

const row = (figure, unit, name) => `    ${figure.padStart(8)} ${unit}  ${name}`;
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB gzipped`;
