// Entry of a worker of the laboratory. Those of a pool work on units, one reply each; one beside them says what the rows show,
// so that results keep coming while all others work.
import { Experiment, TableReader } from "../../pkg/mi_bounds.js";
import type { ExperimentOptions, Outcome, TableSummary } from "../../src/boundary/wasm/core";
import { whyUnavailable } from "./core-instance";
import { bytesOf } from "./laboratory-tables";
import type { OwnTable } from "./own-table";
import { type ChunksRequest, crashed, type LaboratoryRequest, type Problem, type Reply } from "./protocol";

type Heard = (ChunksRequest<ExperimentOptions> | LaboratoryRequest) & { own?: OwnTable };

/** The newest, in order: what is proved of one is computed once, and the next question is mostly of the same. */
const known = new Map<string, Experiment>();
const MOST_KNOWN = 2;

interface ReadTable {
  reader: TableReader;
  summary: Outcome<TableSummary>;
}

/** The newest, in order, by their names: they are read once for all that is asked of them. */
const tables = new Map<string, Promise<ReadTable>>();
const MOST_TABLES = 2;

function reply(message: Reply, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

async function experimentOf(options: ExperimentOptions, own: OwnTable | null): Promise<Outcome<Experiment>> {
  const key = JSON.stringify(options);
  const kept = known.get(key);
  if (kept) return { ok: true, value: kept };
  const table = "table" in options && options.table ? tableOf(options.table, own) : null;
  const outcome = table ? Experiment.with_table(options, (await table).reader) : Experiment.of(options);
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

/** Null where there is no such table. Not awaited in here: who waits for a table has it before it is freed. */
function tableOf(name: string, own: OwnTable | null): Promise<ReadTable> | null {
  const kept = tables.get(name);
  if (kept) return kept;
  const pieces = bytesOf(name, own);
  if (!pieces) return null;
  const table = read(pieces);
  tables.set(name, table);
  const [oldest] = tables.size > MOST_TABLES ? tables : [];
  if (oldest) {
    tables.delete(oldest[0]);
    oldest[1].then(
      ({ reader }) => reader.free(),
      () => {},
    );
  }
  // What could not be read is tried again by the next question.
  table.catch(() => tables.delete(name));
  return table;
}

async function read(pieces: AsyncGenerator<Uint8Array>): Promise<ReadTable> {
  const reader = new TableReader();
  for await (const piece of pieces) {
    reader.push(piece);
    if (reader.is_refused) break;
  }
  return { reader, summary: reader.finish() };
}

/** The value that answers the request, or why there is none. */
async function answer(request: Heard): Promise<{ value: unknown } | { problem: Problem }> {
  if (request.kind === "table_summary") {
    const table = tableOf(request.options.table, request.own ?? null);
    if (!table) throw new Error("There is no such table");
    const { summary } = await table;
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
    const problem = await whyUnavailable();
    const found = problem ? { problem } : await answer(data);
    reply("problem" in found ? { id, kind: "failed", problem: found.problem } : { id, kind: "done", ...found });
  } catch (error) {
    reply({ id, kind: "failed", problem: crashed(error) });
  }
});
