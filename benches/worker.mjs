// Times the core where the page runs it: in a dedicated worker of the browser.

import init, * as core from "/pkg/mi_bounds.js";

function median(times) {
  return times.sort((a, b) => a - b)[times.length >> 1];
}

/** Median milliseconds of a call. Browsers round their clock, so calls are timed in batches. */
function time(call, { batch = 20, batches = 15 } = {}) {
  const once = () => {
    const start = performance.now();
    for (let i = 0; i < batch; i++) call();
    return (performance.now() - start) / batch;
  };
  // An engine compiles twice; only the second result is the speed that a page has after a moment.
  for (const start = performance.now(); performance.now() - start < 500; ) once();
  return median(Array.from({ length: batches }, once));
}

function value(outcome) {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}

function nanosecondsPerStep(options) {
  const { chunks, num_steps } = value(core.monte_carlo_plan(options));
  const times = [];
  for (let index = 0; index + 1 < chunks; index++) {
    const start = performance.now();
    const { samples } = value(core.monte_carlo_chunk(options, index));
    times.push(((performance.now() - start) * 1e6) / (samples * num_steps));
  }
  return median(times);
}

addEventListener("message", async ({ data }) => {
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
  const samples = 20 * value(core.monte_carlo_plan(data.monte_carlo)).samples_per_chunk;
  postMessage({ advantage, nanoseconds_per_step: nanosecondsPerStep({ ...data.monte_carlo, samples }) });
});
