// Work for several askers, one piece at a time: of each asker the newest piece replaces the one that waits.

interface Piece {
  work: () => Promise<unknown>;
  settle: (done: unknown) => void;
}

export class Queue {
  /** One place for each asker; who came first has the first turn. */
  private readonly waiting = new Map<string, Piece>();
  private working = false;

  /** Null when a newer piece of the same asker took this one's place. */
  add<T>(asker: string, work: () => Promise<T>): Promise<T | null> {
    return new Promise((resolve) => {
      // The newer one keeps the place of the older.
      this.waiting.get(asker)?.settle(null);
      this.waiting.set(asker, { work, settle: (done) => resolve(done as T | null) });
      if (!this.working) void this.run();
    });
  }

  waits(asker: string): boolean {
    return this.waiting.has(asker);
  }

  /** What waits is not done any more. */
  drop(asker: string): void {
    this.waiting.get(asker)?.settle(null);
    this.waiting.delete(asker);
  }

  private async run(): Promise<void> {
    this.working = true;
    for (const [asker, { work, settle }] of this.waiting) {
      this.waiting.delete(asker);
      settle(await work());
    }
    this.working = false;
  }
}
