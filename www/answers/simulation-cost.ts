// What a run will cost: its plan, and the time of a step, measured on a short run of the same kind while nothing else runs.
import type { HistoryEntry, MonteCarloOptions, MonteCarloPlan } from "../../src/boundary/wasm/core";
import type { ExactEngine } from "../engine/exact-engine";
import type { Problem, Reply, WorkerLike } from "../engine/protocol";
import { Latest } from "./latest";

/** A measurement waits until the inputs have rested for so long. */
const REST_MS = 600;
/** It repeats a short run: an engine compiles twice, and only the second result has the speed of a long run. A round may
 * take less than a browser's clock tells apart, so the quickest would be too quick: the mean of the later half counts. */
const MEASURED_MS = 250;
const TRIAL_SAMPLES = 256;
const TRIAL_STEPS = 4e6;
/** A measurement that takes longer says nothing of use. */
const MOST_MS = 5000;

export class Forecast {
  plan: MonteCarloPlan | null = null;
  /** Why there is no plan. */
  problem: Problem | null = null;
  private readonly nanoseconds = new Map<string, number>();
  private asked: MonteCarloOptions | null = null;
  private readonly latest = new Latest();
  private readonly measured = new Latest();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private worker: WorkerLike | null = null;
  private watched = false;
  /** Whether a run has the cores for itself. */
  private paused = false;

  constructor(
    private readonly engine: ExactEngine,
    private readonly spawn: () => WorkerLike,
    private readonly changed: () => void,
  ) {}

  /** Nanoseconds of one step on one worker, where they are known. */
  get nanosecondsPerStep(): number | null {
    return (this.asked && this.nanoseconds.get(kindOf(this.asked))) ?? null;
  }

  /** Seconds on so many workers, where they are known. */
  seconds(workers: number): number | null {
    const each = this.nanosecondsPerStep;
    if (!this.plan || each === null) return null;
    return (this.plan.steps_drawn * each * 1e-9) / Math.min(workers, this.plan.chunks);
  }

  /** From now on somebody sees the forecast: before that, nothing is measured. */
  watch(): void {
    this.watched = true;
    if (this.plan) this.measureSoon();
  }

  async follow(options: MonteCarloOptions | null): Promise<void> {
    const turn = this.latest.ask(options);
    if (!turn) return;
    this.asked = options;
    this.stop();
    if (!options) {
      this.plan = null;
      this.problem = null;
      return;
    }
    const answer = await this.engine.latest("forecast", "plan", options);
    if (!answer || !turn.stands) return;
    this.plan = answer.ok ? answer.value : null;
    this.problem = answer.ok ? null : answer.problem;
    this.changed();
    if (this.plan && this.watched) this.measureSoon();
  }

  /** What a whole run has taken is known better than from a short one. */
  learn(options: MonteCarloOptions, { steps_drawn }: MonteCarloPlan, milliseconds: number): void {
    this.nanoseconds.set(kindOf(options), (milliseconds * 1e6) / steps_drawn);
  }

  /** A run begins, which needs the cores for itself: nothing is measured until {@link resume}. */
  pause(): void {
    this.paused = true;
    this.stop();
  }

  /** The run has ended, and somebody sees it. */
  resume(): void {
    this.paused = false;
    this.watch();
  }

  private stop(): void {
    this.measured.reset();
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
  }

  private measureSoon(): void {
    if (this.paused || this.nanosecondsPerStep !== null) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.measure(), REST_MS);
  }

  private async measure(): Promise<void> {
    const { asked, plan } = this;
    if (!asked || !plan) return;
    const turn = this.measured.again();
    const trial = shortened(asked, plan);
    const answer = await this.engine.latest("trial", "plan", trial);
    if (!answer?.ok || !turn.stands) return;
    const { chunks, steps_drawn } = answer.value;
    const milliseconds = await this.time(trial, chunks);
    if (milliseconds === null || !turn.stands) return;
    this.nanoseconds.set(kindOf(asked), (milliseconds * 1e6) / steps_drawn);
    this.changed();
  }

  /** What a repetition of a run takes once it is at speed, or null where it cannot be timed. */
  private time(options: MonteCarloOptions, chunks: number): Promise<number | null> {
    return new Promise((resolve) => {
      const worker = this.spawn();
      this.worker = worker;
      const start = performance.now();
      const rounds: number[] = [];
      let round = 0;
      const all = Array.from({ length: chunks }, (_, chunk) => chunk);
      const ask = () => worker.postMessage({ id: 0, kind: "chunks", options, chunks: all });
      const end = (value: number | null) => {
        clearTimeout(limit);
        worker.terminate();
        if (this.worker === worker) this.worker = null;
        resolve(value);
      };
      const limit = setTimeout(() => end(null), MOST_MS);
      worker.onerror = () => end(null);
      worker.onmessage = ({ data }: { data: Reply }) => {
        if (data.kind === "failed") return end(null);
        if (data.kind === "progress") {
          round += data.milliseconds;
          return;
        }
        rounds.push(round);
        round = 0;
        if (performance.now() - start < MEASURED_MS) return ask();
        const later = rounds.slice(rounds.length >> 1);
        end(later.reduce((sum, one) => sum + one) / later.length);
      };
      ask();
    });
  }
}

/** Runs of one kind take the same time for a step. */
function kindOf({ samples: _samples, seed: _seed, width: _width, ...kind }: MonteCarloOptions): string {
  return JSON.stringify(kind);
}

/** A run of the same kind with fewer trainings and, where these are long, shorter ones. */
export function shortened(options: MonteCarloOptions, plan: MonteCarloPlan): MonteCarloOptions {
  const { width: _width, epochs: _epochs, num_steps: _steps, history, ...rest } = options;
  const share = Math.min(1, TRIAL_STEPS / (TRIAL_SAMPLES * plan.num_steps));
  const short = (steps: number) => Math.max(1, Math.ceil(steps * share));
  if (!history) return { ...rest, samples: TRIAL_SAMPLES, num_steps: short(plan.num_steps) };
  const phases = history.map(([noise, rate, steps]): HistoryEntry => [noise, rate, short(steps)]);
  return { ...rest, samples: TRIAL_SAMPLES, history: phases };
}

/** What is known before a run starts. */
export interface Expected {
  plan: MonteCarloPlan | null;
  problem: Problem | null;
  seconds: number | null;
  workers: number;
}
