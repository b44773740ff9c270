// A Monte Carlo run: chunks across worker threads, tallies added up in the order of the chunks.

import { inThreads, threadsOf } from "./threads.mjs";

/** Resolves to an Outcome, like the functions of the core. */
export async function monteCarlo(core, { workers, ...options }) {
  const threads = threadsOf(workers);
  if (!threads.ok) return threads;
  const made = core.Simulation.of(options);
  if (!made.ok) return made;
  const simulation = made.value;

  const { chunks, looks } = simulation.plan();
  const narrow = (tally) => options.width != null && simulation.result(tally).value?.width_reached === true;
  const prefix = new Prefix(simulation, looks, narrow);
  const take = (index, reply) => {
    prefix.take(index, reply);
    return prefix.complete;
  };
  const entry = new URL("./monte-carlo-worker.mjs", import.meta.url);
  await inThreads({ entry, options, pieces: chunks, threads: threads.value, take });
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
