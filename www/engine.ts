// Typed questions to the exact engine's worker. The newest training run replaces the one that waits.
import type {
  MonteCarloOptions,
  MonteCarloPlan,
  MonteCarloResult,
  Tally,
  TrainingOptions,
  TrainingResult,
} from "../src/wasm";
import {
  crashed,
  type ExactRequest,
  type Kind,
  type Problem,
  type Questions,
  type WorkerLike,
} from "./worker/protocol";

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };

interface Waiting {
  options: TrainingOptions;
  settle: (answer: Answer<TrainingResult> | null) => void;
}

export class ExactEngine {
  private worker: WorkerLike | null = null;
  private readonly open = new Map<number, (answer: Answer<unknown>) => void>();
  private nextId = 0;
  private computing = false;
  private waiting: Waiting | null = null;

  constructor(private readonly spawn: () => WorkerLike) {}

  /** Null when a newer question took this one's place. */
  training(options: TrainingOptions): Promise<Answer<TrainingResult> | null> {
    return new Promise((settle) => {
      this.waiting?.settle(null);
      this.waiting = { options, settle };
      if (!this.computing) void this.computeWaiting();
    });
  }

  plan(options: MonteCarloOptions): Promise<Answer<MonteCarloPlan>> {
    return this.ask("plan", options);
  }

  estimate(run: MonteCarloOptions, tally: Tally): Promise<Answer<MonteCarloResult>> {
    return this.ask("estimate", { run, tally });
  }

  freshSeed(): Promise<Answer<number>> {
    return this.ask("fresh_seed", null);
  }

  private async computeWaiting(): Promise<void> {
    this.computing = true;
    while (this.waiting) {
      const { options, settle } = this.waiting;
      this.waiting = null;
      settle(await this.ask("training", options));
    }
    this.computing = false;
  }

  private ask<K extends Kind>(kind: K, options: Questions[K]["options"]): Promise<Answer<Questions[K]["answer"]>> {
    this.worker ??= this.hire();
    const id = this.nextId++;
    const answer = new Promise<Answer<unknown>>((settle) => this.open.set(id, settle));
    this.worker.postMessage({ id, kind, options } as ExactRequest);
    return answer as Promise<Answer<Questions[K]["answer"]>>;
  }

  private hire(): WorkerLike {
    const worker = this.spawn();
    worker.onmessage = ({ data }) => {
      if (data.kind === "progress") return;
      this.settle(
        data.id,
        data.kind === "done" ? { ok: true, value: data.value } : { ok: false, problem: data.problem },
      );
      if (data.kind === "failed" && data.problem.code === "crashed") this.dismiss(data.problem);
    };
    worker.onerror = ({ message }) => this.dismiss(crashed(message ?? "the worker stopped"));
    return worker;
  }

  /** After a crash the instance cannot be trusted: the next question starts a new worker. */
  private dismiss(problem: Problem): void {
    this.worker?.terminate();
    this.worker = null;
    for (const id of [...this.open.keys()]) this.settle(id, { ok: false, problem });
  }

  private settle(id: number, answer: Answer<unknown>): void {
    this.open.get(id)?.(answer);
    this.open.delete(id);
  }
}
