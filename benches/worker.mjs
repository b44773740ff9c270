// Times the core where the page runs it: in a dedicated worker of the browser.

import init, * as core from "/pkg/mi_bounds.js";
import { median } from "./spread.mjs";

/** Set for a run that only shows that everything runs. */
let quick = false;

/** Milliseconds of a call, repeated. Browsers round their clock, so calls are timed in batches. */
function time(call, { batch = 20, batches = 15 } = {}) {
  if (quick) [batch, batches] = [1, 1];
  const once = () => {
    const start = performance.now();
    for (let i = 0; i < batch; i++) call();
    return (performance.now() - start) / batch;
  };
  // An engine compiles twice; only the second result is the speed that a page has after a moment.
  for (const start = performance.now(); !quick && performance.now() - start < 500; ) once();
  return Array.from({ length: batches }, once);
}

function value(outcome) {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}

const ESTIMATORS = ["algorithm_1", "antithetic", "control_variate", "antithetic_control_variate", "mixture"];
const timedChunks = () => (quick ? 1 : 20);

/** Nanoseconds for a step of a training, and how much variance times time an estimator needs beside Algorithm 1. */
function estimators(run) {
  const whole = ESTIMATORS.map((estimator) => timedEstimator({ ...run, estimator }));
  const plain = whole[0];
  return whole.map(({ product, ...rest }) => ({ ...rest, worth: plain.product / product }));
}

function timedEstimator(options) {
  const chunks = (count) => Array.from({ length: count }, (_, i) => i);
  const { samples_per_chunk } = value(core.monte_carlo_plan(options));
  const timed = { ...options, samples: timedChunks() * samples_per_chunk };
  const simulation = value(core.Simulation.of(timed));
  const { num_steps } = simulation.plan();
  const times = [];
  const tallies = chunks(timedChunks() + 1).map((index) => {
    const start = performance.now();
    const tally = simulation.chunk(index);
    if (index > 0) times.push(((performance.now() - start) * 1e6) / (samples_per_chunk * num_steps));
    return tally;
  });
  const { standard_error, samples } = value(simulation.result(simulation.sum(tallies)));
  const product = standard_error ** 2 * samples * median(times);
  return { estimator: options.estimator, nanoseconds: times, product };
}

/** Nanoseconds for a step where the losses of members are counted, too. */
function countedStep(run) {
  return timedEstimator({ ...run, histogram: true }).nanoseconds;
}

/** What the page asks for while a slider moves and when it is asked backwards. */
function questions(run) {
  const { noise_multiplier, ...rest } = run;
  const values = Array.from({ length: 200 }, (_, i) => noise_multiplier * 4 ** (i / 199));
  const schedule = Array.from({ length: 1000 }, (_, i) => [1 + i / 1000, 0.001 + i * 1e-5, 10]);
  const solve = { ...rest, solve_for: "noise_multiplier" };
  const once = { batch: 1, batches: 9 };
  return {
    "ROC of 200 points to FPR 1e-6": time(() => value(core.training({ ...run, fpr: [], roc_points: 200 })), {
      batch: 3,
    }),
    "epsilon at delta 1e-5": time(() => value(core.training({ ...run, fpr: [], target_delta: 1e-5 })), { batch: 5 }),
    "noise for advantage 0.1": time(() => value(core.calibrate({ ...solve, target: { advantage: 0.1 } })), once),
    "noise for TPR 0.01 at FPR 1e-3": time(
      () => value(core.calibrate({ ...solve, target: { tpr: 0.01, fpr: 1e-3 } })),
      once,
    ),
    "noise for epsilon 2 at delta 1e-5": time(
      () => value(core.calibrate({ ...solve, target: { epsilon: 2, target_delta: 1e-5 } })),
      once,
    ),
    "advantage at 200 values of the noise": time(
      () => value(core.sweep({ ...rest, quantity: "advantage", over: "noise_multiplier", values })),
      once,
    ),
    "advantage of 1000 distinct phases": time(() => value(core.training({ history: schedule, fpr: [] })), once),
  };
}

/** What the Audit view asks for: results of each form, and a plan. */
function audits(run) {
  const once = { batch: 1, batches: 9 };
  const counts = { true_positives: 60, positives: 1000, false_positives: 10, negatives: 1000 };
  const rows = quick ? 1e4 : 1e6;
  const table = scoresOf(rows);
  const reader = () => {
    const reading = new core.ScoreReader({});
    for (let at = 0; at < table.length; at += 65536) reading.push(table.subarray(at, at + 65536));
    value(reading.finish());
    return reading;
  };
  const scores = reader();
  const results = {
    "audit of counts, with the noise that still fits": time(() => value(core.audit({ ...run, ...counts })), once),
    "audit of counts against a guarantee": time(() => value(core.audit({ epsilon: 1, delta: 1e-5, ...counts })), once),
    "audit of 1e5 canaries": time(
      () => value(core.audit({ ...run, canaries: 1e5, guesses: 1e4, correct: 5500, target_delta: 1e-5 })),
      once,
    ),
    "1e6 scores read": time(() => reader().free(), { batch: 1, batches: 3 }),
    "1e6 scores audited": time(() => value(scores.audit(run)), once),
    "plan of an audit": time(() => value(core.audit_plan(run)), once),
  };
  scores.free();
  return results;
}

/** Scores of members and non-members, by turns, as a file. */
function scoresOf(rows) {
  const lines = Array.from({ length: rows }, (_, i) => {
    const score = Math.sin(i * 12.9898) * 2 + Math.cos(i * 78.233) + 0.05 * (i % 2);
    return `${i % 2},${score.toFixed(9)}`;
  });
  return new TextEncoder().encode(`member,score\n${lines.join("\n")}\n`);
}

/** Milliseconds of a training of the laboratory, with the attacks on it: the first unit is not counted. */
function timedTraining(options) {
  const experiment = value(core.Experiment.of({ ...options, seed: 7 }));
  const first = experiment.unit(0);
  const [{ trainings }] = value(experiment.result(first)).settings;
  const times = Array.from({ length: quick ? 1 : 3 }, (_, i) => {
    const start = performance.now();
    experiment.unit(i + 1);
    return (performance.now() - start) / trainings;
  });
  experiment.free();
  return times;
}

/** Of a pool that is half members; a fifth of the table is for tests. */
function network({ records, features, classes, ...run }) {
  const members = quick ? 40 : records;
  const names = Array.from({ length: features }, (_, i) => `x${i}`);
  const lines = Array.from({ length: Math.ceil(2.5 * members) }, (_, row) => {
    const numbers = names.map((_, i) => (Math.sin(row * 12.9898 + i * 78.233) * 2).toFixed(4));
    return [`c${row % classes}`, ...numbers].join();
  });
  const table = `class,${names.join()}\n${lines.join("\n")}\n`;
  const { noise_multiplier, ...rest } = run;
  const options = { experiment: "trade_off", table, label: "class", dataset_size: 2 * members, trainings: 5 };
  return timedTraining({ ...options, ...rest, noise_multiplier: [noise_multiplier] });
}

function oneHot({ noise_multiplier, ...run }) {
  const size = quick ? { dimension: 2000, num_steps: 5 } : {};
  const options = { experiment: "one_hot", noise_multiplier: [noise_multiplier], trainings: 1000 };
  return timedTraining({ ...options, ...run, ...size });
}

/** The same run, shorter and longer: the cost must not grow with the steps. */
function flatness(run) {
  return [100, 1e4, 1e6, 1e9].map((num_steps) => {
    const certified = () => value(core.training({ ...run, num_steps, fpr: [] })).advantage;
    return [num_steps, time(certified, { batch: 5, batches: 9 })];
  });
}

addEventListener("message", async ({ data }) => {
  quick = data.quick;
  await init();
  const advantage = data.advantage.map((run) => {
    const certified = () => value(core.training({ ...run, fpr: [] })).advantage;
    const whole = { ...run, target_delta: 1e-5, roc_points: 200 };
    const { lower, upper } = certified();
    return {
      milliseconds: time(certified),
      everything_milliseconds: time(() => value(core.training(whole)), { batch: 3 }),
      estimate: certified().estimate,
      width: upper - lower,
    };
  });
  const [run] = data.advantage;
  postMessage({
    advantage,
    questions: { ...questions(run), ...audits(run) },
    flatness: flatness(run),
    monte_carlo: estimators(data.monte_carlo),
    counted_step: countedStep(data.monte_carlo),
    trainings: { network: network(data.network), one_hot: oneHot(data.one_hot) },
    library_version: value(core.training({ ...run, fpr: [] })).library_version,
    machine: { cores: navigator.hardwareConcurrency, user_agent: navigator.userAgent },
  });
});
