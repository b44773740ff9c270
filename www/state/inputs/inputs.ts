// What stands in the controls: the last good value of each, the text as typed, and what is wrong with it.
import type { ScoreSource } from "../files/scores";
import type { Table, TableName } from "../files/table";
import type { Fault, Remedy } from "../link/faults";
import { CHOICES } from "../parameters/choices";
import { inPlainWords, whatToEnter } from "../parameters/entry";
import { LOCAL_KEYS } from "../parameters/others";
import { isRowsKey, type RowsKey, readRows, rowsText } from "../parameters/rows";
import { readSecondValues } from "../parameters/second-values";
import { defaults, type Key, type Name, PARAMS, type Parameters, parse, printed } from "../parameters/table";
import { type Run, rateOf, runOf, stepsOf } from "../questions/run";
import { acted, historyOf, type Row, rowsOf, type ScheduleAction } from "./schedule-rows";

export interface Inputs {
  values: Parameters;
  /** As typed, where it differs from the printed value. */
  texts: Partial<Record<Key | RowsKey | "second_values", string>>;
  /** Why the text is refused; the value beside it is the last good one. */
  problems: Partial<Record<Name, string>>;
  /** What the link that was opened has wrong, until it is mended. */
  faults: Fault[];
  /** A quiet remark: how the text was read. */
  notes: Partial<Record<Name, string>>;
  /** The rows of the schedule; kept while a single phase is used, so that nothing typed is lost. */
  rows: Row[];
  /** The run B that the run in the controls is compared with. */
  runB: Run | null;
  /** What was read from files. A link does not carry it. */
  tables: Partial<Record<TableName, Table>>;
  /** The file of scores that is held against what was declared. */
  scores: ScoreSource | null;
}

export function inputsOf(
  values: Parameters = defaults(),
  runB: Inputs["runB"] = null,
  faults: Inputs["faults"] = [],
): Inputs {
  // A schedule that cannot be read has no rows whose cells would say so.
  const entered = faults.filter(
    ({ parameter, text }) => parameter !== null && parameter !== "history" && text !== null,
  );
  const texts = entered.flatMap(({ parameter, text }) =>
    parameter && (isRowsKey(parameter) || parameter === "second_values" || parameter in PARAMS)
      ? [[parameter, text]]
      : [],
  );
  const enters = (name: Name) => entered.some(({ parameter }) => parameter === name);
  return {
    // The field in which a bad rate or count stands is there while the run is given by it.
    values: {
      ...values,
      ...(enters("sample_rate") ? { sample_rate: Math.min(1, rateOf(values)) } : {}),
      ...(enters("num_steps") ? { num_steps: stepsOf(values) } : {}),
    },
    texts: Object.fromEntries(texts),
    problems: Object.fromEntries(entered.map((fault) => [fault.parameter, problemOf(fault)])),
    faults,
    notes: {},
    rows: values.history ? rowsOf(values.history) : [],
    runB,
    tables: {},
    scores: null,
  };
}

/** What the control says of a fault of the link. */
function problemOf({ parameter, text, message }: Fault): string {
  if (!parameter || text === null || !Object.hasOwn(PARAMS, parameter)) return message;
  return whatToEnter(parameter as Key, text);
}

export function textOf(inputs: Inputs, key: Key, derived: number | null = null): string {
  const value = inputs.values[key] ?? derived;
  return inputs.texts[key] ?? (value === null ? "" : printed(key, value));
}

export function typed(inputs: Inputs, key: Key, text: string): Inputs {
  const bare = forget(inputs, key);
  if (PARAMS[key].optional && text.trim() === "")
    return { ...bare, texts: { ...bare.texts, [key]: text }, values: { ...bare.values, [key]: null } };
  const parsed = parse(key, text);
  const texts = { ...bare.texts, [key]: text };
  if (!parsed.ok) return { ...bare, texts, problems: { ...bare.problems, [key]: whatToEnter(key, text) } };
  const notes = parsed.echo ? { ...bare.notes, [key]: parsed.echo } : bare.notes;
  return { ...bare, texts, notes, values: { ...bare.values, [key]: parsed.value } };
}

export function rowsTextOf({ texts, values }: Inputs, name: RowsKey): string {
  return texts[name] ?? rowsText(values[name]);
}

export function rowsTyped(inputs: Inputs, name: RowsKey, text: string): Inputs {
  const bare = forget(inputs, name);
  const texts = { ...bare.texts, [name]: text };
  const reading = readRows(name, text);
  if (!reading.ok) return { ...bare, texts, problems: { ...bare.problems, [name]: reading.message } };
  return { ...bare, texts, values: { ...bare.values, [name]: reading.value } };
}

export function secondTyped(inputs: Inputs, text: string): Inputs {
  const bare = forget(inputs, "second_values");
  const texts = { ...bare.texts, second_values: text };
  const reading = readSecondValues(text, inputs.values.second);
  if (!reading.ok) return { ...bare, texts, problems: { ...bare.problems, second_values: reading.message } };
  return { ...bare, texts, values: { ...bare.values, second_values: reading.value } };
}

/** A file has been read, or goes. */
export function withTable(inputs: Inputs, name: TableName, table: Table | null): Inputs {
  const { [name]: _, ...rest } = inputs.tables;
  return { ...inputs, tables: table ? { ...rest, [name]: table } : rest };
}

export function withScores(inputs: Inputs, scores: ScoreSource | null): Inputs {
  return { ...inputs, scores };
}

/** What another link does not change: the settings of this machine. */
export function withLocal(values: Parameters, { values: before }: Inputs): Parameters {
  return { ...values, ...Object.fromEntries(LOCAL_KEYS.map((key) => [key, before[key]])) };
}

/** Sets a value from elsewhere than a text field; null returns a number to what follows from the others. */
export function chosen<N extends Name>(inputs: Inputs, name: N, value: Parameters[N]): Inputs {
  const bare = forget(inputs, name);
  return { ...bare, values: { ...bare.values, [name]: value } };
}

/** Gives the run by phases, beginning with those typed before or with the single phase as it stands. */
export function withSchedule(inputs: Inputs): Inputs {
  const { values } = inputs;
  const single = rowsOf([[values.noise_multiplier, Math.min(1, rateOf(values)), stepsOf(values)]]);
  return withRows(inputs, inputs.rows.length > 0 ? inputs.rows : single);
}

export function scheduled(inputs: Inputs, action: ScheduleAction): Inputs {
  return withRows(inputs, acted(inputs.rows, action));
}

function withRows(inputs: Inputs, rows: Row[]): Inputs {
  const bare = { ...forget(inputs, "history"), rows };
  const read = historyOf(rows);
  if (read.ok) return { ...bare, values: { ...bare.values, history: read.history } };
  return { ...bare, problems: { ...bare.problems, history: read.message } };
}

/** The two runs change places; the questions asked of them stay. */
export function swapped(inputs: Inputs): Inputs {
  if (!inputs.runB) return inputs;
  const next = inputsOf({ ...inputs.values, ...inputs.runB }, runOf(inputs.values));
  return next.values.history ? next : { ...next, rows: inputs.rows };
}

/** A fault of the link goes, and what was chosen stands in its place. */
export function mended(inputs: Inputs, fault: Fault, { values, runB }: Remedy): Inputs {
  const rest = { ...inputs, faults: inputs.faults.filter((each) => each !== fault) };
  const bare = fault.parameter === null ? rest : forget(rest, fault.parameter);
  return { ...bare, values: { ...bare.values, ...values }, runB: runB === undefined ? bare.runB : runB };
}

/** What the link has wrong, or else the first thing wrong with any of `names`. */
export function problemIn(inputs: Inputs, names: readonly Name[]): string | null {
  const [fault] = inputs.faults;
  if (fault) return damageInWords(fault);
  for (const name of names) {
    const problem = inputs.problems[name];
    if (problem) return problem;
  }
  return null;
}

export function damageInWords({ words }: Fault): string {
  return `This link is damaged: ${words}`;
}

function forget(inputs: Inputs, name: Name): Inputs {
  const without = <T>(record: Partial<Record<Name, T>>) => {
    const { [name]: _, ...rest } = record;
    return rest as Partial<Record<Name, T>>;
  };
  return {
    ...inputs,
    texts: without(inputs.texts),
    problems: without(inputs.problems),
    notes: without(inputs.notes),
    faults: inputs.faults.filter(({ parameter }) => parameter !== name),
  };
}

/** It stands there until any input changes. */
export function withRefusal(inputs: Inputs, problem: { parameter: string; message: string } | null): Inputs {
  const name = problem && shownFor(problem.parameter, inputs.values);
  if (!name || inputs.problems[name]) return inputs;
  return { ...inputs, problems: { ...inputs.problems, [name]: inPlainWords(problem.message) } };
}

/** The control on the page for what the module names: a rate may be given by a batch size, a count by epochs. */
function shownFor(parameter: string, values: Parameters): Name | null {
  const own = `${values.view}_${parameter}`;
  if (isName(own)) return own;
  const declared = `guarantee_${parameter}`;
  if (values.view === "audit" && values.declared === "guarantee" && isName(declared)) return declared;
  if (values.view === "audit" && values.results === "thresholds" && COUNTS.has(parameter)) return "thresholds";
  if (parameter === "fpr_range") return "fpr_max";
  if (parameter === "epsilon" && values.view === "training") return "at_epsilon";
  if (parameter === "sample_rate" && values.sample_rate === null) return "batch_size";
  if (parameter === "num_steps" && values.num_steps === null) return "epochs";
  return isName(parameter) ? parameter : null;
}

const COUNTS = new Set(["true_positives", "positives", "false_positives", "negatives"]);

function isName(name: string): name is Name {
  return isRowsKey(name) || Object.hasOwn(PARAMS, name) || Object.hasOwn(CHOICES, name);
}
