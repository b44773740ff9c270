// The pool: every chunk once, handed on in order whatever order they come in, whatever dies on the way.
import { afterEach, describe, expect, it, vi } from "vitest";
import type { MonteCarloOptions } from "../../../src/boundary/wasm/core";
import { type Outcome, poolSize, SimulationPool } from "../../../www/engine/pool";
import type { Request, Tally } from "../../../www/engine/protocol";
import { InOrder, type Prefix } from "../../../www/engine/tally";
import { FakeWorker } from "./fake-worker";

const OPTIONS: MonteCarloOptions = { noise_multiplier: 1, sample_rate: 0.01, num_steps: 10, samples: 1000, seed: 1 };
const CHUNKS = 97;

/** Trainings, and which chunk it is. */
function tallyOf(chunk: number): Tally {
  return Float64Array.of(chunk === 0 ? 0 : 16, chunk);
}

/** What is handed on of so many chunks: each once, in order. */
function expected(chunks: number): Tally[] {
  return Array.from({ length: chunks }, (_, chunk) => tallyOf(chunk));
}

function progress(worker: FakeWorker, id: number, chunk: number, milliseconds = 1): void {
  worker.say({ id, kind: "progress", chunk, tally: tallyOf(chunk), milliseconds });
}

function work(worker: FakeWorker, request: Request, order = (chunks: number[]) => chunks): void {
  if (request.kind !== "chunks") throw new Error(`unexpected ${request.kind}`);
  for (const chunk of order(request.chunks)) progress(worker, request.id, chunk);
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

/** Runs to the end; the tallies are what the pool has handed on. */
async function run(simulation: SimulationPool, chunks = CHUNKS) {
  const prefixes: Prefix[] = [];
  const control = { signal: new AbortController().signal, onPrefix: (prefix: Prefix) => prefixes.push(prefix) };
  const outcome = await simulation.run({ options: OPTIONS, chunks }, control);
  return { outcome, prefixes, tallies: prefixes.map(({ tally }) => tally) };
}

/** A generator of numbers in [0, 1) that is the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("a prefix", () => {
  it("is handed on in the order of the chunks, in whatever order they come", () => {
    for (let seed = 1; seed <= 50; seed++) {
      const random = seeded(seed);
      const order = Array.from({ length: CHUNKS }, (_, chunk) => ({ chunk, key: random() }));
      order.sort((a, b) => a.key - b.key);
      const inOrder = new InOrder();
      const seen = order.flatMap(({ chunk }) => [...inOrder.add(chunk, tallyOf(chunk))]);
      expect(seen.map(({ chunks }) => chunks)).toEqual(Array.from({ length: CHUNKS }, (_, i) => i + 1));
      expect(seen.map(({ tally }) => tally)).toEqual(expected(CHUNKS));
      expect(seen[40]?.samples).toBe(16 * 40);
    }
  });
});

describe("a run", () => {
  it.each([1, 2, 3, 7, 16, 200])("hands on the same tallies on %d workers", async (size) => {
    const { pool: simulation, workers } = pool(size, work);
    const { outcome, tallies } = await run(simulation);
    expect(outcome).toEqual({ kind: "done", milliseconds: CHUNKS });
    expect(tallies).toEqual(expected(CHUNKS));
    expect(workers.length).toBe(Math.min(size, CHUNKS));
    expect(workers.every((worker) => worker.terminated)).toBe(true);
  });

  it("does not depend on who answers when", async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seeded(seed);
      const { pool: simulation } = pool(5, (worker, request) => {
        setTimeout(
          () => work(worker, request, (chunks) => (random() < 0.5 ? chunks.toReversed() : chunks)),
          3 * random(),
        );
      });
      const { prefixes, tallies } = await run(simulation);
      expect(prefixes.map(({ chunks }) => chunks)).toEqual(Array.from({ length: CHUNKS }, (_, i) => i + 1));
      expect(tallies).toEqual(expected(CHUNKS));
    }
  });

  it("hands out slow chunks one by one, and quick ones in batches", async () => {
    const batches = async (milliseconds: number) => {
      const sizes: number[] = [];
      const { pool: simulation } = pool(2, (worker, request) => {
        if (request.kind !== "chunks") return;
        sizes.push(request.chunks.length);
        for (const chunk of request.chunks) progress(worker, request.id, chunk, milliseconds);
        worker.say({ id: request.id, kind: "done", value: null });
      });
      await run(simulation);
      return Math.max(...sizes);
    };
    expect(await batches(80)).toBe(1);
    expect(await batches(10)).toBe(5);
    expect(await batches(0)).toBe(16);
  });

  it("takes more or fewer workers while it runs, without another digit", async () => {
    let requests = 0;
    const { pool: simulation, workers } = pool(2, (worker, request) => {
      requests++;
      if (requests === 4) simulation.resize(5);
      if (requests === 12) simulation.resize(1);
      setTimeout(() => work(worker, request), 1);
    });
    const { tallies } = await run(simulation, 400);
    expect(tallies).toEqual(expected(400));
    expect(workers.length).toBe(5);
  });
});

describe("a worker that dies", () => {
  it("is replaced and its chunks are repeated, the reported ones not", async () => {
    let deaths = 0;
    const { pool: simulation, workers } = pool(2, (worker, request) => {
      if (request.kind === "chunks" && request.chunks.includes(20) && deaths++ === 0) {
        const [first = 0] = request.chunks;
        progress(worker, request.id, first);
        worker.die();
      } else work(worker, request);
    });
    const { tallies } = await run(simulation);
    expect(tallies).toEqual(expected(CHUNKS));
    expect(workers.length).toBe(3);
  });

  it("may die again and again, as long as chunks come in between", async () => {
    const random = seeded(12345);
    const { pool: simulation, workers } = pool(4, (worker, request) => {
      if (request.kind !== "chunks") return;
      if (random() < 0.25) {
        const [first] = request.chunks;
        if (first !== undefined && random() < 0.5) progress(worker, request.id, first, 80);
        worker.die("out of memory");
      } else {
        for (const chunk of request.chunks) progress(worker, request.id, chunk, 80);
        worker.say({ id: request.id, kind: "done", value: null });
      }
    });
    const { outcome, tallies } = await run(simulation);
    expect(outcome).toMatchObject({ kind: "done" });
    expect(tallies).toEqual(expected(CHUNKS));
    expect(workers.length).toBeGreaterThan(6);
  });

  it("is replaced after a crash inside the module, too", async () => {
    let crashes = 0;
    const { pool: simulation } = pool(1, (worker, request) => {
      const problem = { code: "crashed" as const, parameter: "" as const, message: "unreachable" };
      if (crashes++ === 0) worker.say({ id: request.id, kind: "failed", problem });
      else work(worker, request);
    });
    expect((await run(simulation, 5)).tallies).toEqual(expected(5));
  });

  it("is replaced when it falls silent without a word", async () => {
    vi.useFakeTimers();
    let silent: FakeWorker | null = null;
    const { pool: simulation, workers } = pool(2, (worker, request) => {
      if (request.kind === "chunks" && request.chunks.includes(9) && !silent) silent = worker;
      else setTimeout(() => worker.terminated || work(worker, request), 5);
    });
    const running = run(simulation);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await running).tallies).toEqual(expected(CHUNKS));
    expect(workers.length).toBe(3);
  });

  it("is not taken for dead before the first chunk, however long that takes", async () => {
    vi.useFakeTimers();
    const { pool: simulation, workers } = pool(1, (worker, request) => {
      setTimeout(() => worker.terminated || work(worker, request), 600_000);
    });
    const running = run(simulation, 3);
    await vi.advanceTimersByTimeAsync(2_000_000);
    expect((await running).tallies).toEqual(expected(3));
    expect(workers.length).toBe(1);
  });

  it("does not come back for ever", async () => {
    const { pool: simulation, workers } = pool(2, (worker) => worker.die("out of memory"));
    const { outcome } = await run(simulation);
    expect(outcome).toMatchObject({ kind: "failed", problem: { message: "out of memory" } });
    expect(workers.length).toBeLessThan(6);
    expect(workers.every((worker) => worker.terminated)).toBe(true);
  });
});

describe("abort and refusal", () => {
  function aborting(onRequest: (worker: FakeWorker, request: Request) => void) {
    const made = pool(3, onRequest);
    const abort = new AbortController();
    const start = (): Promise<Outcome> =>
      made.pool.run({ options: OPTIONS, chunks: CHUNKS }, { signal: abort.signal, onPrefix: () => {} });
    return { ...made, abort, start };
  }

  it("abort terminates every worker at once", async () => {
    const { workers, abort, start } = aborting(() => {});
    const running = start();
    abort.abort();
    expect(workers.length).toBe(3);
    expect(workers.every((worker) => worker.terminated)).toBe(true);
    expect(await running).toEqual({ kind: "aborted" });
  });

  it("a run aborted before it began starts no worker", async () => {
    const { workers, abort, start } = aborting(work);
    abort.abort();
    expect(await start()).toEqual({ kind: "aborted" });
    expect(workers).toEqual([]);
  });

  it("a run may be ended by what it has added up", async () => {
    const { pool: simulation } = pool(3, work);
    const abort = new AbortController();
    const seen: number[] = [];
    const onPrefix = ({ chunks }: Prefix) => {
      seen.push(chunks);
      if (chunks === 10) abort.abort();
    };
    const outcome = await simulation.run({ options: OPTIONS, chunks: CHUNKS }, { signal: abort.signal, onPrefix });
    expect(outcome).toEqual({ kind: "aborted" });
    expect(seen.at(-1)).toBe(10);
  });

  it("what the module refuses ends the run with its reason", async () => {
    const problem = { code: "out_of_range" as const, parameter: "samples", message: "samples is 0" };
    const { start } = aborting((worker, { id }) => worker.say({ id, kind: "failed", problem }));
    expect(await start()).toEqual({ kind: "failed", problem });
  });
});

describe("poolSize", () => {
  it("follows the cores up to sixteen", () => {
    expect([poolSize(undefined), poolSize(0), poolSize(1), poolSize(8), poolSize(64)]).toEqual([1, 1, 1, 8, 16]);
  });
});
