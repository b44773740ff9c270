// The pool: every chunk once, in any order, on any number of workers, whatever dies on the way.
import { describe, expect, it } from "vitest";
import type { MonteCarloOptions, Tally } from "../../src/wasm";
import { type Progress, poolSize, SimulationPool } from "../../www/worker/pool";
import type { Request } from "../../www/worker/protocol";
import { FakeWorker } from "./fake-worker";

const OPTIONS: MonteCarloOptions = { noise_multiplier: 1, sample_rate: 0.01, num_steps: 10, samples: 1000, seed: 1 };
const CHUNKS = 97;

function tallyOf(chunk: number): Tally {
  return { samples: 16, sum: chunk * chunk, sum_of_squares: chunk + 1 };
}

function expected(chunks: number): Tally {
  const tallies = Array.from({ length: chunks }, (_, chunk) => tallyOf(chunk));
  const total = (field: keyof Tally) => tallies.reduce((sum, tally) => sum + tally[field], 0);
  return { samples: total("samples"), sum: total("sum"), sum_of_squares: total("sum_of_squares") };
}

function work(worker: FakeWorker, request: Request, order = (chunks: number[]) => chunks): void {
  if (request.kind !== "chunks") throw new Error(`unexpected ${request.kind}`);
  for (const chunk of order(request.chunks))
    worker.say({ id: request.id, kind: "progress", chunk, tally: tallyOf(chunk) });
  worker.say({ id: request.id, kind: "done", value: null });
}

function pool(size: number, onRequest: (worker: FakeWorker, request: Request) => void) {
  const workers: FakeWorker[] = [];
  const spawn = () => {
    const worker = new FakeWorker(onRequest);
    workers.push(worker);
    return worker;
  };
  return { pool: new SimulationPool(spawn, size), workers };
}

function control(onProgress: (progress: Progress) => void = () => {}) {
  const abort = new AbortController();
  return { abort, control: { signal: abort.signal, onProgress } };
}

describe("a run", () => {
  it.each([1, 2, 3, 7, 16, 200])("adds up to the same tally on %d workers", async (size) => {
    const { pool: simulation, workers } = pool(size, work);
    const outcome = await simulation.run({ options: OPTIONS, chunks: CHUNKS }, control().control);
    expect(outcome).toEqual({ kind: "done", tally: expected(CHUNKS) });
    expect(workers.length).toBe(Math.min(size, CHUNKS));
    expect(workers.every((worker) => worker.terminated)).toBe(true);
  });

  it("does not depend on the order of replies", async () => {
    const { pool: simulation } = pool(3, (worker, request) => work(worker, request, (chunks) => chunks.toReversed()));
    const outcome = await simulation.run({ options: OPTIONS, chunks: CHUNKS }, control().control);
    expect(outcome).toEqual({ kind: "done", tally: expected(CHUNKS) });
  });

  it("reports every chunk once", async () => {
    const seen: number[] = [];
    const { pool: simulation } = pool(4, work);
    await simulation.run({ options: OPTIONS, chunks: CHUNKS }, control(({ done }) => seen.push(done)).control);
    expect(seen).toEqual(Array.from({ length: CHUNKS }, (_, i) => i + 1));
  });
});

describe("a worker that dies", () => {
  it("is replaced and its chunks are repeated, the reported ones not", async () => {
    let deaths = 0;
    const { pool: simulation, workers } = pool(2, (worker, request) => {
      if (request.kind === "chunks" && request.chunks.includes(20) && deaths++ === 0) {
        const [first = 0] = request.chunks;
        worker.say({ id: request.id, kind: "progress", chunk: first, tally: tallyOf(first) });
        worker.die();
      } else work(worker, request);
    });
    const outcome = await simulation.run({ options: OPTIONS, chunks: CHUNKS }, control().control);
    expect(outcome).toEqual({ kind: "done", tally: expected(CHUNKS) });
    expect(workers.length).toBe(3);
  });

  it("is replaced after a crash inside the module, too", async () => {
    let crashes = 0;
    const { pool: simulation } = pool(1, (worker, request) => {
      if (crashes++ === 0) {
        worker.say({
          id: request.id,
          kind: "failed",
          problem: { code: "crashed", parameter: "", message: "unreachable" },
        });
      } else work(worker, request);
    });
    expect(await simulation.run({ options: OPTIONS, chunks: 5 }, control().control)).toMatchObject({ kind: "done" });
  });

  it("does not come back for ever", async () => {
    const { pool: simulation, workers } = pool(2, (worker) => worker.die("out of memory"));
    const outcome = await simulation.run({ options: OPTIONS, chunks: CHUNKS }, control().control);
    expect(outcome).toMatchObject({ kind: "failed", problem: { message: "out of memory" } });
    expect(workers.length).toBeLessThan(6);
    expect(workers.every((worker) => worker.terminated)).toBe(true);
  });
});

describe("abort and refusal", () => {
  it("abort terminates every worker at once", async () => {
    const { pool: simulation, workers } = pool(3, () => {});
    const { abort, control: runControl } = control();
    const running = simulation.run({ options: OPTIONS, chunks: CHUNKS }, runControl);
    abort.abort();
    expect(workers.every((worker) => worker.terminated)).toBe(true);
    expect(await running).toEqual({ kind: "aborted" });
  });

  it("a run aborted before it began starts no worker", async () => {
    const { pool: simulation, workers } = pool(3, work);
    const { abort, control: runControl } = control();
    abort.abort();
    expect(await simulation.run({ options: OPTIONS, chunks: CHUNKS }, runControl)).toEqual({ kind: "aborted" });
    expect(workers).toEqual([]);
  });

  it("what the module refuses ends the run with its reason", async () => {
    const problem = { code: "out_of_range" as const, parameter: "samples", message: "samples is 0" };
    const { pool: simulation } = pool(2, (worker, { id }) => worker.say({ id, kind: "failed", problem }));
    expect(await simulation.run({ options: OPTIONS, chunks: 3 }, control().control)).toEqual({
      kind: "failed",
      problem,
    });
  });
});

describe("poolSize", () => {
  it("follows the cores up to sixteen", () => {
    expect([poolSize(0), poolSize(1), poolSize(8), poolSize(64)]).toEqual([1, 1, 8, 16]);
  });
});
