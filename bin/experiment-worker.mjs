// One thread of an experiment: does the units that it is sent, until null.

import { parentPort, workerData } from "node:worker_threads";
import { loadCore } from "./core.mjs";

const { Experiment } = await loadCore();
const made = Experiment.of(workerData);
if (!made.ok) throw new Error(made.error.message);
const experiment = made.value;

parentPort.on("message", (index) => {
  if (index === null) return parentPort.close();
  const row = experiment.unit(index);
  parentPort.postMessage({ index, row }, [row.buffer]);
});
