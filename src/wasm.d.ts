// The types of the module's boundary. Every rate, probability and advantage is a plain number in [0, 1].

/** Which side of the truth a figure is on. */
export type Kind =
  /** The true value lies in [lower, upper]; rounding is included. */
  | "exact"
  /** The true value is at most `upper`; `lower` is null. */
  | "upper"
  /** A statistical estimate; [lower, upper] is its confidence interval. */
  | "estimate"
  /** A formula without a promise; `lower` and `upper` are null. */
  | "approximation";

/** One number with its side, the way it was obtained, and the theorem behind it. */
export interface Figure {
  lower: number | null;
  estimate: number;
  upper: number | null;
  kind: Kind;
  /** How it was computed, e.g. "fourier", "closed_form", "hellinger". */
  method: string;
  /** The statement it rests on, with its source. */
  theorem: string;
}

/** A rate of true positives at a fixed rate of false positives. */
export interface TprFigure extends Figure {
  fpr: number;
  /** Share of members among the records an attacker names, at the prior. */
  precision: Figure;
}

export interface EpsilonFigure extends Figure {
  target_delta: number;
  /** The order of the pair that attains the maximum. */
  direction: "remove" | "add";
}

export interface HockeyStickFigure extends Figure {
  epsilon: number;
}

/** The closed form of the Bayes-security paper, with its explicit error term. */
export interface ClosedFormFigure extends Figure {
  /** E8: what must be added to make it a bound; above 1 it says nothing. */
  error_term: number;
  /** `estimate` minus the exact estimate: negative when it understates the risk. */
  error_against_exact: number;
}

export interface Curve {
  fpr: number[];
  lower: number[];
  estimate: number[];
  upper: number[];
}

export interface Warning {
  code: string;
  message: string;
}

/** What is known of a run. Give `sample_rate`, or `batch_size` and `dataset_size`; `num_steps`, or `epochs`. */
export interface RunOptions {
  noise_multiplier: number;
  sample_rate?: number;
  batch_size?: number;
  dataset_size?: number;
  num_steps?: number;
  epochs?: number;
}

export interface TrainingOptions extends RunOptions {
  /** Asks for `epsilon` and for the bounds that follow from it. */
  target_delta?: number;
  /** Probability that the record is a member before the attack. Default 0.5. */
  prior?: number;
  /** Rates at which `tpr` is wanted. Default [0.001, 0.01, 0.1]. */
  fpr?: number[];
  /** Orders at which `hockey_stick` is wanted. */
  epsilon?: number[];
  /** Number of points of `roc`; 0 leaves it out. Default 0, at most 1000. */
  roc_points?: number;
}

export interface TrainingResult {
  library_version: string;
  neighboring_relation: "add_or_remove_one";
  sampling: "poisson" | "none";
  parameters: {
    noise_multiplier: number;
    sample_rate: number;
    num_steps: number;
    prior: number;
    target_delta: number | null;
  };
  advantage: Figure;
  bayes_security: Figure;
  tpr: TprFigure[];
  accuracy: Figure;
  epsilon: EpsilonFigure | null;
  hockey_stick: HockeyStickFigure[];
  roc: Curve | null;
  closed_form: ClosedFormFigure;
  /** Bounds on the advantage that do not use the law of the whole run. */
  chi_square: Figure;
  pinsker: Figure;
  /** From epsilon at target_delta; null without it. */
  humphries: Figure | null;
  erlingsson: Figure | null;
  yeom: Figure | null;
  warnings: Warning[];
}

export interface MonteCarloOptions extends RunOptions {
  /** Number of simulated trainings; rounded up to a multiple of 16. */
  samples: number;
  /** Integer in [0, 2^53 - 1]. */
  seed: number;
  /** Confidence of the interval. Default 0.95. */
  confidence?: number;
}

/** How a run is cut: chunk c is stream c of the seed, whatever computes it. */
export interface MonteCarloPlan {
  samples: number;
  samples_per_chunk: number;
  chunks: number;
  /** Steps of each training. */
  num_steps: number;
}

/** Counts of one chunk, or of many: tallies add up exactly, field by field, in any order. */
export interface Tally {
  samples: number;
  sum: number;
  sum_of_squares: number;
}

export interface MonteCarloResult {
  library_version: string;
  advantage: Figure;
  samples: number;
  seed: number;
  confidence: number;
  standard_error: number;
  /** Half-width of the fixed-sample Hoeffding interval (Proposition 8 with erratum E5). */
  hoeffding_half_width: number;
}

export interface Range {
  min: number;
  max: number;
  /** Whether `min` itself is allowed. */
  min_allowed: boolean;
  integer: boolean;
  default: number | null;
}

/** Ranges and defaults of every numeric parameter. */
export type Ranges = Record<
  | "noise_multiplier"
  | "sample_rate"
  | "batch_size"
  | "dataset_size"
  | "num_steps"
  | "epochs"
  | "target_delta"
  | "prior"
  | "fpr"
  | "epsilon"
  | "roc_points"
  | "samples"
  | "seed"
  | "confidence",
  Range
>;

/** Why there is no result. `message` names parameter, value and allowed range. */
export interface Failure {
  code: "out_of_range" | "missing" | "conflict" | "malformed";
  parameter: string;
  message: string;
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; error: Failure };

/** Everything that follows from the parameters of a training run. */
export function training(options: TrainingOptions): Outcome<TrainingResult>;
/** The cut of a Monte Carlo run into chunks. */
export function monte_carlo_plan(options: MonteCarloOptions): Outcome<MonteCarloPlan>;
/** Simulates chunk `index`, 0 <= index < chunks. */
export function monte_carlo_chunk(options: MonteCarloOptions, index: number): Outcome<Tally>;
/** The estimate and its interval from the tallies added up so far (any subset of chunks). */
export function monte_carlo_result(options: MonteCarloOptions, tally: Tally): Outcome<MonteCarloResult>;
export function ranges(): Ranges;
/** A seed from the browser's or Node's entropy. */
export function fresh_seed(): number;
export function library_version(): string;
