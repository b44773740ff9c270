// The course of one simulation: looks in the order of the chunks, estimates while it runs, and why it ends.
import type { MonteCarloOptions, MonteCarloPlan, MonteCarloResult } from "../../src/boundary/wasm/core";
import type { Answer, ExactEngine } from "../engine/exact-engine";
import type { Outcome, SimulationPool } from "../engine/pool";
import type { Estimate, Problem, Tally } from "../engine/protocol";
import type { Prefix } from "../engine/tally";

/** Why a run ended. */
export type Reason = "samples" | "width" | "time" | "cancelled";

export interface CoursePoint {
  samples: number;
  lower: number;
  estimate: number;
  upper: number;
}

export interface Progress {
  /** Share of the chunks that are added up. */
  share: number;
  /** Simulated trainings that are added up. */
  samples: number;
  seconds: number;
  /** Seconds that the rest takes at the pace so far. */
  left: number | null;
  result: MonteCarloResult | null;
  points: readonly CoursePoint[];
}

export type End =
  | { kind: "ended"; reason: Reason; progress: Progress; milliseconds: number | null }
  | { kind: "failed"; problem: Problem };

export interface Limits {
  /** Null: no limit. */
  seconds: number | null;
}

const TICK_MS = 66;
const ESTIMATE_MS = 100;
const POINTS_MS = 250;
/** Points of the course are so far apart. */
const LEAST_RATIO = 1.04;
/** The exact worker may die of another question: so often an estimate is asked for again. */
const MOST_ASKED = 3;

export class Course {
  private readonly stopping = new AbortController();
  private readonly started = performance.now();
  private readonly looks: ReadonlySet<number>;
  /** Prefixes to look at, in order; each decides whether the run ends there. */
  private readonly waiting: Prefix[] = [];
  private newest: Prefix | null = null;
  /** The sum of the first chunks, and the tallies behind it, in order. */
  private added: { chunks: number; tally: Tally | null } = { chunks: 0, tally: null };
  private behind: Tally[] = [];
  private shown: { prefix: Prefix; result: MonteCarloResult } | null = null;
  private shownAt = Number.NEGATIVE_INFINITY;
  private points: CoursePoint[] = [];
  private pointsShown: readonly CoursePoint[] = [];
  private pointsShownAt = Number.NEGATIVE_INFINITY;
  private reason: Reason | null = null;
  private outcome: Outcome | null = null;
  private wake: () => void = () => {};

  constructor(
    private readonly engine: ExactEngine,
    private readonly options: MonteCarloOptions,
    private readonly plan: MonteCarloPlan,
    private readonly limits: Limits,
    private readonly onProgress: (progress: Progress) => void,
  ) {
    this.looks = new Set(options.width === undefined ? [] : plan.looks);
  }

  /** Ends the work at once; what is contiguous by then is kept. */
  stop(reason: "time" | "cancelled"): void {
    this.reason ??= reason;
    this.stopping.abort();
    this.wake();
  }

  /** Ends it without an answer. */
  discard(): void {
    this.waiting.length = 0;
    this.newest = null;
    this.behind = [];
    this.stop("cancelled");
  }

  async run(pool: SimulationPool): Promise<End> {
    const { signal } = this.stopping;
    const job = { options: this.options, chunks: this.plan.chunks };
    const working = pool.run(job, { signal, onPrefix: (prefix) => this.take(prefix) });
    void working.then((outcome) => {
      this.outcome = outcome;
      if (outcome.kind === "done") this.reason ??= "samples";
      this.wake();
    });
    const ticks = setInterval(() => this.tick(), TICK_MS);
    try {
      return await this.followToEnd();
    } finally {
      clearInterval(ticks);
      this.stopping.abort();
    }
  }

  private take(prefix: Prefix): void {
    this.newest = prefix;
    this.behind.push(prefix.tally);
    if (this.looks.has(prefix.chunks) && prefix.samples > 0) this.waiting.push(prefix);
    this.checkTimeLimit();
    this.wake();
  }

  private tick(): void {
    this.checkTimeLimit();
    this.onProgress(this.progress());
    this.wake();
  }

  /** Messages come in a hidden page, too, where timers hardly do. */
  private checkTimeLimit(): void {
    const { seconds } = this.limits;
    if (seconds !== null && this.reason === null && this.seconds >= seconds) this.stop("time");
  }

  private async followToEnd(): Promise<End> {
    for (;;) {
      const look = this.waiting.shift();
      if (look) {
        const answer = await this.estimate(look);
        if (!answer.ok) return { kind: "failed", problem: answer.problem };
        this.show(look, answer.value.result);
        if (answer.value.result.width_reached) return this.end("width");
      } else if (this.outcome?.kind === "failed") {
        return { kind: "failed", problem: this.outcome.problem };
      } else if (this.reason || this.isDue()) {
        const { newest } = this;
        if (newest && newest.samples > 0 && newest !== this.shown?.prefix) {
          const answer = await this.estimate(newest);
          if (!answer.ok) return { kind: "failed", problem: answer.problem };
          this.show(newest, answer.value.result);
        } else if (this.reason) {
          return this.end(this.reason);
        } else {
          await this.nextWake();
        }
      } else {
        await this.nextWake();
      }
    }
  }

  private isDue(): boolean {
    return performance.now() - this.shownAt >= ESTIMATE_MS;
  }

  private nextWake(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  /** Prefixes are asked about in their order, so that each goes on from the sum of the one before. */
  private async estimate({ chunks }: Prefix): Promise<Answer<Estimate>> {
    const { added } = this;
    const more = this.behind.splice(0, chunks - added.chunks);
    const tallies = added.tally ? [added.tally, ...more] : more;
    for (let asked = 1; ; asked++) {
      const answer = await this.engine.estimate(this.options, tallies);
      if (answer.ok) this.added = { chunks, tally: answer.value.tally };
      if (answer.ok || answer.problem.code !== "crashed" || asked === MOST_ASKED) return answer;
    }
  }

  private show(prefix: Prefix, result: MonteCarloResult): void {
    const { estimate, lower, upper } = result.advantage;
    const point = { samples: result.samples, lower: lower ?? 0, estimate, upper: upper ?? 1 };
    const before = this.points.at(-2);
    if (before && point.samples < before.samples * LEAST_RATIO) this.points.pop();
    this.points.push(point);
    this.shown = { prefix, result };
    this.shownAt = performance.now();
    if (this.shownAt - this.pointsShownAt < POINTS_MS) return;
    this.pointsShown = [...this.points];
    this.pointsShownAt = this.shownAt;
  }

  private end(reason: Reason): End {
    this.pointsShown = [...this.points];
    const milliseconds = this.outcome?.kind === "done" ? this.outcome.milliseconds : null;
    const progress = this.progress();
    const share = reason === "samples" ? 1 : (this.shown?.prefix.chunks ?? 0) / this.plan.chunks;
    const samples = this.shown?.result.samples ?? 0;
    return { kind: "ended", reason, progress: { ...progress, share, samples, left: null }, milliseconds };
  }

  private get seconds(): number {
    return (performance.now() - this.started) / 1000;
  }

  private progress(): Progress {
    const share = (this.newest?.chunks ?? 0) / this.plan.chunks;
    const { seconds } = this;
    const rest = share > 0 ? (seconds * (1 - share)) / share : null;
    const limit = this.limits.seconds === null ? Number.POSITIVE_INFINITY : this.limits.seconds - seconds;
    return {
      share,
      samples: this.newest?.samples ?? 0,
      seconds,
      left: rest === null ? null : Math.max(0, Math.min(rest, limit)),
      result: this.shown?.result ?? null,
      points: this.pointsShown,
    };
  }
}
