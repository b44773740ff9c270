// The course of one experiment: its units on all workers, and what the rows show while they come.
import type { ExperimentOptions, ExperimentResult } from "../../src/boundary/wasm/core";
import type { ExactEngine } from "../engine/exact-engine";
import type { Outcome, SimulationPool } from "../engine/pool";
import type { Problem } from "../engine/protocol";

export type ExperimentStatus = "idle" | "running" | "done" | "cancelled" | "failed";

export interface ExperimentState {
  status: ExperimentStatus;
  /** What the result is of. */
  options: ExperimentOptions | null;
  result: ExperimentResult | null;
  /** What is proved between the settings, too, where these differ in their noise. */
  between: ExperimentResult | null;
  problem: Problem | null;
  units: number;
  /** Units that have come, in order. */
  done: number;
  seconds: number;
  /** Seconds that the rest takes at the pace so far. */
  left: number | null;
  /** Milliseconds of each unit that was done, by its number: of this machine, and no part of the result. */
  times: ReadonlyMap<number, number>;
}

/** Results are looked at so often, and less often where that takes long. */
const LOOK_MS = 250;
const LONGEST_PAUSE_MS = 2000;
const PAUSES_FOR_A_LOOK = 3;
/** Who asks for what is proved between the settings. */
export const CURVE = "experiment curve";
const CURVE_NOISES = 20;
/** Has no factor in common with their number: from the first on, they lie all along the curve. */
const CURVE_STEP = 7;

export class ExperimentCourse {
  private readonly stopping = new AbortController();
  private readonly rows = new Rows();
  private readonly times = new Map<number, number>();
  private readonly begun = performance.now();
  private over = false;
  private left = false;
  private wake: () => void = () => {};
  private finish: () => void = () => {};

  constructor(
    private readonly engine: ExactEngine,
    private readonly pool: SimulationPool,
    private readonly options: ExperimentOptions,
    private readonly show: (part: Partial<ExperimentState>) => void,
  ) {}

  /** The workers end at once; what is contiguous by then is kept. */
  stop(): void {
    this.stopping.abort();
  }

  /** Nobody sees what is found any more. */
  leave(): void {
    this.left = true;
    this.stop();
  }

  resize(workers: number): void {
    this.pool.resize(workers);
  }

  async run(): Promise<void> {
    const checked = await this.engine.latest("experiment", "experiment", this.options);
    if (this.stopping.signal.aborted || !checked) return this.end({ kind: "aborted" });
    if (!checked.ok) return this.end({ kind: "failed", problem: checked.problem });
    const { units } = checked.value;
    this.show({ units });
    const working = this.pool.run(
      { options: this.options, chunks: units },
      {
        signal: this.stopping.signal,
        onPrefix: ({ tally }) => {
          this.rows.add(tally);
          this.wake();
        },
        onChunk: (unit, milliseconds) => this.times.set(unit, milliseconds),
      },
    );
    void working.then((outcome) => this.end(outcome));
    const result = await this.look(units);
    if (result && !this.left) await this.lookBetween(result);
  }

  private end(outcome: Outcome): void {
    const { done } = this.rows;
    this.over = true;
    const last = { done, seconds: this.seconds, left: null, times: this.times };
    if (outcome.kind === "failed") this.show({ status: "failed", problem: outcome.problem, left: null });
    else if (outcome.kind === "aborted") this.show({ status: "cancelled", ...last });
    // It is done once the figures of all of it are there.
    else this.finish = () => this.show({ status: "done", ...last });
    this.wake();
  }

  /** Between the points of the settings a straight line would not be what is proved. */
  private async lookBetween(result: ExperimentResult): Promise<void> {
    const { noise_multiplier: noises } = this.options as { noise_multiplier?: number | number[] };
    if (!Array.isArray(noises) || result.settings.some(({ parameter }) => parameter !== "noise_multiplier")) return;
    const [least, most] = [Math.min(...noises), Math.max(...noises)];
    if (!(least > 0 && least < most)) return;
    let between = result;
    // Each may take a second, and other questions wait no longer than for one of them.
    for (let i = 0; i < CURVE_NOISES; i++) {
      const noise = least * (most / least) ** ((((i * CURVE_STEP) % CURVE_NOISES) + 0.5) / CURVE_NOISES);
      const run = { ...this.options, noise_multiplier: [noise] } as ExperimentOptions;
      const answer = await this.engine.latest(CURVE, "experiment_result", { run, rows: new Float64Array() });
      if (!answer?.ok) return;
      const settings = [...between.settings, ...answer.value.settings].sort((a, b) => a.value - b.value);
      between = { ...between, settings };
      this.show({ between });
    }
  }

  /** The first look has no rows: what is proved is there before anything has been found. Null where there was no end. */
  private async look(units: number): Promise<ExperimentResult | null> {
    let result: ExperimentResult | null = null;
    for (let shown = -1; ; ) {
      const { done } = this.rows;
      if (done === shown && this.over) {
        this.finish();
        return result;
      }
      if (done === shown) await this.woken();
      else {
        const asked = performance.now();
        const options = { run: this.options, rows: this.rows.all() };
        const answer = await this.engine.latest("experiment result", "experiment_result", options);
        // A newer course has taken the place of this one.
        if (!answer) return null;
        if (!answer.ok) {
          this.stop();
          this.show({ status: "failed", problem: answer.problem });
          return null;
        }
        result = answer.value;
        shown = done;
        const { seconds } = this;
        const left = done > 0 ? (seconds * (units - done)) / done : null;
        this.show({ result, ...(this.over ? {} : { done, seconds, left }) });
        const pause = Math.min(LONGEST_PAUSE_MS, Math.max(LOOK_MS, PAUSES_FOR_A_LOOK * (performance.now() - asked)));
        if (done > 0) await this.pause(pause);
      }
    }
  }

  private get seconds(): number {
    return (performance.now() - this.begun) / 1000;
  }

  private woken(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  /** Until then, or the end. */
  private pause(milliseconds: number): Promise<void> {
    if (this.over) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        if (!this.over) return;
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Rows of numbers one after the other, in the order of their units. */
class Rows {
  private held = new Float64Array(1024);
  private length = 0;
  done = 0;

  add(row: Float64Array): void {
    const length = this.length + row.length;
    if (length > this.held.length) {
      const wider = new Float64Array(Math.max(length, 2 * this.held.length));
      wider.set(this.held.subarray(0, this.length));
      this.held = wider;
    }
    this.held.set(row, this.length);
    this.length = length;
    this.done++;
  }

  all(): Float64Array {
    return this.held.slice(0, this.length);
  }
}
