// One simulation at a time: it ends by samples, width, time or hand, on the same prefix whatever order chunks come in.
import { afterEach, describe, expect, it, vi } from "vitest";
import type { MonteCarloOptions, MonteCarloPlan, MonteCarloResult } from "../../../src/boundary/wasm/core";
import { MonteCarlo, type MonteCarloState } from "../../../www/answers/simulation";
import { ExactEngine } from "../../../www/engine/exact-engine";
import { SimulationPool } from "../../../www/engine/pool";
import type { Estimate, Request, Tally } from "../../../www/engine/protocol";
import { FakeWorker } from "../engine/fake-worker";

const OPTIONS: MonteCarloOptions = { noise_multiplier: 1, sample_rate: 0.1, num_steps: 5, samples: 640, seed: 1 };
const PLAN: MonteCarloPlan = {
  samples: 640,
  samples_per_chunk: 16,
  chunks: 41,
  num_steps: 10,
  steps_drawn: 7000,
  looks: [2, 4, 8, 16, 32, 41],
  estimator: "algorithm_1",
};

function tallyOf(chunk: number): Tally {
  return Float64Array.of(chunk === 0 ? 0 : 16, 1 / (chunk + 1));
}

/** The interval narrows with the samples: at 120 of them it is 0.1 wide. */
function resultOf(options: MonteCarloOptions, [samples = 0, estimate = 0]: Tally): MonteCarloResult {
  const half = 6 / samples;
  const advantage = { lower: estimate - half, estimate, upper: estimate + half, kind: "estimate" };
  return { advantage, samples, width_reached: 2 * half <= (options.width ?? 0) } as MonteCarloResult;
}

interface Script {
  plan?: (worker: FakeWorker, id: number) => void;
  chunks?: (worker: FakeWorker, request: Extract<Request, { kind: "chunks" }>) => void;
  estimate?: (worker: FakeWorker, id: number, value: Estimate) => void;
}

function answer(worker: FakeWorker, { id, chunks }: Extract<Request, { kind: "chunks" }>, milliseconds: number): void {
  for (const chunk of chunks) worker.say({ id, kind: "progress", chunk, tally: tallyOf(chunk), milliseconds });
  worker.say({ id, kind: "done", value: null });
}

const answerAll: NonNullable<Script["chunks"]> = (worker, request) => answer(worker, request, 1);

/** Only the first `known` chunks are ever answered. */
const stallAfter =
  (known: number): NonNullable<Script["chunks"]> =>
  (worker, { id, chunks }) => {
    const answered = chunks.filter((chunk) => chunk < known);
    for (const chunk of answered) worker.say({ id, kind: "progress", chunk, tally: tallyOf(chunk), milliseconds: 1 });
    if (answered.length === chunks.length) worker.say({ id, kind: "done", value: null });
  };

function monteCarlo({ plan, chunks = answerAll, estimate }: Script = {}, size = 2) {
  let estimates = 0;
  const workers: FakeWorker[] = [];
  const engine = new ExactEngine(
    () =>
      new FakeWorker((worker, { id, kind, options }) => {
        if (kind === "plan") plan ? plan(worker, id) : worker.say({ id, kind: "done", value: PLAN });
        if (kind !== "estimate") return;
        estimates++;
        const tally = options.tallies.reduce((sum, one) => sum.map((number, i) => number + (one[i] ?? 0)));
        const result = resultOf(options.run, tally);
        estimate ? estimate(worker, id, { result, tally }) : worker.say({ id, kind: "done", value: { result, tally } });
      }),
  );
  const spawn = () => {
    const worker = new FakeWorker((one, request) => request.kind === "chunks" && chunks(one, request));
    workers.push(worker);
    return worker;
  };
  const seen: MonteCarloState[] = [];
  const learned: number[] = [];
  const simulation = new MonteCarlo(
    engine,
    new SimulationPool(spawn, size),
    () => seen.push(simulation.state),
    (_options, _plan, milliseconds) => learned.push(milliseconds),
  );
  return { simulation, seen, learned, workers, estimates: () => estimates };
}

const rest = (milliseconds = 30) => new Promise((resolve) => setTimeout(resolve, milliseconds));

afterEach(() => {
  vi.useRealTimers();
});

describe("a simulation", () => {
  it("runs to the end, keeps the result of all chunks, and tells what it has cost", async () => {
    const { simulation, seen, learned } = monteCarlo();
    await simulation.start(OPTIONS);
    expect(simulation.state).toMatchObject({ status: "done", reason: "samples", share: 1, samples: 640 });
    expect(simulation.state.result?.samples).toBe(640);
    expect(seen[0]?.status).toBe("running");
    expect(learned).toEqual([41]);
    expect(simulation.state.points.at(-1)).toMatchObject({ samples: 640 });
  });

  it("gives the same digits on 1 and on 16 workers", async () => {
    const digits = await Promise.all(
      [1, 16].map(async (size) => {
        const { simulation } = monteCarlo({}, size);
        await simulation.start(OPTIONS);
        return simulation.state.result?.advantage.estimate;
      }),
    );
    expect(digits[0]).toBe(digits[1]);
  });

  it("tells how far it is at least ten and at most thirty times a second, and asks for estimates less often", async () => {
    vi.useFakeTimers();
    const { simulation, seen, estimates } = monteCarlo({
      chunks: (worker, request) => setTimeout(() => answer(worker, request, 100), 100),
    });
    const running = simulation.start({ ...OPTIONS });
    await vi.advanceTimersByTimeAsync(1000);
    const [before, asked] = [seen.length, estimates()];
    await vi.advanceTimersByTimeAsync(1000);
    expect(seen.length - before).toBeGreaterThanOrEqual(10);
    expect(seen.length - before).toBeLessThanOrEqual(30);
    expect(estimates() - asked).toBeLessThanOrEqual(11);
    expect(simulation.state.left).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(10_000);
    await running;
    expect(simulation.state.status).toBe("done");
  });

  it("shows why the module refuses it", async () => {
    const problem = { code: "out_of_range" as const, parameter: "samples", message: "samples is 0" };
    const { simulation } = monteCarlo({ plan: (worker, id) => worker.say({ id, kind: "failed", problem }) });
    await simulation.start(OPTIONS);
    expect(simulation.state).toMatchObject({ status: "failed", problem: { parameter: "samples" } });
  });

  it("asks again when the exact worker has died of another question", async () => {
    let crashes = 0;
    const { simulation } = monteCarlo({
      estimate: (worker, id, result) => {
        if (crashes++ < 2) worker.die("out of memory");
        else worker.say({ id, kind: "done", value: result });
      },
    });
    await simulation.start(OPTIONS);
    expect(simulation.state).toMatchObject({ status: "done", result: { samples: 640 } });
  });

  it("fails when every worker dies at once, and can be started again", async () => {
    let healthy = false;
    const { simulation } = monteCarlo({
      chunks: (worker, request) => (healthy ? answerAll(worker, request) : worker.die("out of memory")),
    });
    await simulation.start(OPTIONS);
    expect(simulation.state).toMatchObject({ status: "failed", problem: { message: "out of memory" } });
    healthy = true;
    await simulation.start(OPTIONS);
    expect(simulation.state.status).toBe("done");
  });
});

describe("a width", () => {
  const wide = { ...OPTIONS, width: 0.1 };

  it.each([1, 2, 5, 16])("ends a run of %d workers at the first look that reaches it", async (size) => {
    for (let turn = 0; turn < 8; turn++) {
      const { simulation, learned } = monteCarlo(
        { chunks: (worker, request) => setTimeout(() => answerAll(worker, request), (request.id * 7 + turn * 3) % 11) },
        size,
      );
      await simulation.start(wide);
      // 8 chunks hold 112 samples, 16 hold 240: the look after 16 is the first with at least 120.
      expect(simulation.state).toMatchObject({
        status: "done",
        reason: "width",
        samples: 240,
        result: { samples: 240 },
      });
      expect(learned).toEqual([]);
    }
  });

  it("has the digits of a run of so many samples", async () => {
    const { simulation } = monteCarlo();
    await simulation.start(wide);
    const exact = Array.from({ length: 16 }, (_, chunk) => 1 / (chunk + 1)).reduce((sum, one) => sum + one);
    expect(simulation.state.result?.advantage.estimate).toBe(exact);
  });

  it("is looked at in order even when the looks are answered late", async () => {
    const { simulation } = monteCarlo({
      estimate: (worker, id, result) => setTimeout(() => worker.say({ id, kind: "done", value: result }), 5),
    });
    await simulation.start(wide);
    expect(simulation.state).toMatchObject({ reason: "width", samples: 240 });
  });

  it("that is never reached leaves all samples", async () => {
    const { simulation } = monteCarlo();
    await simulation.start({ ...OPTIONS, width: 1e-9 });
    expect(simulation.state).toMatchObject({ status: "done", reason: "samples", samples: 640 });
  });
});

describe("a limit of time", () => {
  it("keeps what is contiguous, with its number of samples", async () => {
    vi.useFakeTimers();
    const { simulation, workers } = monteCarlo({ chunks: stallAfter(11) });
    const running = simulation.start(OPTIONS, { seconds: 2 });
    await vi.advanceTimersByTimeAsync(1900);
    expect(simulation.state.status).toBe("running");
    await vi.advanceTimersByTimeAsync(300);
    await running;
    expect(simulation.state).toMatchObject({ status: "done", reason: "time", samples: 160, result: { samples: 160 } });
    expect(workers.every((worker) => worker.terminated)).toBe(true);
  });

  it("does not hide a width that was reached before it", async () => {
    vi.useFakeTimers();
    const { simulation } = monteCarlo({
      chunks: stallAfter(20),
      estimate: (worker, id, result) => setTimeout(() => worker.say({ id, kind: "done", value: result }), 900),
    });
    const running = simulation.start({ ...OPTIONS, width: 0.1 }, { seconds: 1 });
    await vi.advanceTimersByTimeAsync(6000);
    await running;
    expect(simulation.state).toMatchObject({ reason: "width", samples: 240 });
  });
});

describe("cancel", () => {
  it("ends the workers at once and keeps the prefix", async () => {
    const { simulation, workers, learned } = monteCarlo({ chunks: stallAfter(5) });
    const running = simulation.start(OPTIONS);
    await rest();
    expect(simulation.state).toMatchObject({ status: "running" });
    simulation.cancel();
    expect(simulation.state.status).toBe("ending");
    expect(workers.every((worker) => worker.terminated)).toBe(true);
    await running;
    expect(simulation.state).toMatchObject({ status: "cancelled", samples: 64, result: { samples: 64 } });
    expect(learned).toEqual([]);
  });

  it("and other parameters before the last estimate is there keep it, as one of other settings", async () => {
    const { simulation } = monteCarlo({
      chunks: stallAfter(5),
      estimate: (worker, id, result) => setTimeout(() => worker.say({ id, kind: "done", value: result }), 5),
    });
    const running = simulation.start(OPTIONS);
    await rest();
    simulation.cancel();
    simulation.follow({ ...OPTIONS, seed: 2 });
    expect(simulation.state).toMatchObject({ status: "ending", belongs: false });
    await running;
    expect(simulation.state).toMatchObject({ status: "cancelled", belongs: false, result: { samples: 64 } });
  });

  it("leaves no estimate where there is none", async () => {
    const { simulation } = monteCarlo({ chunks: () => {} });
    const running = simulation.start(OPTIONS);
    await rest();
    simulation.cancel();
    await running;
    expect(simulation.state).toMatchObject({ status: "cancelled", samples: 0, result: null });
  });

  it("before the plan is there starts nothing", async () => {
    const { simulation, workers } = monteCarlo({
      plan: (worker, id) => setTimeout(() => worker.say({ id, kind: "done", value: PLAN }), 5),
    });
    const running = simulation.start(OPTIONS);
    simulation.cancel();
    await running;
    expect(simulation.state.status).toBe("cancelled");
    expect(workers).toEqual([]);
  });
});

describe("other parameters", () => {
  it("stop a run and forget it, and only they", async () => {
    const { simulation, workers } = monteCarlo({ chunks: stallAfter(5) });
    void simulation.start(OPTIONS);
    await rest();
    simulation.follow({ ...OPTIONS });
    expect(simulation.state.status).toBe("running");
    simulation.follow({ ...OPTIONS, seed: 2 });
    expect(simulation.state).toMatchObject({ status: "idle", result: null });
    expect(workers.every((worker) => worker.terminated)).toBe(true);
    await rest();
    expect(simulation.state.status).toBe("idle");
  });

  it("a storm of starts, cancels and changes ends in the digits of a quiet run", async () => {
    const quiet = monteCarlo();
    await quiet.simulation.start(OPTIONS);
    const { simulation, workers } = monteCarlo({
      chunks: (worker, request) => setTimeout(() => answerAll(worker, request), request.id % 3),
    });
    for (let turn = 0; turn < 20; turn++) {
      void simulation.start({ ...OPTIONS, seed: turn });
      if (turn % 3 === 0) await rest(turn % 5);
      if (turn % 4 === 0) simulation.cancel();
      if (turn % 5 === 0) simulation.follow({ ...OPTIONS, seed: -1 });
    }
    await simulation.start(OPTIONS);
    expect(simulation.state.result).toEqual(quiet.simulation.state.result);
    expect(simulation.state.status).toBe("done");
    expect(workers.every((worker) => worker.terminated)).toBe(true);
  });
});
