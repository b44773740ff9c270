// Tallies of chunks, added up in the order of the chunks: doubles added in another order have other digits.
import type { Tally } from "../../src/boundary/wasm/core";

/** The sum over the chunks 0 up to `chunks`, that one not included. */
export interface Prefix {
  chunks: number;
  tally: Tally;
}

/** Holds what came too early, and adds up what has become contiguous. */
export class PrefixSum {
  private readonly early = new Map<number, Tally>();
  private whole: Prefix | null = null;

  get chunks(): number {
    return this.whole?.chunks ?? 0;
  }

  /** The prefixes that `tally` completes, one for each chunk that is added. */
  *add(chunk: number, tally: Tally): Generator<Prefix> {
    this.early.set(chunk, tally);
    for (let next = this.early.get(this.chunks); next; next = this.early.get(this.chunks)) {
      this.early.delete(this.chunks);
      this.whole = { chunks: this.chunks + 1, tally: this.whole ? sum(this.whole.tally, next) : next };
      yield this.whole;
    }
  }
}

export function sum(a: Tally, b: Tally): Tally {
  return {
    samples: a.samples + b.samples,
    sums: sumOf(a.sums, b.sums),
    pilot: sumOf(a.pilot, b.pilot),
    out: sumOf(a.out, b.out),
    in: sumOf(a.in, b.in),
  };
}

/** Element by element; a list that a chunk leaves empty adds nothing. */
function sumOf(a: number[], b: number[]): number[] {
  if (b.length === 0) return a;
  return a.length === 0 ? b : a.map((value, i) => value + (b[i] ?? 0));
}
