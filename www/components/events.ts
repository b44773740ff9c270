// What the elements tell the page. They never write state themselves.

import type { Key } from "../state/params";
import type { RunKey } from "../state/run";

/** A control was typed into or moved. */
export class FieldEvent extends Event {
  constructor(
    readonly parameter: Key,
    readonly text: string,
  ) {
    super("mi-field", { bubbles: true });
  }
}

/** The same run is to be given by another key. */
export class GivenByEvent extends Event {
  constructor(readonly parameter: RunKey) {
    super("mi-given-by", { bubbles: true });
  }
}

/** A value of its own goes; the one that follows from the others comes back. */
export class ReleaseEvent extends Event {
  constructor(readonly parameter: Key) {
    super("mi-release", { bubbles: true });
  }
}

export type MonteCarloAction = "start" | "cancel" | "fresh-seed";

export class MonteCarloEvent extends Event {
  constructor(readonly action: MonteCarloAction) {
    super("mi-monte-carlo", { bubbles: true });
  }
}
