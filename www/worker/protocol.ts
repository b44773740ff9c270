// Every message between the page and its workers.
import type {
  CalibrateOptions,
  CalibrateResult,
  Failure,
  MonteCarloOptions,
  MonteCarloPlan,
  MonteCarloResult,
  SweepOptions,
  SweepResult,
  Tally,
  TrainingOptions,
  TrainingResult,
} from "../../src/wasm";

/** A refusal by the module, or a worker that could not start or stopped. */
export type Problem = Failure | { code: "unavailable" | "crashed"; parameter: ""; message: string };

/** What the exact worker can be asked, and what it answers. */
export interface Questions {
  training: { options: TrainingOptions; answer: TrainingResult };
  calibrate: { options: CalibrateOptions; answer: CalibrateResult };
  sweep: { options: SweepOptions; answer: SweepResult };
  plan: { options: MonteCarloOptions; answer: MonteCarloPlan };
  estimate: { options: { run: MonteCarloOptions; tally: Tally }; answer: MonteCarloResult };
  fresh_seed: { options: null; answer: number };
}

export type Kind = keyof Questions;

export type ExactRequest = { [K in Kind]: { id: number; kind: K; options: Questions[K]["options"] } }[Kind];

export interface SimulationRequest {
  id: number;
  kind: "chunks";
  options: MonteCarloOptions;
  chunks: number[];
}

export type Request = ExactRequest | SimulationRequest;

export type Reply =
  /** One chunk, and how long it took. */
  | { id: number; kind: "progress"; chunk: number; tally: Tally; milliseconds: number }
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
