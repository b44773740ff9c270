// The laboratory in this thread, once the core is loaded, and workers that answer by it.
import { Experiment } from "../../../pkg/mi_bounds.js";
import type { ExperimentOptions, ExperimentResult } from "../../../src/boundary/wasm/core";
import { FakeWorker } from "./fake-worker";

export function experimentOf(options: ExperimentOptions): Experiment {
  const outcome = Experiment.of(options);
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}

/** What the first `units` show; all, if it is not said how many. */
export function resultOf(options: ExperimentOptions, units?: number): ExperimentResult {
  const experiment = experimentOf(options);
  const done = Array.from({ length: units ?? experiment.units() }, (_, unit) => [...experiment.unit(unit)]);
  const outcome = experiment.result(Float64Array.from(done.flat()));
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}

/** The newest, as the real worker keeps it. */
let known: { key: string; outcome: ReturnType<typeof Experiment.of> } | null = null;

function keptOf(options: ExperimentOptions): ReturnType<typeof Experiment.of> {
  const key = JSON.stringify(options);
  if (known?.key !== key) known = { key, outcome: Experiment.of(options) };
  return known.outcome;
}

/** A worker as the real one, which says of each unit that it took so long. */
export function moduleWorker(milliseconds = 1): FakeWorker {
  return new FakeWorker((worker, request) => {
    const { id } = request;
    const run = request.kind === "experiment_result" ? request.options.run : (request.options as ExperimentOptions);
    const outcome = keptOf(run);
    if (!outcome.ok) return worker.say({ id, kind: "failed", problem: outcome.error });
    const experiment = outcome.value;
    if (request.kind === "experiment") return worker.say({ id, kind: "done", value: { units: experiment.units() } });
    if (request.kind === "experiment_result") {
      const result = experiment.result(request.options.rows);
      if (result.ok) worker.say({ id, kind: "done", value: result.value });
      else worker.say({ id, kind: "failed", problem: result.error });
      return;
    }
    if (request.kind !== "chunks") throw new Error(`unexpected ${request.kind}`);
    const chunks = [...request.chunks];
    const next = () => {
      const chunk = chunks.shift();
      if (worker.terminated) return;
      if (chunk === undefined) return worker.say({ id, kind: "done", value: null });
      worker.say({ id, kind: "progress", chunk, tally: experiment.unit(chunk), milliseconds });
      setTimeout(next);
    };
    next();
  });
}
