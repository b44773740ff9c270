// A pool of Monte Carlo workers: one run at a time, on as many workers as are wanted, now or while it runs.
import { MOST_WORKERS } from "../state/parameters/simulation";
import { type Job, type Outcome, PoolRun, type RunControl } from "./pool-run";
import type { WorkerLike } from "./protocol";

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

  /** Takes effect at once: more are hired, and who is too many leaves after the chunk in work. */
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
