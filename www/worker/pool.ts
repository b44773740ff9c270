// A pool of Monte Carlo workers for one run: chunks by index, tallies added field by field.
import type { MonteCarloOptions, Tally } from "../../src/wasm";
import type { Problem, Reply, WorkerLike } from "./protocol";

export interface Job {
  options: MonteCarloOptions;
  chunks: number;
}

export interface Progress {
  tally: Tally;
  done: number;
  chunks: number;
}

export interface RunControl {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

export type Outcome = { kind: "done"; tally: Tally } | { kind: "aborted" } | { kind: "failed"; problem: Problem };

const MOST_WORKERS = 16;
const BATCHES_PER_WORKER = 8;
const LARGEST_BATCH = 16;
/** Deaths in a row, without a chunk between them, after which the run gives up. */
const MOST_DEATHS = 3;

/** Some browsers keep the number of cores to themselves. */
export function poolSize(cores: number | undefined): number {
  return Math.min(MOST_WORKERS, Math.max(1, cores ?? 1));
}

export class SimulationPool {
  constructor(
    private readonly spawn: () => WorkerLike,
    private readonly size: number,
  ) {}

  run(job: Job, { signal, onProgress }: RunControl): Promise<Outcome> {
    return new Promise((resolve) => new Run(this.spawn, this.size, job, signal, onProgress, resolve).start());
  }
}

class Run {
  private readonly assigned = new Map<WorkerLike, Set<number>>();
  private readonly returned: number[] = [];
  private next = 0;
  private done = 0;
  private deaths = 0;
  private requests = 0;
  private tally: Tally = { samples: 0, sum: 0, sum_of_squares: 0 };

  constructor(
    private readonly spawn: () => WorkerLike,
    private readonly size: number,
    private readonly job: Job,
    private readonly signal: AbortSignal,
    private readonly onProgress: (progress: Progress) => void,
    private readonly resolve: (outcome: Outcome) => void,
  ) {}

  start(): void {
    if (this.signal.aborted) {
      this.resolve({ kind: "aborted" });
      return;
    }
    this.signal.addEventListener("abort", this.abort);
    const workers = Math.min(this.size, this.job.chunks);
    for (let i = 0; i < workers; i++) this.hire();
  }

  private readonly abort = () => this.end({ kind: "aborted" });

  private hire(): void {
    const worker = this.spawn();
    this.assigned.set(worker, new Set());
    worker.onmessage = ({ data }) => this.hear(worker, data);
    worker.onerror = ({ message }) => this.bury(worker, message ?? "a worker stopped");
    this.assign(worker);
  }

  private assign(worker: WorkerLike): void {
    const chunks = this.batch();
    if (chunks.length === 0) {
      this.dismiss(worker);
      return;
    }
    this.assigned.set(worker, new Set(chunks));
    worker.postMessage({ id: this.requests++, kind: "chunks", options: this.job.options, chunks });
  }

  private batch(): number[] {
    const { chunks } = this.job;
    const size = Math.min(LARGEST_BATCH, Math.max(1, Math.floor(chunks / (this.size * BATCHES_PER_WORKER))));
    const batch = this.returned.splice(0, size);
    while (batch.length < size && this.next < chunks) batch.push(this.next++);
    return batch;
  }

  private hear(worker: WorkerLike, reply: Reply): void {
    if (reply.kind === "progress") this.add(worker, reply.chunk, reply.tally);
    else if (reply.kind === "done") this.assign(worker);
    else if (reply.problem.code === "crashed") this.bury(worker, reply.problem.message);
    else this.end({ kind: "failed", problem: reply.problem });
  }

  private add(worker: WorkerLike, chunk: number, tally: Tally): void {
    if (!this.assigned.get(worker)?.delete(chunk)) return;
    this.tally = sum(this.tally, tally);
    this.done++;
    this.deaths = 0;
    this.onProgress({ tally: this.tally, done: this.done, chunks: this.job.chunks });
    if (this.done === this.job.chunks) this.end({ kind: "done", tally: this.tally });
  }

  /** A dead worker's unreported chunks go back into the queue, and another takes its place. */
  private bury(worker: WorkerLike, message: string): void {
    this.returned.push(...(this.assigned.get(worker) ?? []));
    this.dismiss(worker);
    if (++this.deaths >= MOST_DEATHS) {
      this.end({ kind: "failed", problem: { code: "crashed", parameter: "", message } });
    } else {
      this.hire();
    }
  }

  private dismiss(worker: WorkerLike): void {
    worker.onmessage = null;
    worker.onerror = null;
    worker.terminate();
    this.assigned.delete(worker);
  }

  private end(outcome: Outcome): void {
    this.signal.removeEventListener("abort", this.abort);
    for (const worker of [...this.assigned.keys()]) this.dismiss(worker);
    this.resolve(outcome);
  }
}

function sum(a: Tally, b: Tally): Tally {
  return {
    samples: a.samples + b.samples,
    sum: a.sum + b.sum,
    sum_of_squares: a.sum_of_squares + b.sum_of_squares,
  };
}
