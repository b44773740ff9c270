// The time of an answer, measured here: no figure of the core, which has no clock.
import type { FigureSeries } from "../../src/boundary/wasm/core";
import type { ExactEngine } from "../engine/exact-engine";

/** Epochs at sample rate 0.001. */
const EPOCHS = [1, 2, 5, 10, 20, 50, 100];
const RATE = 0.001;
const NOISE = 1;
const REPEATS = 3;

/** Seconds of one answer by another tool at the same epochs, on one machine, once. */
export interface StoredTimes {
  tool: string;
  date: string;
  machine: string;
  seconds: readonly number[];
}

export const STORED: StoredTimes = {
  tool: "dp_accounting",
  date: "2026-11-22",
  machine: "version 0.6.0 in Python 3 on two cores, one record added or removed",
  seconds: [0.29, 0.32, 0.31, 0.32, 0.33, 0.32, 0.32],
};

export interface TimedSeries extends Pick<FigureSeries, "name" | "estimate"> {}

export class Timed {
  readonly x = EPOCHS;
  readonly series: TimedSeries[] = [
    { name: "exact answer of this page, measured now", estimate: [] },
    { name: "a closed form asked in the same way, measured now", estimate: [] },
    { name: `${STORED.tool}, measured on ${STORED.date}`, estimate: [...STORED.seconds] },
  ];
  done = false;
  private stopped = false;

  constructor(
    private readonly engine: ExactEngine,
    private readonly changed: () => void,
  ) {}

  stop(): void {
    this.stopped = true;
  }

  async measure(): Promise<void> {
    const [exact, closed] = this.series;
    // The first answer waits for the module.
    await this.exact(1);
    for (const epochs of EPOCHS) {
      const times = [await least(() => this.exact(epochs)), await least(() => this.closed())];
      if (this.stopped) return;
      exact?.estimate.push(times[0] ?? null);
      closed?.estimate.push(times[1] ?? null);
      this.changed();
    }
    this.done = true;
    this.changed();
  }

  private exact(epochs: number): Promise<unknown> {
    return this.engine.latest("figure", "training", {
      noise_multiplier: NOISE,
      sample_rate: RATE,
      num_steps: epochs / RATE,
      fpr: [0.1],
    });
  }

  private closed(): Promise<unknown> {
    return this.engine.latest("figure", "paper_figure", { figure: "closed_form_table_6_2", points: 1 });
  }
}

/** The shortest of some, in seconds; what the clock does not resolve is none. */
async function least(work: () => Promise<unknown>): Promise<number | null> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < REPEATS; i++) {
    const start = performance.now();
    await work();
    shortest = Math.min(shortest, performance.now() - start);
  }
  return shortest > 0 ? shortest / 1000 : null;
}
