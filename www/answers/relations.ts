// The same run under every relation and sampling: one small question after the other, dropped when the run changes.
import type { NeighboringRelation, Sampling, TrainingOptions, TrainingResult } from "../../src/boundary/wasm/core";
import type { Answer } from "../engine/exact-engine";
import { optionsOf } from "../state/parameters/choices";
import { besideOptions, type Run, runOptions } from "../state/questions/run";
import { Latest } from "./latest";

export interface Cell {
  relation: NeighboringRelation;
  sampling: Sampling;
  answer: Answer<TrainingResult> | null;
  /** Whether the answer belongs to the run as it stands. */
  current: boolean;
}

export class Relations {
  cells: readonly Cell[] = optionsOf("neighboring_relation").flatMap(([relation]) =>
    optionsOf("sampling").map(([sampling]) => ({
      relation: relation as NeighboringRelation,
      sampling: sampling as Sampling,
      answer: null,
      current: false,
    })),
  );
  private readonly latest = new Latest();

  constructor(
    private readonly ask: (options: TrainingOptions) => Promise<Answer<TrainingResult> | null>,
    private readonly changed: () => void,
  ) {}

  /** Nothing is asked any more, and what is known goes. */
  clear(): void {
    this.latest.reset();
    this.cells = this.cells.map((cell) => ({ ...cell, answer: null, current: false }));
  }

  async follow(run: Run): Promise<void> {
    const turn = this.latest.ask(runOptions(run));
    if (!turn) return;
    this.cells = this.cells.map((cell) => ({ ...cell, current: false }));
    for (const [i, { relation, sampling }] of this.cells.entries()) {
      const answer = await this.ask(besideOptions(run, relation, sampling));
      if (!turn.stands) return;
      this.cells = this.cells.map((cell, j) => (i === j ? { ...cell, answer, current: answer !== null } : cell));
      this.changed();
    }
  }
}
