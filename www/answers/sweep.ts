// Questions over many values, in parts: one in work, the newest waiting. A slow one gives way; a quick one is shown while a slider moves.
import type { Kind, SecondCurve, SweepOptions, SweepResult, SweptBound } from "../../src/boundary/wasm/core";
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
    private readonly part: (options: O) => number = () => PART,
  ) {}

  /** Null when a newer sweep took this one's place. */
  ask(options: O): Promise<Answer<R> | null> {
    return this.queue.add(SWEEP, () => this.whole(options));
  }

  private async whole(options: O): Promise<Answer<R> | null> {
    const start = performance.now();
    let whole: R | null = null;
    const part = this.part(options);
    for (let from = 0; from < options.values.length; from += part) {
      if (this.queue.waits(SWEEP) && performance.now() - start > PATIENCE_MS) return null;
      const answer = await this.askPart({ ...options, values: options.values.slice(from, from + part) });
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
    bounds: joinedBounds(one, next),
    second: one.second && {
      ...one.second,
      curves: one.second.curves.map((curve, i) => joinedCurve(curve, next.second?.curves[i] ?? curve)),
    },
    kind: joinedKind(one.kind, next.kind),
  };
}

/** One wide point, and the line is no exact one; one bound, and it is a bound. */
function joinedKind(one: Kind, next: Kind): Kind {
  return one === "exact" || (one === "interval" && next !== "exact") ? next : one;
}

function joinedCurve(one: SecondCurve, next: SecondCurve): SecondCurve {
  return {
    ...one,
    lower: [...one.lower, ...next.lower],
    estimate: [...one.estimate, ...next.estimate],
    upper: [...one.upper, ...next.upper],
    kind: joinedKind(one.kind, next.kind),
  };
}

/** A bound that applies in one part alone has gaps in the other. */
function joinedBounds(one: SweepResult, next: SweepResult): SweptBound[] {
  const all = [...one.bounds, ...next.bounds.filter(({ name }) => one.bounds.every((known) => known.name !== name))];
  const of = ({ bounds, values }: SweepResult, name: string) =>
    bounds.find((bound) => bound.name === name)?.values ?? values.map(() => null);
  return all.map((bound) => ({ ...bound, values: [...of(one, bound.name), ...of(next, bound.name)] }));
}

/** A part takes about as long whatever is drawn beside the figure. */
export function sweepPart({ bounds, second_values = [] }: SweepOptions): number {
  return Math.max(4, Math.floor(PART / (1 + (bounds ? 1 : 0) + second_values.length)));
}
