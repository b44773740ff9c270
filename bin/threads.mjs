// Pieces of work across worker threads, in any order.

import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

const most = 64;

/** How many threads, or why it cannot be so many. */
export function threadsOf(workers) {
  const count = workers ?? Math.min(availableParallelism(), most);
  if (Number.isInteger(count) && count >= 1 && count <= most) return { ok: true, value: count };
  const message = `workers must be an integer in [1, ${most}], not ${JSON.stringify(workers)}`;
  return { ok: false, error: { code: "out_of_range", parameter: "workers", message } };
}

/** Resolves when all pieces are done, or as soon as `take` says that no more is needed. */
export function inThreads({ entry, options, pieces, threads: count, take }) {
  const threads = [];
  let next = 0;
  const work = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(entry, { workerData: options });
      threads.push(worker);
      const assign = () => worker.postMessage(next < pieces ? next++ : null);
      worker.on("message", ({ index, ...reply }) => {
        if (take(index, reply)) for (const thread of threads) void thread.terminate();
        else assign();
      });
      worker.on("error", reject);
      worker.on("exit", resolve);
      assign();
    });
  return Promise.all(Array.from({ length: Math.min(count, pieces) }, work));
}
