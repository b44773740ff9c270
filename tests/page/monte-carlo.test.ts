// One simulation at a time: it ends, is cancelled, or gives way to other parameters.
import { describe, expect, it } from "vitest";
import type { MonteCarloOptions, MonteCarloResult } from "../../src/wasm";
import { ExactEngine } from "../../www/engine";
import { MonteCarlo, type Status } from "../../www/monte-carlo";
import { SimulationPool } from "../../www/worker/pool";
import { FakeWorker } from "./fake-worker";

const OPTIONS: MonteCarloOptions = { noise_multiplier: 1, sample_rate: 0.1, num_steps: 5, samples: 64, seed: 1 };

function monteCarlo({ stalls = false, refused = false } = {}) {
  const engine = new ExactEngine(
    () =>
      new FakeWorker((worker, { id, kind, options }) => {
        const problem = { code: "out_of_range" as const, parameter: "samples", message: "samples is 0" };
        if (kind === "plan" && refused) worker.say({ id, kind: "failed", problem });
        else if (kind === "plan")
          worker.say({ id, kind: "done", value: { samples: 64, samples_per_chunk: 16, chunks: 4, num_steps: 10 } });
        else if (kind === "estimate")
          worker.say({ id, kind: "done", value: options.tally as unknown as MonteCarloResult });
      }),
  );
  const pool = new SimulationPool(
    () =>
      new FakeWorker((worker, request) => {
        if (request.kind !== "chunks") return;
        const { id, chunks } = request;
        for (const chunk of stalls ? chunks.filter((index) => index === 0) : chunks) {
          worker.say({ id, kind: "progress", chunk, tally: { samples: 16, sum: 1, sum_of_squares: 1 } });
        }
        if (!stalls) worker.say({ id, kind: "done", value: null });
      }),
    2,
  );
  const seen: Status[] = [];
  const simulation = new MonteCarlo(engine, pool, () => seen.push(simulation.state.status));
  return { simulation, seen };
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 20));

describe("a simulation", () => {
  it("runs to the end and keeps the result of all chunks", async () => {
    const { simulation, seen } = monteCarlo();
    await simulation.start(OPTIONS);
    expect(simulation.state).toMatchObject({ status: "done", share: 1, result: { samples: 64, sum: 4 } });
    expect(seen[0]).toBe("running");
  });

  it("keeps the running estimate when it is cancelled", async () => {
    const { simulation } = monteCarlo({ stalls: true });
    void simulation.start(OPTIONS);
    await soon();
    expect(simulation.state).toMatchObject({ status: "running", share: 0.25 });
    simulation.cancel();
    await soon();
    expect(simulation.state).toMatchObject({ status: "cancelled", result: { samples: 16 } });
  });

  it("stops and forgets when its parameters change, and only then", async () => {
    const { simulation } = monteCarlo({ stalls: true });
    void simulation.start(OPTIONS);
    await soon();
    simulation.follow({ ...OPTIONS });
    expect(simulation.state.status).toBe("running");
    simulation.follow({ ...OPTIONS, seed: 2 });
    expect(simulation.state).toMatchObject({ status: "idle", result: null });
  });

  it("shows why the module refuses it", async () => {
    const { simulation } = monteCarlo({ refused: true });
    await simulation.start(OPTIONS);
    expect(simulation.state).toMatchObject({ status: "failed", problem: { parameter: "samples" } });
  });
});
