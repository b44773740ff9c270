// One thread of a Monte Carlo run: simulates the chunks that it is sent, until null.

import { parentPort, workerData } from "node:worker_threads";
import { loadCore } from "./core.mjs";

const { Simulation } = await loadCore();
const made = Simulation.of(workerData);
if (!made.ok) throw new Error(made.error.message);
const simulation = made.value;

parentPort.on("message", (index) => {
  if (index === null) return parentPort.close();
  const start = process.hrtime.bigint();
  const tally = simulation.chunk(index);
  const elapsed = Number(process.hrtime.bigint() - start);
  parentPort.postMessage({ index, tally, elapsed }, [tally.buffer]);
});
