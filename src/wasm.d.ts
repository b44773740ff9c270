// The types of the module's boundary. Every rate, probability and advantage is a plain number in [0, 1].

/** Which side of the truth a figure is on. */
export type Kind =
  /** The true value lies in [lower, upper]; rounding is included. */
  | "exact"
  /** The true value is at most `upper`, and at least `lower` where that is known; how close is unknown. */
  | "upper"
  /** The true value is at least `lower`; `upper` is null. */
  | "lower"
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

/** Epsilon at a delta: the larger of both orders of the pair, as differential privacy asks. */
export interface EpsilonFigure extends Figure {
  target_delta: number;
  /** The order of the pair that attains the maximum. */
  direction: "remove" | "add";
  /** "in" against "out". */
  remove: Figure;
  /** "out" against "in". */
  add: Figure;
}

/** The curve at one order `epsilon`. */
export interface HockeyStickFigure extends Figure {
  epsilon: number;
  /** The divergence of "out" from "in" at the same order. */
  reverse: Figure;
  /** The larger of both: delta at epsilon in the sense of differential privacy (for epsilon >= 0). */
  delta: Figure;
  /** TV_a of the optimal-bounds paper at a = e^epsilon: half the integral of |out - a in|. */
  tv_a: Figure;
}

/** The GDP parameter that covers the curve over a stated range of false-positive rates. */
export interface GdpFigure extends Figure {
  fpr_min: number;
  fpr_max: number;
  /** Over all rates the parameter is that of the unamplified mechanism; null where none is known. */
  unamplified: number | null;
  /** The mu whose curve is nearest, and by how much it is off at its worst rate. */
  best_fit: number;
  regret: number;
}

/** Precision of the best attacker among all who name at least a share of the candidates. */
export interface FlaggedPrecision extends Figure {
  flagged_share: number;
  prior: number;
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

export type NeighboringRelation = "add_or_remove_one" | "replace_one" | "replace_special";
export type Sampling = "poisson" | "without_replacement" | "shuffle" | "balls_and_bins";
export type Noise = "gaussian" | "laplace";
/** Noise multiplier, sample rate, number of steps: the order of Opacus' `history`. */
export type HistoryEntry = [number, number, number];

/**
 * What is known of a run. Give `history`; or `noise_multiplier`, and `sample_rate` or `batch_size` with
 * `dataset_size`, and `num_steps` or `epochs`.
 */
export interface RunOptions {
  noise_multiplier?: number;
  sample_rate?: number;
  batch_size?: number;
  dataset_size?: number;
  num_steps?: number;
  epochs?: number;
  /** At most 10,000 entries; replaces the three numbers above. */
  history?: HistoryEntry[];
  /** Default "add_or_remove_one". */
  neighboring_relation?: NeighboringRelation;
  /** Default "poisson". A sample rate of 1 is no sampling. */
  sampling?: Sampling;
  /** Default "gaussian". */
  noise?: Noise;
  /** Records that enter or stay out together. Default 1, at most 100. */
  group_size?: number;
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
  /** Asks for `gdp_mu` over [smallest, largest] false-positive rate. */
  fpr_range?: [number, number];
  /** Asks for `flagged_precision`: the share of all candidates that the attacker names at least. */
  flagged_share?: number;
}

export interface TrainingResult {
  library_version: string;
  neighboring_relation: NeighboringRelation;
  sampling: Sampling | "none";
  noise: Noise;
  /** What is proven for this relation, sampling and noise, in words; why `kind` is what it is. */
  status: string;
  parameters: {
    /** Null when the phases of `history` differ in it. */
    noise_multiplier: number | null;
    sample_rate: number | null;
    num_steps: number;
    /** The distinct phases. */
    history: HistoryEntry[];
    group_size: number;
    prior: number;
    target_delta: number | null;
  };
  advantage: Figure;
  bayes_security: Figure;
  /** The membership game: "out" is the null hypothesis. */
  tpr: TprFigure[];
  /** The symmetrised trade-off of differential privacy at the same rates (Dong, Roth and Su, Definition F.1). */
  symmetrised_tpr: TprFigure[];
  accuracy: Figure;
  /** One less the accuracy. */
  error: Figure;
  /** 2 accuracy - 2 max(prior, 1 - prior) (Theorem 21 with the sign of erratum E2). */
  generalised_advantage: Figure;
  epsilon: EpsilonFigure | null;
  hockey_stick: HockeyStickFigure[];
  gdp_mu: GdpFigure | null;
  flagged_precision: FlaggedPrecision | null;
  roc: Curve | null;
  /** These four are for one phase of Gaussian noise, one record and Poisson sampling; null elsewhere. */
  closed_form: ClosedFormFigure | null;
  /** GDP limit of Bu et al.: an approximation. */
  gaussian_limit: ApproximationFigure | null;
  chi_square: Figure | null;
  pinsker: Figure | null;
  /** From epsilon at target_delta; null without it. */
  humphries: Figure | null;
  erlingsson: Figure | null;
  yeom: Figure | null;
  warnings: Warning[];
}

/** An approximation and how far it is off. */
export interface ApproximationFigure extends Figure {
  /** `estimate` minus the exact estimate. */
  error_against_exact: number;
}

/** A figure that can be asked for, swept and solved for. */
export type Quantity =
  | "advantage"
  | "bayes_security"
  | "epsilon"
  | "tpr"
  | "precision"
  | "accuracy"
  | "gdp_mu";

/** What a quantity needs beside its name. */
export interface QuantityOptions {
  /** For `epsilon`. */
  target_delta?: number;
  /** For `tpr` and `precision`; one rate. */
  fpr?: number;
  /** For `precision` and `accuracy`. Default 0.5. */
  prior?: number;
  /** For `gdp_mu`. Default [1e-6, 0.999999]. */
  fpr_range?: [number, number];
}

export type SolveFor = "noise_multiplier" | "sample_rate" | "num_steps" | "batch_size" | "epochs";

export interface CalibrateOptions extends RunOptions, QuantityOptions {
  /** Leave this parameter out of the run (for "sample_rate" also `batch_size`, for "num_steps" also `epochs`). */
  solve_for: SolveFor;
  /** One quantity and the value it must not pass; the keys of QuantityOptions may also stand here. */
  target: { [Q in Quantity]?: number } & QuantityOptions;
}

/** One value of the parameter and what it gives. */
export interface Attained {
  value: number;
  achieved: Figure;
}

export interface CalibrateResult extends Attained {
  library_version: string;
  solve_for: SolveFor;
  quantity: Quantity;
  /** The value that must not be passed. */
  target: number;
  /** "at_most", or "at_least" for Bayes security. */
  side: "at_most" | "at_least";
  /** The next value, which misses the target; null when the whole range reaches it. */
  unsafe_neighbour: Attained | null;
  /** The whole run with the value put in. */
  parameters: TrainingResult["parameters"];
  neighboring_relation: NeighboringRelation;
  sampling: Sampling | "none";
  noise: Noise;
  status: string;
  warnings: Warning[];
}

export interface SweepOptions extends RunOptions, QuantityOptions {
  quantity: Quantity;
  /** The parameter that varies; leave it out of the run. */
  over: "noise_multiplier" | "sample_rate" | "num_steps";
  /** At most 1000 values of it. */
  values: number[];
}

export interface SweepResult {
  quantity: Quantity;
  over: "noise_multiplier" | "sample_rate" | "num_steps";
  values: number[];
  /** Null where a value has no figure (for instance an epsilon that no order reaches). */
  lower: (number | null)[];
  estimate: (number | null)[];
  upper: (number | null)[];
  kind: Kind;
}

/** A guarantee from elsewhere. Give exactly one of the forms. */
export interface GuaranteeOptions {
  /** Pure DP, or (epsilon, delta) with `delta`. */
  epsilon?: number;
  delta?: number;
  gdp_mu?: number;
  zcdp_rho?: number;
  /** RDP: pairs of order (> 1) and epsilon. */
  rdp?: [number, number][];
  fpr?: number[];
  target_delta?: number;
  prior?: number;
  roc_points?: number;
}

/** What follows from a guarantee alone: upper bounds, exact only for the worst mechanism that fulfils it. */
export interface GuaranteeResult {
  library_version: string;
  guarantee: "pure_dp" | "approximate_dp" | "gdp" | "zcdp" | "rdp";
  advantage: Figure;
  bayes_security: Figure;
  accuracy: Figure;
  tpr: TprFigure[];
  epsilon: Figure | null;
  roc: Curve | null;
}

/** What is averaged over simulated trainings. All are unbiased; they differ in variance and cost. */
export type Estimator =
  /** Algorithm 1 of Mahloujifar et al. with the sign of erratum E1. */
  | "algorithm_1"
  /** The same on each noise and on its mirror image. */
  | "antithetic"
  /**
   * Algorithm 1 less a multiple, fixed by a pilot, of what the summand is expected to be in the Gaussian limit, given the
   * sum of the noise. Gaussian noise only.
   */
  | "control_variate"
  /** Both of the above. Gaussian noise only. */
  | "antithetic_control_variate"
  /** Trainings with and without the record on the same noise: the mean of |tanh(loss/2)|. */
  | "mixture";

export interface MonteCarloOptions extends RunOptions {
  /**
   * Number of simulated trainings; rounded up to a multiple of 16, or of 32 where a summand is made of two (mirrored
   * noise, or both hypotheses). A pilot of at most 1024 comes on top.
   */
  samples: number;
  /** Integer in [0, 2^53 - 1]. */
  seed: number;
  /** Confidence of each interval. Default 0.95. */
  confidence?: number;
  /** Default: the one of least variance per second, "antithetic_control_variate" or, for Laplace noise, "antithetic". */
  estimator?: Estimator;
  /** Stops before `samples` as soon as the interval of the advantage is at most so wide. */
  width?: number;
  /** For `accuracy`. Default 0.5. */
  prior?: number;
  /** Orders at which `tv_a` is wanted; at most 16. */
  epsilon?: number[];
  /** Rates at which `tpr` is wanted; at most 64. Also draws a training with the record in it for each noise. */
  fpr?: number[];
  /** Number of points of `roc`; at most 200. Default 0. Also draws a training with the record in it for each noise. */
  roc_points?: number;
  /** Whether `histogram` is wanted. Also draws a training with the record in it for each noise. */
  histogram?: boolean;
}

/** How a run is cut: chunk c is stream c of the seed, whatever computes it; chunk 0 is the pilot. */
export interface MonteCarloPlan {
  samples: number;
  /** Trainings of each chunk but the pilot and perhaps the last. */
  samples_per_chunk: number;
  chunks: number;
  /** Steps of each training. */
  num_steps: number;
  /** Steps that are drawn in all, the pilot and the second hypothesis included. */
  steps_drawn: number;
  /** Numbers of chunks, rising up to `chunks`, after which the width is looked at. */
  looks: number[];
  estimator: Estimator;
}

/**
 * Sums over chunks. Tallies add field by field and element by element, in the order of the chunks: that order is what
 * makes the digits the same everywhere. `pilot` comes from chunk 0 only.
 */
export interface Tally {
  samples: number;
  /**
   * Per order (0, the prior's, then those of `epsilon`) six numbers: how many summands, and the sums of the summand, its
   * square, its control, their product and the control's square.
   */
  sums: number[];
  /** The same of the pilot; zeros in every other chunk. */
  pilot: number[];
  /** Losses of the trainings without and with the record, counted by bin, without mirror images; empty unless asked for. */
  out: number[];
  in: number[];
}

export interface MonteCarloResult {
  library_version: string;
  estimator: Estimator;
  /** What was simulated: the truth, or a pair that bounds it from above or below. */
  side: "exact" | "upper" | "lower";
  /** What is proven for this relation, sampling and noise. */
  status: string;
  advantage: Figure;
  /** Of the best guess at the prior. Estimates are unbiased, so they are not cut to [lower, upper]. */
  accuracy: Figure;
  tv_a: (Figure & { epsilon: number })[];
  tpr: (Figure & { fpr: number })[];
  /** A band that holds at all rates at once. */
  roc: Curve | null;
  histogram: LossHistogram | null;
  samples: number;
  seed: number;
  confidence: number;
  /** Of the estimate of the advantage. */
  standard_error: number;
  /** Half-width of the interval for a number of samples fixed in advance (Proposition 8 with erratum E5). */
  hoeffding_half_width: number;
  /** Whether `width` was asked for and is reached. */
  width_reached: boolean;
}

/** Where the losses fell: bin i holds edges[i] <= loss < edges[i + 1]; the outer ones all that lies beyond. */
export interface LossHistogram {
  edges: number[];
  out: number[];
  in: number[];
  /** The loss above which the best attacker at the prior says "in": ln((1 - prior)/prior). */
  threshold: number;
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
  | "group_size"
  | "target_delta"
  | "prior"
  | "fpr"
  | "epsilon"
  | "roc_points"
  | "delta"
  | "guarantee"
  | "rdp_order"
  | "fpr_range"
  | "flagged_share"
  | "samples"
  | "seed"
  | "confidence"
  | "width",
  Range
>;

/**
 * Why there is no result: "unknown" where nothing is proven for a combination, "unreachable" where no value of a
 * parameter meets a target. `message` names parameter, value and allowed range.
 */
export interface Failure {
  code: "out_of_range" | "missing" | "conflict" | "malformed" | "unknown" | "unreachable";
  parameter: string;
  message: string;
}

export type Outcome<T> = { ok: true; value: T } | { ok: false; error: Failure };

/** Everything that follows from the parameters of a training run. */
export function training(options: TrainingOptions): Outcome<TrainingResult>;
/** The value of one parameter that keeps a quantity on the safe side of a target. */
export function calibrate(options: CalibrateOptions): Outcome<CalibrateResult>;
/** One quantity over many values of one parameter. */
export function sweep(options: SweepOptions): Outcome<SweepResult>;
/** What follows from a guarantee of differential privacy alone. */
export function guarantee(options: GuaranteeOptions): Outcome<GuaranteeResult>;
/** The cut of a Monte Carlo run into chunks. */
export function monte_carlo_plan(options: MonteCarloOptions): Outcome<MonteCarloPlan>;
/** Simulates chunk `index`, 0 <= index < chunks. */
export function monte_carlo_chunk(options: MonteCarloOptions, index: number): Outcome<Tally>;
/** The estimates and their intervals from the tallies of the first chunks, added up in order; the pilot must be among them. */
export function monte_carlo_result(options: MonteCarloOptions, tally: Tally): Outcome<MonteCarloResult>;
export function ranges(): Ranges;
/** A seed from the browser's or Node's entropy. */
export function fresh_seed(): number;
export function library_version(): string;
