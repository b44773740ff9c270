// A pool of workers: one run at a time, on as many workers as are wanted, now or while it runs.
import { MOST_WORKERS } from "../state/parameters/others";
import type { Problem, Reply, Work, WorkerLike } from "./protocol";
import { InOrder, type Prefix } from "./tally";

/** Some browsers keep the number of cores to themselves. */
export function poolSize(cores: number | undefined): number {
  return Math.min(MOST_WORKERS, Math.max(1, cores ?? 1));
}

export class SimulationPool {
  private running: PoolRun | null = null;

  constructor(
    private readonly spawn: () => WorkerLike,
    private size: number,
  ) {}

  /** Takes effect at once: more are started, and who is too many ends after the chunk in work. */
  resize(size: number): void {
    this.size = size;
    this.running?.resize(size);
  }

  run(job: Job, control: RunControl): Promise<Outcome> {
    return new Promise((resolve) => {
      this.running = new PoolRun(this.spawn, this.size, job, control, resolve);
      this.running.start();
    });
  }
}

export interface Job {
  options: Work;
  chunks: number;
}

export interface RunControl {
  signal: AbortSignal;
  /** Every prefix of chunks, in order. */
  onPrefix: (prefix: Prefix) => void;
  /** Every chunk as it comes, with the time that it took. */
  onChunk?: (chunk: number, milliseconds: number) => void;
}

/** `milliseconds` of work, added up over the workers. */
export type Outcome =
  | { kind: "done"; milliseconds: number }
  | { kind: "aborted" }
  | { kind: "failed"; problem: Problem };

/** A batch should take so long: few messages where chunks are quick, no queue of slow ones. */
const BATCH_MS = 50;
const LARGEST_BATCH = 16;
/** Crashes in a row beyond the number of workers, without a chunk between them, after which the run gives up. */
const MORE_CRASHES = 2;
const WATCH_MS = 1000;
/** A worker that says nothing for so long, and for so many times the slowest chunk, is taken for dead. */
const LEAST_PATIENCE_MS = 10_000;
const PATIENCE_IN_CHUNKS = 10;

interface Assignment {
  chunks: Set<number>;
  heard: number;
}

export class PoolRun {
  private readonly workers = new Map<WorkerLike, Assignment>();
  private readonly inOrder = new InOrder();
  private readonly returned: number[] = [];
  private next = 0;
  private done = 0;
  private crashes = 0;
  private requests = 0;
  private milliseconds = 0;
  private slowest = 0;
  private patience = 1;
  private ended = false;
  private watch: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly spawn: () => WorkerLike,
    private size: number,
    private readonly job: Job,
    private readonly control: RunControl,
    private readonly resolve: (outcome: Outcome) => void,
  ) {}

  start(): void {
    const { signal } = this.control;
    if (signal.aborted) {
      this.end({ kind: "aborted" });
      return;
    }
    signal.addEventListener("abort", this.abort);
    this.watch = setInterval(this.replaceSilent, WATCH_MS);
    this.startMissing();
  }

  resize(size: number): void {
    this.size = size;
    this.startMissing();
  }

  private readonly abort = () => this.end({ kind: "aborted" });

  private startMissing(): void {
    while (!this.ended && this.workers.size < this.size && this.unassigned > 0) this.startWorker();
  }

  private get unassigned(): number {
    return this.returned.length + this.job.chunks - this.next;
  }

  private startWorker(): void {
    const worker = this.spawn();
    this.workers.set(worker, { chunks: new Set(), heard: performance.now() });
    worker.onmessage = ({ data }) => this.receive(worker, data);
    worker.onerror = ({ message }) => this.replace(worker, message ?? "a worker stopped");
    this.assign(worker);
  }

  private assign(worker: WorkerLike): void {
    if (this.unassigned === 0 || this.workers.size > this.size) {
      this.endWorker(worker);
      return;
    }
    const chunks = this.batch();
    this.workers.set(worker, { chunks: new Set(chunks), heard: performance.now() });
    worker.postMessage({ id: this.requests++, kind: "chunks", options: this.job.options, chunks });
  }

  private batch(): number[] {
    const each = this.done === 0 ? BATCH_MS : this.milliseconds / this.done;
    const size = Math.min(LARGEST_BATCH, Math.max(1, Math.floor(BATCH_MS / Math.max(each, Number.MIN_VALUE))));
    const batch = this.returned.splice(0, size);
    while (batch.length < size && this.next < this.job.chunks) batch.push(this.next++);
    return batch;
  }

  private receive(worker: WorkerLike, reply: Reply): void {
    if (reply.kind === "progress") this.add(worker, reply);
    else if (reply.kind === "done") this.assign(worker);
    else if (reply.kind === "read") return;
    else if (reply.problem.code === "crashed") this.replace(worker, reply.problem.message);
    else this.end({ kind: "failed", problem: reply.problem });
  }

  private add(worker: WorkerLike, { chunk, tally, milliseconds }: Extract<Reply, { kind: "progress" }>): void {
    const assignment = this.workers.get(worker);
    if (!assignment?.chunks.delete(chunk)) return;
    const now = performance.now();
    this.slowest = Math.max(this.slowest, now - assignment.heard);
    assignment.heard = now;
    this.done++;
    this.crashes = 0;
    this.milliseconds += milliseconds;
    this.control.onChunk?.(chunk, milliseconds);
    for (const prefix of this.inOrder.add(chunk, tally)) {
      this.control.onPrefix(prefix);
      if (this.ended) return;
    }
    if (this.inOrder.chunks === this.job.chunks) this.end({ kind: "done", milliseconds: this.milliseconds });
  }

  /** A dead worker's unreported chunks go back into the queue, and another takes its place. */
  private replace(worker: WorkerLike, message: string): void {
    this.giveBack(worker);
    if (++this.crashes >= this.size + MORE_CRASHES) {
      this.end({ kind: "failed", problem: { code: "crashed", parameter: "", message } });
    } else {
      this.startMissing();
    }
  }

  /** A browser may end a worker without a word. Who was only slow loses work, but no digit changes. */
  private readonly replaceSilent = () => {
    if (this.slowest === 0) return;
    const limit = this.patience * Math.max(LEAST_PATIENCE_MS, PATIENCE_IN_CHUNKS * this.slowest);
    const silent = [...this.workers].filter(([, { heard }]) => performance.now() - heard > limit);
    if (silent.length === 0) return;
    this.patience *= 2;
    for (const [worker] of silent) this.giveBack(worker);
    this.startMissing();
  };

  private giveBack(worker: WorkerLike): void {
    this.returned.push(...(this.workers.get(worker)?.chunks ?? []));
    this.returned.sort((a, b) => a - b);
    this.endWorker(worker);
  }

  private endWorker(worker: WorkerLike): void {
    worker.onmessage = null;
    worker.onerror = null;
    worker.terminate();
    this.workers.delete(worker);
  }

  private end(outcome: Outcome): void {
    this.ended = true;
    clearInterval(this.watch);
    this.control.signal.removeEventListener("abort", this.abort);
    for (const worker of [...this.workers.keys()]) this.endWorker(worker);
    this.resolve(outcome);
  }
}
