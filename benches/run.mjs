// `npm run bench`: speed in the browser's worker against other accountants and NumPy on this machine in this run, and sizes.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { testBrowsers } from "../scripts/browsers.mjs";
import { buildWasm } from "../scripts/build-wasm.mjs";
import { announce, main, root, run } from "../scripts/command.mjs";
import { setUp } from "../scripts/setup.mjs";

const python = join(root, ".tools/peers/bin/python");
const RISKCAL = "1.5.1";
const PRV = "0.2.0";

async function peersPython() {
  if (existsSync(join(root, ".tools/peers", `${PRV}.installed`))) return;
  announce(`riskcal ${RISKCAL} (with dp_accounting), prv_accountant ${PRV} and NumPy in .tools/peers`, "60 s");
  const next = "install Python 3 with venv and check the network, delete .tools/peers, then run this again.";
  await run("python3", ["-m", "venv", join(root, ".tools/peers")], { next });
  await run(python, ["-m", "pip", "install", "--quiet", `riskcal==${RISKCAL}`, `prv-accountant==${PRV}`], { next });
  writeFileSync(join(root, ".tools/peers", `${PRV}.installed`), "");
}

function peers(settings) {
  const input = JSON.stringify(settings);
  const { stdout, stderr, status } = spawnSync(python, [join(root, "benches/peers.py")], { input, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
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
  return { wasm, rest };
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB gzipped`;

function report(settings, ours, theirs, size) {
  console.log(
    "\nCertified advantage, median of a call in Chromium's worker, against riskcal's get_advantage_for_dpsgd",
  );
  settings.advantage.forEach((setting, i) => {
    const { milliseconds, everything_milliseconds, estimate, width } = ours.advantage[i];
    const peer = theirs.advantage[i];
    const name = `noise ${setting.noise_multiplier}, rate ${setting.sample_rate}, steps ${setting.num_steps}`;
    console.log(`  ${name}`);
    console.log(`    mi-bounds ${milliseconds.toFixed(3)} ms   ${estimate} (width ${width.toExponential(1)})`);
    console.log(`    with ROC of 200 points and epsilon ${everything_milliseconds.toFixed(3)} ms`);
    console.log(`    riskcal   ${peer.milliseconds.toFixed(0)} ms   ${peer.estimate}`);
    console.log(`    ratio     ${(peer.milliseconds / milliseconds).toFixed(0)}`);
  });
  console.log("\nOther questions about the first setting, median in the same worker");
  for (const [name, milliseconds] of Object.entries(ours.questions)) {
    console.log(`    ${milliseconds.toFixed(2).padStart(8)} ms  ${name}`);
  }
  console.log("  certified advantage by number of steps");
  for (const [steps, milliseconds] of ours.flatness) {
    console.log(`    ${milliseconds.toFixed(2).padStart(8)} ms  ${steps.toExponential()} steps`);
  }
  console.log("\nEpsilon at delta 1e-5 of the first setting, other accountants in the same run");
  for (const { tool, milliseconds, estimate } of theirs.epsilon) {
    const ratio = milliseconds / ours.questions["epsilon at delta 1e-5"];
    console.log(`    ${milliseconds.toFixed(0).padStart(8)} ms  ${tool}, ${estimate}, ratio ${ratio.toFixed(0)}`);
  }
  reportMonteCarlo(settings, ours, theirs);
  console.log(`\nSize: wasm ${kilobytes(size.wasm)}, all else ${kilobytes(size.rest)}`);
  console.log(`Against riskcal ${RISKCAL}, NumPy ${theirs.versions.numpy}, Python in one thread`);
}

function reportMonteCarlo(settings, ours, theirs) {
  const step = theirs.monte_carlo.nanoseconds_per_step;
  const [plain] = ours.monte_carlo;
  const { noise_multiplier, sample_rate, num_steps } = settings.monte_carlo;
  console.log(
    `\nMonte Carlo, one core, nanoseconds for a step of a training (noise ${noise_multiplier}, rate ${sample_rate}, steps ${num_steps})`,
  );
  for (const { estimator, nanoseconds, worth } of ours.monte_carlo) {
    console.log(
      `    ${nanoseconds.toFixed(2).padStart(8)} ns  ${estimator}, variance for the time ${worth.toFixed(2)} times less than Algorithm 1`,
    );
  }
  console.log(`    ${ours.counted_step.toFixed(2).padStart(8)} ns  with the losses of members counted, as on the page`);
  console.log(
    `    ${step.toFixed(1).padStart(8)} ns  NumPy, Algorithm 1, ratio ${(step / plain.nanoseconds).toFixed(1)}`,
  );
  console.log(`  ${settings.monte_carlo_page.samples} trainings on the page, by the number of workers`);
  for (const { workers, seconds, predicted, trainings_a_second, longest_task } of ours.page) {
    const pace = `${trainings_a_second.toFixed(0)} trainings a second`;
    const guess = predicted === null ? "not predicted" : `predicted ${predicted.toFixed(1)} s`;
    const longest = longest_task === 0 ? "none above 50 ms" : `${longest_task.toFixed(0)} ms`;
    console.log(
      `    ${workers}: ${seconds.toFixed(1)} s (${guess}), ${pace}, longest task of the page's thread ${longest}`,
    );
  }
}

await main(async () => {
  const rust = await setUp();
  await buildWasm(rust);
  const { buildPage } = await import("../scripts/page.mjs");
  await buildPage();
  await peersPython();
  const { CHROMIUM_PATH } = await testBrowsers();
  const settings = JSON.parse(readFileSync(join(root, "benches/settings.json"), "utf8"));
  const { inBrowser, onPage } = await import("./browser.mjs");
  const ours = await inBrowser(CHROMIUM_PATH, settings);
  ours.page = [];
  for (const workers of [1, 2]) {
    ours.page.push({ workers, ...(await onPage(CHROMIUM_PATH, settings.monte_carlo_page, workers)) });
  }
  report(settings, ours, peers(settings), sizes());
});
