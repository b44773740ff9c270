// Entry of a worker of the laboratory. Those of a pool work on units, one reply each; one beside them says what the rows show,
// so that results keep coming while all others work.
import init, { Experiment } from "../../pkg/mi_bounds_laboratory.js";
import type { ExperimentOptions, Outcome } from "../../src/boundary/wasm/core";
import { started } from "./instance";
import { laboratoryModule } from "./laboratory-source";
import { type ChunksRequest, crashed, type LaboratoryRequest, type Problem, type Reply } from "./protocol";

type Heard = ChunksRequest<ExperimentOptions> | LaboratoryRequest;

const starting = started(init, laboratoryModule);

/** The newest: what is proved of it is computed once, and the next question is mostly of the same. */
let known: { key: string; experiment: Experiment } | null = null;

function reply(message: Reply, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

function experimentOf(options: ExperimentOptions): Outcome<Experiment> {
  const key = JSON.stringify(options);
  if (known?.key === key) return { ok: true, value: known.experiment };
  const outcome = Experiment.of(options);
  if (outcome.ok) {
    known?.experiment.free();
    known = { key, experiment: outcome.value };
  }
  return outcome;
}

function work({ id, chunks }: ChunksRequest<ExperimentOptions>, experiment: Experiment): void {
  for (const chunk of chunks) {
    const start = performance.now();
    const tally = experiment.unit(chunk);
    reply({ id, kind: "progress", chunk, tally, milliseconds: performance.now() - start }, [tally.buffer]);
  }
}

/** The value that answers the request, or why there is none. */
function answer(request: Heard): { value: unknown } | { problem: Problem } {
  const outcome = experimentOf(request.kind === "experiment_result" ? request.options.run : request.options);
  if (!outcome.ok) return { problem: outcome.error };
  const experiment = outcome.value;
  if (request.kind === "experiment") return { value: { units: experiment.units() } };
  if (request.kind === "chunks") {
    work(request, experiment);
    return { value: null };
  }
  const result = experiment.result(request.options.rows);
  return result.ok ? { value: result.value } : { problem: result.error };
}

addEventListener("message", async ({ data }: MessageEvent<Heard>) => {
  const { id } = data;
  try {
    const problem = await starting;
    const found = problem ? { problem } : answer(data);
    reply("problem" in found ? { id, kind: "failed", problem: found.problem } : { id, kind: "done", ...found });
  } catch (error) {
    reply({ id, kind: "failed", problem: crashed(error) });
  }
});
