// Every message between the page and its workers.

import type {
  AttributesOptions,
  AttributesResult,
  AuditOptions,
  AuditPlan,
  AuditPlanOptions,
  AuditResult,
  BayesSecurityOptions,
  BayesSecurityResult,
  CalibrateOptions,
  CalibrateResult,
  DependentDataOptions,
  DependentDataResult,
  ExperimentOptions,
  ExperimentResult,
  Failure,
  GradientDistance,
  GradientDistanceOptions,
  GuaranteeOptions,
  GuaranteeResult,
  IsoBoundOptions,
  IsoBoundResult,
  MipTable,
  MipTableResult,
  MomentOptions,
  MomentResult,
  MonteCarloOptions,
  MonteCarloPlan,
  MonteCarloResult,
  NoiseOptions,
  NoiseResult,
  NoiseSample,
  NoiseSampleOptions,
  Outcome,
  PaperFigureOptions,
  PaperFigureResult,
  PowersOfTwo,
  RecordBounds,
  ScoreSummary,
  SweepOptions,
  SweepResult,
  TableSummary,
  TrainingOptions,
  TrainingResult,
  UnboundedExample,
  UnboundedExampleOptions,
  UnlearningCurve,
  UnlearningCurveOptions,
} from "../../src/boundary/wasm/core";
import type { ScoreSource } from "../state/files/scores";
import type { Matrix } from "../state/files/table";

/** A refusal by the module, a worker that could not start or stopped, a link that is damaged, or the reader's own request. */
export type Problem =
  | Failure
  | { code: "unavailable" | "crashed" | "damaged" | "cancelled"; parameter: ""; message: string };

/** Of a question that the reader has given up. */
export const CANCELLED: Problem = { code: "cancelled", parameter: "", message: "The computation was cancelled" };

/** Bounds for each record of a file. */
export interface Records extends Pick<RecordBounds, "largest_positive_accuracy" | "largest_negative_accuracy"> {
  sampling_probability: Float64Array;
  positive_accuracy: Float64Array;
  negative_accuracy: Float64Array;
}

/** A file of scores: its columns as far as they are known, and what was read or why it was not. */
export interface ReadScores {
  columns: string[];
  summary: Outcome<ScoreSummary>;
}

/** One question over many values of one of its options. */
export interface SeriesOptions<O> {
  options: O;
  over: keyof O & string;
  values: number[];
}

/** The answers at `values`, in their order; null where there is none. */
export interface Series<A> {
  values: number[];
  answers: (A | null)[];
}

/** Sums over chunks as a row of numbers; the first of a simulation counts the trainings. */
export type Tally = Float64Array;

/** What tallies say, and their sum. */
export interface Estimate {
  result: MonteCarloResult;
  tally: Tally;
}

/** What a worker can be asked, and what it answers. */
export interface Questions {
  training: { options: TrainingOptions; answer: TrainingResult };
  calibrate: { options: CalibrateOptions; answer: CalibrateResult };
  bayes_security: { options: BayesSecurityOptions; answer: BayesSecurityResult };
  sweep: { options: SweepOptions; answer: SweepResult };
  guarantee: { options: GuaranteeOptions; answer: GuaranteeResult };
  /** Of results in the options, or of the scores in a file. */
  audit: { options: AuditOptions & { scores?: ScoreSource }; answer: AuditResult };
  audit_plan: { options: AuditPlanOptions; answer: AuditPlan };
  scores: { options: ScoreSource; answer: ReadScores };
  forget_scores: { options: null; answer: null };
  records: { options: GuaranteeOptions & { probabilities: Float64Array }; answer: Records };
  iso_bound: { options: IsoBoundOptions; answer: IsoBoundResult };
  unlearning_curve: { options: UnlearningCurveOptions; answer: UnlearningCurve };
  unbounded_example: { options: UnboundedExampleOptions; answer: UnboundedExample };
  paper_figure: { options: PaperFigureOptions; answer: PaperFigureResult };
  dependent_data: { options: DependentDataOptions; answer: DependentDataResult };
  noise: { options: NoiseOptions; answer: NoiseResult };
  noise_curve: { options: SeriesOptions<NoiseOptions>; answer: Series<NoiseResult> };
  noise_sample: { options: NoiseSampleOptions; answer: NoiseSample };
  moments: { options: MomentOptions & { outputs: Matrix }; answer: MomentResult };
  membership_table: { options: Omit<MipTable, "table"> & { table: Matrix }; answer: MipTableResult };
  powers_of_two: { options: { sizes: number[]; eta: number }; answer: PowersOfTwo[] };
  attributes: { options: AttributesOptions & { distances?: Float64Array }; answer: AttributesResult };
  attributes_curve: { options: SeriesOptions<AttributesOptions>; answer: Series<AttributesResult> };
  gradient_distance: { options: GradientDistanceOptions & { gradients: Matrix }; answer: GradientDistance };
  plan: { options: MonteCarloOptions; answer: MonteCarloPlan };
  estimate: { options: { run: MonteCarloOptions; tallies: Tally[] }; answer: Estimate };
  fresh_seed: { options: null; answer: number };
  /** What a table of the laboratory holds, by its name. */
  table_summary: { options: { table: string }; answer: TableSummary };
  /** Into how much work an experiment falls. */
  experiment: { options: ExperimentOptions; answer: { units: number } };
  /** What the rows of its first units, one after the other, say. */
  experiment_result: { options: { run: ExperimentOptions; rows: Float64Array }; answer: ExperimentResult };
}

export type Kind = keyof Questions;

/** What a worker of the laboratory answers. */
export type LaboratoryKind = "experiment" | "experiment_result" | "table_summary";

type RequestOf<K extends Kind> = { [E in K]: { id: number; kind: E; options: Questions[E]["options"] } }[K];

export type ExactRequest = RequestOf<Exclude<Kind, LaboratoryKind>>;

export type LaboratoryRequest = RequestOf<LaboratoryKind>;

/** What a pool's workers share: a simulation in chunks, or an experiment in units. */
export type Work = MonteCarloOptions | ExperimentOptions;

export interface ChunksRequest<W extends Work = Work> {
  id: number;
  kind: "chunks";
  options: W;
  chunks: number[];
}

export type Request = ExactRequest | LaboratoryRequest | ChunksRequest;

export type Reply =
  /** One chunk, and how long it took. */
  | { id: number; kind: "progress"; chunk: number; tally: Tally; milliseconds: number }
  /** So much of a file. */
  | { id: number; kind: "read"; bytes: number }
  | { id: number; kind: "done"; value: unknown }
  | { id: number; kind: "failed"; problem: Problem };

/** The part of a worker that the page uses; tests put a fake in its place. */
export interface WorkerLike {
  postMessage(request: Request): void;
  terminate(): void;
  onmessage: ((event: { data: Reply }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
}

/** What a worker throws is data for the page. */
export function crashed(error: unknown): Problem {
  return { code: "crashed", parameter: "", message: error instanceof Error ? error.message : String(error) };
}
