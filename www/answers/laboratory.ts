// The laboratory: one experiment at a time on all workers, and what another would cost.
import type { ExperimentOptions, TableSummary } from "../../src/boundary/wasm/core";
import { ExactEngine } from "../engine/exact-engine";
import type { OwnTable } from "../engine/own-table";
import { poolSize, SimulationPool } from "../engine/pool";
import type { Problem, WorkerLike } from "../engine/protocol";
import type { Inputs } from "../state/inputs/inputs";
import { type Sheet, sheetOf } from "../state/laboratory";
import { CURVE, ExperimentCourse, type ExperimentState } from "./laboratory-course";
import { Latest, type Turn } from "./latest";

const IDLE: ExperimentState = {
  status: "idle",
  options: null,
  result: null,
  between: null,
  problem: null,
  units: 0,
  done: 0,
  seconds: 0,
  left: null,
  times: new Map(),
};

/** What a run would cost: a few of its units have been tried. */
export interface Cost {
  units: number;
  seconds: number;
  workers: number;
}

/** While one types, nothing is tried. */
const PAUSE_MS = 250;
const TRIED_UNITS = 2;
/** What takes no longer runs by itself when it is opened. */
const BY_ITSELF_SECONDS = 10;

export class LaboratoryAnswers {
  /** What is open; null where no experiment is, or an unknown one. */
  sheet: Sheet | null = null;
  /** Why the module refuses the options as they stand. */
  refusal: Problem | null = null;
  cost: Cost | null = null;
  private readonly states = new Map<string, ExperimentState>();
  /** Whose state that is. */
  private readonly shown = new Map<string, ExperimentCourse>();
  private readonly drafts = new Map<string, string>();
  /** What the table that is chosen holds, as the module reads it. */
  preview: { table: string; summary: TableSummary | null } | null = null;
  /** The reader's own table, which is nowhere but here. */
  own: (OwnTable & { title: string }) | null = null;
  private readonly spawn: () => WorkerLike;
  private readonly engine: ExactEngine;
  private readonly asked = new Latest();
  private readonly cores: number;
  private workers: number;
  private course: ExperimentCourse | null = null;
  private trying: AbortController | null = null;
  private checking = false;
  /** Courses that have something to ask yet. */
  private running = 0;
  private files = 0;

  constructor(
    private readonly changed: () => void,
    spawn: (own: () => OwnTable | null) => WorkerLike,
    cores: number | undefined = globalThis.navigator?.hardwareConcurrency,
  ) {
    this.spawn = () => spawn(() => this.own);
    this.engine = new ExactEngine(this.spawn, changed);
    this.cores = poolSize(cores);
    this.workers = this.cores;
  }

  /** Of the experiment that is open. */
  get state(): ExperimentState {
    return (this.sheet && this.states.get(this.sheet.name)) ?? IDLE;
  }

  /** Whether what is shown is of the settings as they stand. */
  get belongs(): boolean {
    const { options } = this.state;
    return options === null || JSON.stringify(options) === JSON.stringify(this.sheet?.options);
  }

  /** Whether something is on its way. */
  get busy(): boolean {
    return this.checking || this.running > 0 || this.state.status === "running" || !this.engine.idle;
  }

  /** The options of an experiment as they stood when it was left, as in a link. */
  draft(name: string): string {
    return this.drafts.get(name) ?? "";
  }

  async follow({ values }: Inputs): Promise<void> {
    this.workers = values.workers ?? this.cores;
    this.course?.resize(this.workers);
    const sheet = sheetOf(values.section, values.laboratory, this.own?.name);
    const opened = sheet !== null && sheet.name !== this.sheet?.name;
    if (sheet) this.drafts.set(sheet.name, values.laboratory);
    const turn = this.asked.ask([values.section, sheet?.options]);
    if (opened) this.close();
    this.sheet = sheet;
    void this.look(tableOf(sheet));
    if (!turn) return;
    this.cancel();
    this.refusal = null;
    this.cost = null;
    const { options = null } = sheet ?? {};
    this.checking = options !== null;
    if (options) await this.consider(options, turn, opened && this.state.options === null);
    if (!turn.stands) return;
    this.checking = false;
    this.changed();
  }

  /** What is wrong with a table is said by the experiment that is asked about it. */
  private async look(table: string | null): Promise<void> {
    if (table === null) this.preview = null;
    if (table === null || this.preview?.table === table) return;
    const preview: LaboratoryAnswers["preview"] = { table, summary: null };
    this.preview = preview;
    const answer = await this.engine.latest("table", "table_summary", { table });
    if (!answer?.ok || this.preview !== preview) return;
    this.preview = { table, summary: answer.value };
    this.changed();
  }

  /** Another view is opened: its questions have the cores. */
  leave(): void {
    this.asked.reset();
    this.close();
    this.checking = false;
    this.sheet = null;
  }

  /** What nobody sees any more is not computed. */
  private close(): void {
    if (this.sheet) this.shown.get(this.sheet.name)?.leave();
    this.cancel();
    this.engine.cancel(CURVE);
  }

  /** Checks what is asked with, and tries what it costs. What was just opened runs by itself, if that is short. */
  private async consider(options: ExperimentOptions, turn: Turn, opened: boolean): Promise<void> {
    if (!opened) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (!turn.stands) return;
    const checked = await this.engine.latest("experiment", "experiment", options);
    if (!checked || !turn.stands) return;
    if (!checked.ok) {
      this.refusal = checked.problem;
      return;
    }
    // The reader may have been quicker.
    if (this.course) return;
    if (opened && this.sheet?.link === "") return this.start();
    const { units } = checked.value;
    const workers = Math.min(this.workers, this.cores, units);
    const each = await this.tried(options, Math.min(TRIED_UNITS, units));
    if (each === null || !turn.stands) return;
    this.cost = { units, workers, seconds: (each * units) / workers / 1000 };
    if (opened && this.cost.seconds <= BY_ITSELF_SECONDS) this.start();
  }

  /** Milliseconds of a unit; null where that is not known. */
  private async tried(options: ExperimentOptions, units: number): Promise<number | null> {
    const trying = new AbortController();
    this.trying = trying;
    const pool = new SimulationPool(this.spawn, 1);
    const outcome = await pool.run({ options, chunks: units }, { signal: trying.signal, onPrefix: () => {} });
    return outcome.kind === "done" ? outcome.milliseconds / units : null;
  }

  /** The name under which the options call the file. */
  choose(file: File): string {
    this.own = { name: `own-${++this.files}`, file, title: file.name };
    return this.own.name;
  }

  start(): void {
    const { sheet } = this;
    if (!sheet?.options) return;
    this.cancel();
    // What is proved of older options may take seconds that nobody waits for any more.
    for (const asker of ["experiment result", CURVE]) this.engine.cancel(asker);
    const { name, options } = sheet;
    const course = new ExperimentCourse(this.engine, new SimulationPool(this.spawn, this.workers), options, (part) => {
      if (this.shown.get(name) !== course) return;
      if (part.status && this.course === course) this.course = null;
      this.states.set(name, { ...(this.states.get(name) ?? IDLE), ...part });
      this.changed();
    });
    this.course = course;
    this.shown.set(name, course);
    this.states.set(name, { ...IDLE, status: "running", options });
    this.changed();
    this.running++;
    void course.run().then(() => {
      this.running--;
      this.changed();
    });
  }

  cancel(): void {
    this.trying?.abort();
    this.course?.stop();
    this.course = null;
  }
}

/** The name of the table that is asked about; null where there is none, or no such table. */
function tableOf(sheet: Sheet | null): string | null {
  const field = sheet?.fields.find(({ name, applies }) => name === "table" && applies);
  return field && field.problem === null && field.text !== "" ? field.text : null;
}
