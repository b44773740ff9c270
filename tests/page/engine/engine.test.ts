// The engine: one question in work, one waiting, the newest wins; a crash is an answer.
import { describe, expect, it } from "vitest";
import type { TrainingOptions } from "../../../src/boundary/wasm/core";
import { ExactEngine } from "../../../www/engine/exact-engine";
import { FakeWorker } from "./fake-worker";

function question(noise_multiplier: number): TrainingOptions {
  return { noise_multiplier, sample_rate: 0.01, num_steps: 10 };
}

function engine(onRequest?: ConstructorParameters<typeof FakeWorker>[0]) {
  const workers: FakeWorker[] = [];
  const exact = new ExactEngine(() => {
    const worker = new FakeWorker(onRequest);
    workers.push(worker);
    return worker;
  });
  return { exact, workers };
}

describe("training", () => {
  it("computes the first and the newest, and drops those between", async () => {
    const { exact, workers } = engine((worker, { id, options }) => {
      setTimeout(() => worker.say({ id, kind: "done", value: options }), 5);
    });
    const answers = await Promise.all([1, 2, 3, 4].map((noise) => exact.latest("run", "training", question(noise))));
    expect(answers).toEqual([{ ok: true, value: question(1) }, null, null, { ok: true, value: question(4) }]);
    expect(workers[0]?.heard.length).toBe(2);
  });

  it("answers each asker's newest question, and who came first is answered first", async () => {
    const { exact, workers } = engine((worker, { id, kind }) => {
      setTimeout(() => worker.say({ id, kind: "done", value: kind }), 1);
    });
    const sweep = { quantity: "advantage", over: "num_steps", values: [1] } as const;
    const asked = [
      exact.latest("run", "training", question(1)),
      exact.latest("run", "training", question(2)),
      exact.latest("chart", "sweep", { ...sweep, values: [2] }),
      exact.latest("chart", "sweep", { ...sweep, values: [3] }),
      exact.latest("run", "training", question(3)),
    ];
    const answers = await Promise.all(asked);
    expect(answers.map((answer) => answer?.ok ?? null)).toEqual([true, null, null, true, true]);
    const heard = workers[0]?.heard.map(({ kind, options }) => [kind, options]);
    expect(heard).toEqual([
      ["training", question(1)],
      ["training", question(3)],
      ["sweep", { ...sweep, values: [3] }],
    ]);
  });

  it("passes a refusal on as data", async () => {
    const problem = { code: "out_of_range" as const, parameter: "prior", message: "prior is 2" };
    const { exact } = engine((worker, { id }) => worker.say({ id, kind: "failed", problem }));
    expect(await exact.latest("run", "training", question(1))).toEqual({ ok: false, problem });
  });

  it("answers all open questions when the worker dies, and starts another for the next", async () => {
    let lives = 0;
    const { exact, workers } = engine((worker, { id }) => {
      if (lives++ < 2) worker.die("trap");
      else worker.say({ id, kind: "done", value: 7 });
    });
    const [training, seed] = await Promise.all([exact.latest("run", "training", question(1)), exact.freshSeed()]);
    expect(training).toMatchObject({ ok: false, problem: { code: "crashed", message: "trap" } });
    expect(seed).toMatchObject({ ok: false });
    lives = 2;
    expect(await exact.freshSeed()).toEqual({ ok: true, value: 7 });
    expect(workers.length).toBe(2);
    expect(workers[0]?.terminated).toBe(true);
  });

  it("gives a question up at once, and passes the others on to another worker", async () => {
    const { exact, workers } = engine((worker, { id, kind, options }) => {
      // The first question never ends.
      if (kind !== "training" || (options as TrainingOptions).noise_multiplier !== 1)
        worker.say({ id, kind: "done", value: kind });
    });
    const endless = exact.latest("run", "training", question(1));
    const replaced = exact.latest("run", "training", question(2));
    const beside = exact.latest("chart", "sweep", { quantity: "advantage", over: "num_steps", values: [1] });
    const seed = exact.freshSeed();
    await Promise.resolve();
    exact.cancel("run");
    expect(workers[0]?.terminated).toBe(true);
    expect(await endless).toBeNull();
    expect(await replaced).toBeNull();
    expect(await beside).toEqual({ ok: true, value: "sweep" });
    expect(await seed).toEqual({ ok: true, value: "fresh_seed" });
    expect(await exact.latest("run", "training", question(3))).toEqual({ ok: true, value: "training" });
    expect(workers.length).toBe(2);
  });

  it("leaves the worker alone when what is given up is not in work", async () => {
    const { exact, workers } = engine((worker, { id, kind }) => {
      setTimeout(() => worker.say({ id, kind: "done", value: kind }), 1);
    });
    const first = exact.latest("run", "training", question(1));
    const waiting = exact.latest("chart", "sweep", { quantity: "advantage", over: "num_steps", values: [1] });
    exact.cancel("chart");
    exact.cancel("nobody");
    expect(await waiting).toBeNull();
    expect(await first).toEqual({ ok: true, value: "training" });
    expect(workers.length).toBe(1);
  });
});
