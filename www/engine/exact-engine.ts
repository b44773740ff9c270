// Typed questions to the exact engine's worker. Of each asker, the newest question replaces the one that waits.
import type { MonteCarloOptions, MonteCarloPlan, NoiseSample, NoiseSampleOptions } from "../../src/boundary/wasm/core";
import {
  CANCELLED,
  crashed,
  type Estimate,
  type Kind,
  type Problem,
  type Questions,
  type Request,
  type Tally,
  type WorkerLike,
} from "./protocol";
import { Queue } from "./queue";

export type Answer<T> = { ok: true; value: T } | { ok: false; problem: Problem };

/** Questions of which only the newest matters. */
export type LatestKind = Exclude<Kind, "estimate" | "fresh_seed" | "noise_sample">;

interface Open {
  request: Request;
  settle: (answer: Answer<unknown>) => void;
  /** Told how many bytes of a file have been read. */
  heard: ((bytes: number) => void) | undefined;
}

export class ExactEngine {
  private worker: WorkerLike | null = null;
  /** Asked and not answered yet, in order. */
  private readonly open = new Map<number, Open>();
  private nextId = 0;
  /** Whose question is in work. */
  private asker: { name: string; id: number } | null = null;
  private readonly queue = new Queue();

  constructor(
    private readonly spawn: () => WorkerLike,
    private readonly onIdle: () => void = () => {},
  ) {}

  /** Whether every question has its answer. */
  get idle(): boolean {
    return this.open.size === 0;
  }

  /** Null when a newer question of the same asker took this one's place. */
  latest<K extends LatestKind>(
    asker: string,
    kind: K,
    options: Questions[K]["options"],
    heard?: (bytes: number) => void,
  ): Promise<Answer<Questions[K]["answer"]> | null> {
    return this.queue.add(asker, () => this.answerFor(asker, kind, options, heard));
  }

  plan(options: MonteCarloOptions): Promise<Answer<MonteCarloPlan>> {
    return this.ask("plan", options);
  }

  /** Of tallies in the order of their chunks; the first may be the sum of all chunks before the others. */
  estimate(run: MonteCarloOptions, tallies: Tally[]): Promise<Answer<Estimate>> {
    return this.ask("estimate", { run, tallies });
  }

  noiseSample(options: NoiseSampleOptions): Promise<Answer<NoiseSample>> {
    return this.ask("noise_sample", options);
  }

  freshSeed(): Promise<Answer<number>> {
    return this.ask("fresh_seed", null);
  }

  /** The question of `asker` has no answer any more. A worker in the middle of it ends; another takes over the rest. */
  cancel(asker: string): void {
    this.queue.drop(asker);
    if (this.asker?.name !== asker) return;
    const { id } = this.asker;
    this.worker?.terminate();
    this.worker = null;
    this.settle(id, { ok: false, problem: CANCELLED });
    if (this.open.size === 0) return;
    const worker = this.startWorker();
    this.worker = worker;
    for (const { request } of this.open.values()) worker.postMessage(request);
  }

  /** Null when it was cancelled in the middle. */
  private async answerFor<K extends LatestKind>(
    asker: string,
    kind: K,
    options: Questions[K]["options"],
    heard?: Open["heard"],
  ) {
    this.asker = { name: asker, id: this.nextId };
    const answer = await this.ask(kind, options, heard);
    this.asker = null;
    return !answer.ok && answer.problem === CANCELLED ? null : answer;
  }

  private ask<K extends Kind>(
    kind: K,
    options: Questions[K]["options"],
    heard?: Open["heard"],
  ): Promise<Answer<Questions[K]["answer"]>> {
    this.worker ??= this.startWorker();
    const id = this.nextId++;
    const request = { id, kind, options } as Request;
    const answer = new Promise<Answer<unknown>>((settle) => this.open.set(id, { request, settle, heard }));
    this.worker.postMessage(request);
    return answer as Promise<Answer<Questions[K]["answer"]>>;
  }

  private startWorker(): WorkerLike {
    const worker = this.spawn();
    worker.onmessage = ({ data }) => {
      if (data.kind === "progress") return;
      if (data.kind === "read") return this.open.get(data.id)?.heard?.(data.bytes);
      this.settle(
        data.id,
        data.kind === "done" ? { ok: true, value: data.value } : { ok: false, problem: data.problem },
      );
      if (data.kind === "failed" && data.problem.code === "crashed") this.endWorker(data.problem);
    };
    worker.onerror = ({ message }) => this.endWorker(crashed(message ?? "the worker stopped"));
    return worker;
  }

  /** After a crash the instance cannot be trusted: the next question starts a new worker. */
  private endWorker(problem: Problem): void {
    this.worker?.terminate();
    this.worker = null;
    for (const id of [...this.open.keys()]) this.settle(id, { ok: false, problem });
  }

  private settle(id: number, answer: Answer<unknown>): void {
    this.open.get(id)?.settle(answer);
    this.open.delete(id);
    if (this.idle) this.onIdle();
  }
}
