// Tallies of chunks in the order of the chunks, in which the module adds them up: in another order doubles have other digits.
import type { Tally } from "./protocol";

/** The chunks 0 up to `chunks`, that one not included. */
export interface Prefix {
  chunks: number;
  /** Trainings in them, where a tally begins with that. */
  samples: number;
  /** Of the last chunk. */
  tally: Tally;
}

/** Holds what came too early, and hands on what has become contiguous. */
export class InOrder {
  private readonly early = new Map<number, Tally>();
  chunks = 0;
  private samples = 0;

  /** The prefixes that `tally` completes, one for each chunk. */
  *add(chunk: number, tally: Tally): Generator<Prefix> {
    this.early.set(chunk, tally);
    for (let next = this.early.get(this.chunks); next; next = this.early.get(this.chunks)) {
      this.early.delete(this.chunks);
      this.chunks++;
      this.samples += next[0] ?? 0;
      yield { chunks: this.chunks, samples: this.samples, tally: next };
    }
  }
}
