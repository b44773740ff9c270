// What the elements tell of the controls, as the next inputs.

import {
  chosen,
  type Inputs,
  mended,
  rowsTyped,
  scheduled,
  secondTyped,
  swapped,
  typed,
  withSchedule,
  withScores,
  withTable,
} from "../../state/inputs/inputs";
import { givenBy } from "../../state/inputs/same-run";
import { runOf } from "../../state/questions/run";
import type {
  ChoiceEvent,
  CompareEvent,
  FieldEvent,
  GivenByEvent,
  MendEvent,
  ReleaseEvent,
  RowsEvent,
  ScheduleEvent,
  ScoresEvent,
  SecondEvent,
  TableEvent,
} from "../element/events";

export interface Holder {
  inputs: () => Inputs;
  change: (next: Inputs) => void;
}

/** Hears every change of a control inside of `place`. */
export function listen(place: HTMLElement, { inputs, change }: Holder): void {
  const on = <E extends Event>(name: string, next: (event: E) => Inputs) =>
    place.addEventListener(name, (event) => change(next(event as E)));
  on<FieldEvent>("mi-field", ({ parameter, text }) => typed(inputs(), parameter, text));
  on<ChoiceEvent>("mi-choice", ({ parameter, value }) => chosen(inputs(), parameter, value as never));
  on<GivenByEvent>("mi-given-by", ({ parameter }) => givenBy(inputs(), parameter));
  on<ReleaseEvent>("mi-release", ({ parameter }) => chosen(inputs(), parameter, null as never));
  on<ScheduleEvent>("mi-schedule", ({ action }) => {
    if (action.kind === "on") return withSchedule(inputs());
    return action.kind === "off" ? chosen(inputs(), "history", null) : scheduled(inputs(), action);
  });
  on<MendEvent>("mi-mend", ({ fault, remedy }) => mended(inputs(), fault, remedy));
  on<RowsEvent>("mi-rows", ({ parameter, text }) => rowsTyped(inputs(), parameter, text));
  on<SecondEvent>("mi-second", ({ text }) => secondTyped(inputs(), text));
  on<TableEvent>("mi-table", ({ table, content }) => withTable(inputs(), table, content));
  on<ScoresEvent>("mi-scores", ({ scores }) => withScores(inputs(), scores));
  on<CompareEvent>("mi-two-runs", ({ action }) => {
    if (action === "swap") return swapped(inputs());
    return { ...inputs(), runB: action === "keep" ? runOf(inputs().values) : null };
  });
}
