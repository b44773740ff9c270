// What the elements tell the page. They never write state themselves.

import type { Model } from "../../answers/model";
import type { ScoreSource } from "../../state/files/scores";
import type { Table, TableName } from "../../state/files/table";
import type { RunKey } from "../../state/inputs/same-run";
import type { ScheduleAction } from "../../state/inputs/schedule-rows";
import type { Fault, Remedy } from "../../state/link/faults";
import type { ChoiceKey } from "../../state/parameters/choices";
import type { RowsKey } from "../../state/parameters/rows";
import type { Key, Parameters } from "../../state/parameters/table";

/** A control was typed into or moved. */
export class FieldEvent extends Event {
  constructor(
    readonly parameter: Key,
    readonly text: string,
  ) {
    super("mi-field", { bubbles: true });
  }
}

/** One of the allowed words was chosen, or the options of an experiment have changed. */
export class ChoiceEvent extends Event {
  constructor(
    readonly parameter: ChoiceKey | "laboratory",
    readonly value: string,
  ) {
    super("mi-choice", { bubbles: true });
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

/** The run is given by phases, or by a single one again; or the phases change. */
export class ScheduleEvent extends Event {
  constructor(readonly action: ScheduleAction | { kind: "on" } | { kind: "off" }) {
    super("mi-schedule", { bubbles: true });
  }
}

export type CompareAction = "keep" | "swap" | "drop";

/** The present run is kept as B, or B goes or changes places with it. */
export class CompareEvent extends Event {
  constructor(readonly action: CompareAction) {
    super("mi-two-runs", { bubbles: true });
  }
}

/** The value that a calibration found is to be used in the training view. */
export class AdoptEvent extends Event {
  constructor() {
    super("mi-adopt", { bubbles: true });
  }
}

/** "seen" once the panel has come into sight. */
export type MonteCarloAction = "start" | "cancel" | "fresh-seed" | "seen";

export class MonteCarloEvent extends Event {
  constructor(readonly action: MonteCarloAction) {
    super("mi-monte-carlo", { bubbles: true });
  }
}

/** A file has been read for this use, or goes. */
export class TableEvent extends Event {
  constructor(
    readonly table: TableName,
    readonly content: Table | null,
  ) {
    super("mi-table", { bubbles: true });
  }
}

/** A file of scores is given, or goes. */
export class ScoresEvent extends Event {
  constructor(readonly scores: ScoreSource | null) {
    super("mi-scores", { bubbles: true });
  }
}

/** A list of rows of numbers was typed into. */
export class RowsEvent extends Event {
  constructor(
    readonly parameter: RowsKey,
    readonly text: string,
  ) {
    super("mi-rows", { bubbles: true });
  }
}

/** The list of values of a sweep's second parameter was typed into. */
export class SecondEvent extends Event {
  constructor(readonly text: string) {
    super("mi-second", { bubbles: true });
  }
}

/** Asks the page what it shows, for a file that says so; nobody may be there to answer. */
export class ModelRequest extends Event {
  model: Model | null = null;

  constructor() {
    super("mi-model", { bubbles: true });
  }

  static from(element: HTMLElement): Model | null {
    const request = new ModelRequest();
    element.dispatchEvent(request);
    return request.model;
  }
}

/** A known setting takes the place of the present one. */
export class StartEvent extends Event {
  constructor(readonly values: Parameters) {
    super("mi-start", { bubbles: true });
  }
}

/** What a link has wrong is mended in one of the ways that were offered. */
export class MendEvent extends Event {
  constructor(
    readonly fault: Fault,
    readonly remedy: Remedy,
  ) {
    super("mi-mend", { bubbles: true });
  }
}

/** What was cancelled is computed after all, or the setting before comes back. */
export class AnswerEvent extends Event {
  constructor(readonly action: "again" | "back") {
    super("mi-answer", { bubbles: true });
  }
}

/** Earlier settings that were offered are taken back, or not wanted. */
export class OfferEvent extends Event {
  constructor(readonly answer: "take" | "drop") {
    super("mi-offer", { bubbles: true });
  }
}
