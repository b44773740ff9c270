// Questions over many values, in parts: one in work, the newest waiting. A slow one gives way; a quick one is shown while a slider moves.
import type { SweepResult } from "../../src/boundary/wasm/core";
import type { Answer } from "../engine/exact-engine";

const PART = 16;
/** A sweep that has worked for so long ends at its next part when a newer one waits. */
const PATIENCE_MS = 400;

type Ask<O, R> = (options: O) => Promise<Answer<R> | null>;

interface Waiting<O, R> {
  options: O;
  settle: (answer: Answer<R> | null) => void;
}

export class Sweeps<O extends { values: number[] }, R> {
  private waiting: Waiting<O, R> | null = null;
  private working = false;

  constructor(
    private readonly askPart: Ask<O, R>,
    private readonly joined: (one: R, next: R) => R,
    private readonly part = PART,
  ) {}

  /** Null when a newer sweep took this one's place. */
  ask(options: O): Promise<Answer<R> | null> {
    return new Promise((settle) => {
      this.waiting?.settle(null);
      this.waiting = { options, settle };
      if (!this.working) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.working = true;
    while (this.waiting) {
      const { options, settle } = this.waiting;
      this.waiting = null;
      settle(await this.whole(options));
    }
    this.working = false;
  }

  private async whole(options: O): Promise<Answer<R> | null> {
    const start = performance.now();
    let whole: R | null = null;
    for (let from = 0; from < options.values.length; from += this.part) {
      if (this.waiting && performance.now() - start > PATIENCE_MS) return null;
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
