// Questions over many values, in parts: one in work, the newest waiting. A slow one gives way; a quick one is shown while a slider moves.
import type { SweepResult } from "../../src/boundary/wasm/core";
import type { Answer } from "../engine/exact-engine";
import { Queue } from "../engine/queue";

const PART = 16;
/** A sweep that has worked for so long ends at its next part when a newer one waits. */
const PATIENCE_MS = 400;
const SWEEP = "sweep";

type Ask<O, R> = (options: O) => Promise<Answer<R> | null>;

export class Sweeps<O extends { values: number[] }, R> {
  private readonly queue = new Queue();

  constructor(
    private readonly askPart: Ask<O, R>,
    private readonly joined: (one: R, next: R) => R,
    private readonly part = PART,
  ) {}

  /** Null when a newer sweep took this one's place. */
  ask(options: O): Promise<Answer<R> | null> {
    return this.queue.add(SWEEP, () => this.whole(options));
  }

  private async whole(options: O): Promise<Answer<R> | null> {
    const start = performance.now();
    let whole: R | null = null;
    for (let from = 0; from < options.values.length; from += this.part) {
      if (this.queue.waits(SWEEP) && performance.now() - start > PATIENCE_MS) return null;
      const answer = await this.askPart({ ...options, values: options.values.slice(from, from + this.part) });
      if (!answer?.ok) return answer;
      whole = whole ? this.joined(whole, answer.value) : answer.value;
    }
    return whole && { ok: true, value: whole };
  }
}

export function joinedSweep(one: SweepResult, next: SweepResult): SweepResult {
  return {
    ...one,
    values: [...one.values, ...next.values],
    lower: [...one.lower, ...next.lower],
    estimate: [...one.estimate, ...next.estimate],
    upper: [...one.upper, ...next.upper],
    kind: one.kind === "exact" || (one.kind === "interval" && next.kind !== "exact") ? next.kind : one.kind,
  };
}
