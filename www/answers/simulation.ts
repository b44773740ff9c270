// One Monte Carlo run at a time: plan, course, cancel; it gives way to other parameters.
import type { MonteCarloOptions, MonteCarloPlan } from "../../src/boundary/wasm/core";
import type { ExactEngine } from "../engine/exact-engine";
import type { SimulationPool } from "../engine/pool";
import type { Problem } from "../engine/protocol";
import { Latest } from "./latest";
import { Course, type Limits, type Progress, type Reason } from "./simulation-run";

/** Ending: cancelled, and the estimate of what was simulated until then is on its way. */
export type Status = "idle" | "running" | "ending" | "done" | "cancelled" | "failed";

export interface MonteCarloState extends Progress {
  status: Status;
  /** Why it is over. */
  reason: Reason | null;
  /** The run that the result belongs to. */
  options: MonteCarloOptions | null;
  plan: MonteCarloPlan | null;
  problem: Problem | null;
  /** Whether it is of the settings as they stand. */
  belongs: boolean;
}

const NOTHING: Progress = { share: 0, samples: 0, seconds: 0, left: null, result: null, points: [] };
const IDLE: MonteCarloState = {
  ...NOTHING,
  status: "idle",
  reason: null,
  options: null,
  plan: null,
  problem: null,
  belongs: true,
};

export class MonteCarlo {
  state = IDLE;
  private course: Course | null = null;
  private readonly latest = new Latest();

  constructor(
    private readonly engine: ExactEngine,
    private readonly pool: SimulationPool,
    private readonly changed: () => void,
    /** Told what a whole run has cost in milliseconds of one worker. */
    private readonly learned: (
      options: MonteCarloOptions,
      plan: MonteCarloPlan,
      milliseconds: number,
    ) => void = () => {},
  ) {}

  async start(options: MonteCarloOptions, limits: Limits = { seconds: null }): Promise<void> {
    this.abandon();
    const turn = this.latest.again();
    this.set({ ...IDLE, status: "running", options });
    const plan = await this.engine.plan(options);
    if (!turn.stands || this.state.status !== "running") return;
    if (!plan.ok) return this.set({ ...this.state, status: "failed", problem: plan.problem });
    this.set({ ...this.state, plan: plan.value });
    const course = new Course(this.engine, options, plan.value, limits, (progress) => {
      if (turn.stands && this.state.status === "running") this.set({ ...this.state, ...progress });
    });
    this.course = course;
    const end = await course.run(this.pool);
    if (!turn.stands) return;
    if (end.kind === "failed") return this.set({ ...this.state, status: "failed", problem: end.problem });
    const { reason, progress, milliseconds } = end;
    this.set({ ...this.state, ...progress, status: reason === "cancelled" ? "cancelled" : "done", reason });
    if (reason === "samples" && milliseconds !== null) this.learned(options, plan.value, milliseconds);
  }

  /** The workers end at once; the estimate of what they have done follows. */
  cancel(): void {
    if (this.state.status !== "running") return;
    this.course?.stop("cancelled");
    this.set({ ...this.state, status: this.course ? "ending" : "cancelled", reason: "cancelled", left: null });
  }

  /**
   * A result belongs to its parameters: a run that is on its way stops when they change, and one that is over is marked as
   * of other settings until they are what they were. Where there are none it goes.
   */
  follow(options: MonteCarloOptions | null): void {
    const { state } = this;
    if (!state.options) return;
    const belongs = JSON.stringify(options) === JSON.stringify(state.options);
    if (belongs === state.belongs) return;
    const over = !["running", "failed"].includes(state.status);
    if (!options || !over) this.abandon();
    this.set(options && over ? { ...state, belongs } : IDLE);
  }

  private abandon(): void {
    this.latest.reset();
    this.course?.discard();
    this.course = null;
  }

  private set(state: MonteCarloState): void {
    this.state = state;
    this.changed();
  }
}
