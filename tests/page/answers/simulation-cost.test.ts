// The cost of a run before it starts: measured on a short run of the same kind, only when somebody looks and nothing runs.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MonteCarloOptions, MonteCarloPlan } from "../../../src/boundary/wasm/core";
import { Forecast, shortened } from "../../../www/answers/simulation-cost";
import { ExactEngine } from "../../../www/engine/exact-engine";
import { FakeWorker } from "../engine/fake-worker";

const OPTIONS: MonteCarloOptions = { noise_multiplier: 1, sample_rate: 0.1, num_steps: 1000, samples: 1e6, seed: 1 };
const NOTHING = Float64Array.of(16);

function planOf({ samples = 0, num_steps = 100 }: MonteCarloOptions): MonteCarloPlan {
  const chunks = 1 + Math.ceil(samples / 1000);
  const steps_drawn = samples * num_steps;
  return { samples, samples_per_chunk: 1000, chunks, num_steps, steps_drawn, looks: [], estimator: "antithetic" };
}

/** A machine on which a step takes `nanoseconds`, and on the first round thrice as many. */
function forecastOn(nanoseconds: number, refused = false) {
  const workers: FakeWorker[] = [];
  const asked: MonteCarloOptions[] = [];
  const engine = new ExactEngine(
    () =>
      new FakeWorker((worker, request) => {
        if (request.kind !== "plan") return;
        const problem = { code: "unknown" as const, parameter: "sampling", message: "nothing is proven" };
        if (refused) worker.say({ id: request.id, kind: "failed", problem });
        else worker.say({ id: request.id, kind: "done", value: planOf(request.options) });
      }),
  );
  const spawn = () => {
    let round = 0;
    const worker = new FakeWorker((one, request) => {
      if (request.kind !== "chunks") return;
      const { chunks, id } = request;
      const options = request.options as MonteCarloOptions;
      asked.push(options);
      const milliseconds = (planOf(options).steps_drawn * nanoseconds * 1e-6 * (round++ === 0 ? 3 : 1)) / chunks.length;
      setTimeout(() => {
        for (const chunk of chunks) one.say({ id, kind: "progress", chunk, tally: NOTHING, milliseconds });
        one.say({ id, kind: "done", value: null });
      }, 20);
    });
    workers.push(worker);
    return worker;
  };
  return { forecast: new Forecast(engine, spawn, () => {}), workers, asked };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a forecast", () => {
  it("is plan, measured step and workers", async () => {
    const { forecast, asked, workers } = forecastOn(4);
    forecast.watch();
    await forecast.follow(OPTIONS);
    expect(forecast.seconds(2)).toBeNull();
    await vi.advanceTimersByTimeAsync(2000);
    expect(forecast.nanosecondsPerStep).toBeCloseTo(4, 9);
    expect(forecast.seconds(2)).toBeCloseTo((1e9 * 4e-9) / 2, 9);
    expect(forecast.seconds(1)).toBeCloseTo(4, 9);
    expect(asked.every(({ samples = 0 }) => samples < 1000)).toBe(true);
    expect(workers.map(({ terminated }) => terminated)).toEqual([true]);
  });

  it("measures nothing beside a run that starts while the measurement is planned", async () => {
    const { forecast, workers } = forecastOn(4);
    forecast.watch();
    await forecast.follow(OPTIONS);
    // The timer starts the plan of the measurement, which is not answered in the same turn.
    vi.advanceTimersByTime(600);
    forecast.pause();
    await vi.advanceTimersByTimeAsync(5000);
    expect(workers).toEqual([]);
  });

  it("measures nothing beside a run that is first seen, or whose plan is answered, once it has started", async () => {
    const { forecast, workers } = forecastOn(4);
    const following = forecast.follow(OPTIONS);
    forecast.pause();
    forecast.watch();
    await following;
    forecast.watch();
    await vi.advanceTimersByTimeAsync(5000);
    expect(workers).toEqual([]);
    forecast.resume();
    await vi.advanceTimersByTimeAsync(5000);
    expect(workers.length).toBe(1);
  });

  it("measures nothing before somebody sees it, nor for another number of samples or another seed", async () => {
    const { forecast, workers } = forecastOn(4);
    await forecast.follow(OPTIONS);
    await vi.advanceTimersByTimeAsync(5000);
    expect(workers).toEqual([]);
    forecast.watch();
    await vi.advanceTimersByTimeAsync(5000);
    await forecast.follow({ ...OPTIONS, samples: 5e6, seed: 2, width: 0.1 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(workers.length).toBe(1);
    expect(forecast.seconds(1)).toBeCloseTo(20, 9);
  });

  it("gives way to a run, and learns from it", async () => {
    const { forecast, workers } = forecastOn(4);
    forecast.watch();
    await forecast.follow(OPTIONS);
    await vi.advanceTimersByTimeAsync(650);
    forecast.pause();
    expect(workers.map(({ terminated }) => terminated)).toEqual([true]);
    forecast.learn(OPTIONS, planOf(OPTIONS), 7000);
    expect(forecast.nanosecondsPerStep).toBeCloseTo(7, 9);
    forecast.resume();
    await vi.advanceTimersByTimeAsync(5000);
    expect(workers.length).toBe(1);
  });

  it("waits until the inputs rest", async () => {
    const { forecast, workers } = forecastOn(4);
    forecast.watch();
    for (let noise = 1; noise <= 10; noise++) {
      void forecast.follow({ ...OPTIONS, noise_multiplier: noise });
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(workers).toEqual([]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(workers.length).toBe(1);
  });

  it("says why a run cannot be simulated", async () => {
    const { forecast } = forecastOn(4, true);
    await forecast.follow(OPTIONS);
    expect(forecast).toMatchObject({ plan: null, problem: { code: "unknown", parameter: "sampling" } });
  });
});

describe("a short run", () => {
  it("is of the same kind", () => {
    const short = shortened({ ...OPTIONS, width: 0.1, estimator: "mixture" }, planOf(OPTIONS));
    expect(short).toEqual({ ...OPTIONS, samples: 256, estimator: "mixture" });
  });

  it("has shorter trainings where they are long", () => {
    const { num_steps: _, ...rest } = OPTIONS;
    const short = shortened({ ...rest, epochs: 1e8 }, planOf({ ...OPTIONS, num_steps: 1e9 }));
    expect(short).not.toHaveProperty("epochs");
    expect(short.num_steps).toBeLessThan(20_000);
    const phases = shortened(
      {
        samples: 1e6,
        seed: 1,
        history: [
          [1, 0.1, 1e9],
          [2, 0.2, 3],
        ],
      },
      planOf({ ...OPTIONS, num_steps: 1e9 + 3 }),
    );
    expect(phases.history).toEqual([
      [1, 0.1, expect.any(Number)],
      [2, 0.2, 1],
    ]);
    expect(phases.history?.[0]?.[2]).toBeLessThan(20_000);
  });
});
