// One thread of a Monte Carlo run: simulates the chunks that it is sent, until null.

import { parentPort, workerData } from "node:worker_threads";
import { loadCore } from "./core.mjs";

const core = await loadCore();

parentPort.on("message", (index) => {
  if (index === null) return parentPort.close();
  const start = process.hrtime.bigint();
  const outcome = core.monte_carlo_chunk(workerData, index);
  const elapsed = Number(process.hrtime.bigint() - start);
  if (!outcome.ok) throw new Error(outcome.error.message);
  parentPort.postMessage({ index, tally: outcome.value, elapsed });
});
