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
  const made = core.Simulation.of(options);
  if (!made.ok) return made;
  const simulation = made.value;

  const { chunks, looks } = simulation.plan();
  const narrow = (tally) => options.width != null && simulation.result(tally).value?.width_reached === true;
  const prefix = new Prefix(simulation, looks, narrow);
  await simulate(options, chunks, Math.min(count, chunks), prefix);
  const result = simulation.result(prefix.tally);
  if (!result.ok) return result;
  const nanoseconds_per_step = prefix.nanoseconds / simulation.steps_behind(prefix.tally);
  return { ok: true, value: { ...result.value, nanoseconds_per_step } };
}

/** The sum of the first chunks, whatever order they come in; complete at the last look, or the first that is narrow. */
class Prefix {
  tally = null;
  nanoseconds = 0;
  complete = false;
  added = 0;
  waiting = new Map();

  constructor(simulation, looks, narrow) {
    this.simulation = simulation;
    this.looks = new Set(looks);
    this.last = looks.at(-1);
    this.narrow = narrow;
  }

  take(index, reply) {
    this.waiting.set(index, reply);
    while (!this.complete && this.waiting.has(this.added)) {
      const { tally, elapsed } = this.waiting.get(this.added);
      this.waiting.delete(this.added++);
      this.tally = this.simulation.sum(this.tally ? [this.tally, tally] : [tally]);
      this.nanoseconds += elapsed;
      this.complete = this.added === this.last || (this.looks.has(this.added) && this.narrow(this.tally));
    }
  }
}

function simulate(options, chunks, count, prefix) {
  const threads = [];
  let next = 0;
  const work = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL("./monte-carlo-worker.mjs", import.meta.url), { workerData: options });
      threads.push(worker);
      const assign = () => worker.postMessage(next < chunks ? next++ : null);
      worker.on("message", ({ index, ...reply }) => {
        prefix.take(index, reply);
        if (prefix.complete) for (const thread of threads) void thread.terminate();
        else assign();
      });
      worker.on("error", reject);
      worker.on("exit", resolve);
      assign();
    });
  return Promise.all(Array.from({ length: count }, work));
}
