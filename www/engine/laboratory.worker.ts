// Entry of a worker of the laboratory. Those of a pool work on units, one reply each; one beside them says what the rows show,
// so that results keep coming while all others work.
import init, { Experiment, TableReader } from "../../pkg/mi_bounds_laboratory.js";
import type { ExperimentOptions, Outcome, TableSummary } from "../../src/boundary/wasm/core";
import { started } from "./instance";
import { laboratoryModule } from "./laboratory-source";
import { bytesOf, withTable } from "./laboratory-tables";
import type { OwnTable } from "./own-table";
import { type ChunksRequest, crashed, type LaboratoryRequest, type Problem, type Reply } from "./protocol";

type Heard = (ChunksRequest<ExperimentOptions> | LaboratoryRequest) & { own?: OwnTable };

const starting = started(init, laboratoryModule);

/** The newest, in order: what is proved of one is computed once, and the next question is mostly of the same. */
const known = new Map<string, Experiment>();
const MOST_KNOWN = 2;

function reply(message: Reply, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

async function experimentOf(options: ExperimentOptions, own: OwnTable | null): Promise<Outcome<Experiment>> {
  const key = JSON.stringify(options);
  const kept = known.get(key);
  if (kept) return { ok: true, value: kept };
  const outcome = Experiment.of(await withTable(options, own));
  if (!outcome.ok) return outcome;
  known.set(key, outcome.value);
  const [oldest] = known.size > MOST_KNOWN ? known : [];
  if (oldest) {
    oldest[1].free();
    known.delete(oldest[0]);
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

async function summaryOf(table: string, own: OwnTable | null): Promise<Outcome<TableSummary>> {
  const reader = new TableReader();
  for await (const piece of bytesOf(table, own)) reader.push(piece);
  const summary = reader.finish();
  reader.free();
  return summary;
}

/** The value that answers the request, or why there is none. */
async function answer(request: Heard): Promise<{ value: unknown } | { problem: Problem }> {
  if (request.kind === "table_summary") {
    const summary = await summaryOf(request.options.table, request.own ?? null);
    return summary.ok ? { value: summary.value } : { problem: summary.error };
  }
  const options = request.kind === "experiment_result" ? request.options.run : request.options;
  const outcome = await experimentOf(options, request.own ?? null);
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
    const found = problem ? { problem } : await answer(data);
    reply("problem" in found ? { id, kind: "failed", problem: found.problem } : { id, kind: "done", ...found });
  } catch (error) {
    reply({ id, kind: "failed", problem: crashed(error) });
  }
});
