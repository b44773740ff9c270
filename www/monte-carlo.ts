// One Monte Carlo run at a time: plan, pool, running estimate, cancel.
import type { MonteCarloOptions, MonteCarloResult } from "../src/wasm";
import type { ExactEngine } from "./engine";
import type { Progress, SimulationPool } from "./worker/pool";
import type { Problem } from "./worker/protocol";

export type Status = "idle" | "running" | "done" | "cancelled" | "failed";

export interface MonteCarloState {
  status: Status;
  /** The run that the result belongs to. */
  options: MonteCarloOptions | null;
  /** Share of the chunks that are done. */
  share: number;
  result: MonteCarloResult | null;
  problem: Problem | null;
}

const IDLE: MonteCarloState = { status: "idle", options: null, share: 0, result: null, problem: null };

export class MonteCarlo {
  state = IDLE;
  private abort: AbortController | null = null;

  constructor(
    private readonly engine: ExactEngine,
    private readonly pool: SimulationPool,
    private readonly changed: () => void,
  ) {}

  async start(options: MonteCarloOptions): Promise<void> {
    this.abort?.abort();
    const abort = new AbortController();
    this.abort = abort;
    this.set({ ...IDLE, status: "running", options });
    const plan = await this.engine.plan(options);
    if (abort.signal.aborted) return;
    if (!plan.ok) return this.set({ ...this.state, status: "failed", problem: plan.problem });
    const outcome = await this.pool.run(
      { options, chunks: plan.value.chunks },
      { signal: abort.signal, onProgress: this.showRunning(options, abort.signal) },
    );
    if (outcome.kind === "aborted") return;
    if (outcome.kind === "failed") return this.set({ ...this.state, status: "failed", problem: outcome.problem });
    const estimate = await this.engine.estimate(options, outcome.tally);
    if (abort.signal.aborted) return;
    if (estimate.ok) this.set({ ...this.state, status: "done", share: 1, result: estimate.value });
    else this.set({ ...this.state, status: "failed", problem: estimate.problem });
  }

  cancel(): void {
    if (this.state.status !== "running") return;
    this.abort?.abort();
    this.set({ ...this.state, status: "cancelled" });
  }

  /** A result belongs to its parameters: when they change it goes, and a run that computes it stops. */
  follow(options: MonteCarloOptions): void {
    if (this.state.options && JSON.stringify(options) !== JSON.stringify(this.state.options)) {
      this.abort?.abort();
      this.set(IDLE);
    }
  }

  /** At most one running estimate is asked for at a time; it uses whatever chunks are in by then. */
  private showRunning(options: MonteCarloOptions, signal: AbortSignal): (progress: Progress) => void {
    let asking = false;
    return async ({ tally, done, chunks }) => {
      if (asking) return;
      asking = true;
      const answer = await this.engine.estimate(options, tally);
      asking = false;
      if (signal.aborted || this.state.status !== "running" || !answer.ok) return;
      this.set({ ...this.state, share: done / chunks, result: answer.value });
    };
  }

  private set(state: MonteCarloState): void {
    this.state = state;
    this.changed();
  }
}
