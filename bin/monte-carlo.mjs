// A Monte Carlo run: chunks across worker threads, tallies added up in the order of the chunks.

import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

const mostWorkers = 64;

/** Resolves to an Outcome, like the functions of the core. */
export async function monteCarlo(core, { workers, ...options }) {
  const count = workers ?? Math.min(availableParallelism(), mostWorkers);
  if (!Number.isInteger(count) || count < 1 || count > mostWorkers) {
    const message = `workers must be an integer in [1, ${mostWorkers}], not ${JSON.stringify(workers)}`;
    return { ok: false, error: { code: "out_of_range", parameter: "workers", message } };
  }
  const plan = core.monte_carlo_plan(options);
  if (!plan.ok) return plan;

  const { chunks, num_steps } = plan.value;
  const { tally, nanoseconds } = await simulate(options, chunks, Math.min(count, chunks));
  const result = core.monte_carlo_result(options, tally);
  if (!result.ok) return result;
  const steps = tally.samples * num_steps;
  return { ok: true, value: { ...result.value, nanoseconds_per_step: nanoseconds / steps } };
}

function simulate(options, chunks, count) {
  const tallies = new Array(chunks);
  let next = 0;
  let nanoseconds = 0;
  const work = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL("./monte-carlo-worker.mjs", import.meta.url), { workerData: options });
      const assign = () => worker.postMessage(next < chunks ? next++ : null);
      worker.on("message", ({ index, tally, elapsed }) => {
        tallies[index] = tally;
        nanoseconds += elapsed;
        assign();
      });
      worker.on("error", reject);
      worker.on("exit", resolve);
      assign();
    });
  return Promise.all(Array.from({ length: count }, work)).then(() => ({ tally: tallies.reduce(add), nanoseconds }));
}

function add(total, tally) {
  return {
    samples: total.samples + tally.samples,
    sum: total.sum + tally.sum,
    sum_of_squares: total.sum_of_squares + tally.sum_of_squares,
  };
}
