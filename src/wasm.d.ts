// The types of the module's boundary. Every rate, probability and advantage is a plain number in [0, 1].

/** Which side of the truth a figure is on. */
export type Kind =
  /** The true value lies in [lower, upper], rounding included, and these are at most a thousandth apart. */
  | "exact"
  /** The true value lies in [lower, upper], which leaves much open; `estimate` is the end on the safe side. */
  | "interval"
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
  /** The keys of those sources in the bibliography; `mibounds` where the statement is this project's own. */
  sources: string[];
  /** The entry of the errata that is in force here, e.g. "E9"; absent where the printed statement is right. */
  erratum?: string;
  /** What must hold beside the theorem's name, in words; absent where the object around it says so. */
  assumptions?: string;
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
  /** `estimate` minus the exact figure: negative when it understates the risk; null where that is an interval. */
  error_against_exact: number | null;
}

export interface Curve {
  fpr: number[];
  lower: number[];
  /** Middles; where an interval is wide, its upper end. */
  estimate: number[];
  upper: number[];
  /** Which side of the truth each point is on. */
  kind: Kind[];
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
  /**
   * Steps are epochs / sample_rate, rounded up. For "shuffle" and "balls_and_bins" an epoch has 1 / sample_rate steps,
   * rounded up, and steps are epochs times these; an epoch that is cut off is counted whole in upper bounds and left out of
   * lower ends.
   */
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
  /** The keys of its sources in the bibliography. */
  status_sources: string[];
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
  /** Precision at the prior along that curve; each end of a rate gives its end. */
  precision_curve: Curve | null;
  /** These five are for one phase of Gaussian noise, one record and Poisson sampling; null elsewhere. */
  closed_form: ClosedFormFigure | null;
  /** The closed form with its error term: an upper bound, rounded up. */
  closed_form_upper: Figure | null;
  /** GDP limit of Bu et al.: an approximation. */
  gaussian_limit: ApproximationFigure | null;
  chi_square: Figure | null;
  pinsker: Figure | null;
  /** From epsilon at target_delta; null without it. */
  humphries: Figure | null;
  erlingsson: Figure | null;
  /** min(1, e^epsilon - 1 + delta): 1, which says nothing, from epsilon = ln 2 on. */
  yeom: Figure | null;
  warnings: Warning[];
}

/** An approximation and how far it is off. */
export interface ApproximationFigure extends Figure {
  /** `estimate` minus the exact figure; null where that is an interval. */
  error_against_exact: number | null;
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
  /** Where the figure passes the target: between the safe value and its neighbour; one-sided where the whole range is safe. */
  limit: Figure;
  /** The whole run with the value put in. */
  parameters: TrainingResult["parameters"];
  neighboring_relation: NeighboringRelation;
  sampling: Sampling | "none";
  noise: Noise;
  status: string;
  /** The keys of its sources in the bibliography. */
  status_sources: string[];
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
  /** Pure DP; (epsilon, delta) with `delta`, or with `target_delta` where `delta` is left out. */
  epsilon?: number;
  delta?: number;
  gdp_mu?: number;
  zcdp_rho?: number;
  /** RDP: pairs of order (> 1) and epsilon. */
  rdp?: [number, number][];
  fpr?: number[];
  /** Delta at which GDP, zCDP and RDP are read as (epsilon, delta); without it those forms have no `epsilon`. */
  target_delta?: number;
  /** Probability that the record is a member before the attack. Default 0.5. */
  prior?: number;
  roc_points?: number;
  /** P_x(1): probability with which the record was sampled into the data set. Asks for `positive_accuracy` and more. */
  sampling_probability?: number;
  /** P(S | x in D): how often the attack says "member" of a member. Needed for any bound when delta > 0 (E9). */
  attack_rate?: number;
  /** P(S | x not in D): how often the attack says "no member" of a non-member. Default `attack_rate`. */
  negative_attack_rate?: number;
  /** P_x(1) of each record, at most 1e6: asks for `records`. */
  sampling_probabilities?: number[];
  /** Asks for the largest epsilon and the largest P_x(1) that keep the positive accuracy at or below it. */
  target_positive_accuracy?: number;
  /** Levels e' above epsilon at which the tail of the privacy loss is wanted (E16c). */
  loss_level?: number[];
  /** Number N of records that are sampled from. With `target_absence` asks for `unlearning`. */
  dataset_size?: number;
  /** B: the probability with which all deleted records must have been absent. */
  target_absence?: number;
  /** Number of deleted records. Default 1. */
  deletions?: number;
  /** Upper bound of the loss function. Default 1. */
  loss_bound?: number;
  /** k/n of membership inference privacy. Default 0.5. */
  subset_fraction?: number;
  /** Records that depend on each other, at most 1e9: asks for `dependent_data`. */
  dependent_records?: number;
}

/** The advantage by every known bound. The figure itself is the smallest, attained by the worst mechanism unless for zCDP or RDP. */
export interface AdvantageBounds extends Figure {
  /** From the curve of the guarantee at order 0; another bound may be below it by rounding, or by more for RDP. */
  exact: Figure;
  /** These three come from `epsilon` at `delta`; null where the form has no epsilon. */
  humphries: Figure | null;
  erlingsson: Figure | null;
  /** min(1, e^epsilon - 1 + delta): 1, which says nothing, from epsilon = ln 2 on. */
  yeom: Figure | null;
}

/** A record's bounds in columns, in the order of `sampling_probabilities`. */
export interface RecordBounds {
  sampling_probability: number[];
  positive_accuracy: number[];
  negative_accuracy: number[];
  /** The largest of each. */
  largest_positive_accuracy: Figure;
  largest_negative_accuracy: Figure;
}

/** Probabilistic unlearning without touching the model (E10); delta = 0 only. */
export interface Unlearning {
  dataset_size: number;
  /** Expected size of the training set, c = N P_x(1). */
  expected_size: number;
  deletions: number;
  target_absence: number;
  /** L: lower bound of P(x not in D | S) for one record. */
  absence: Figure;
  /** L^m: lower bound of the probability that none of the deleted records was in D. */
  absence_of_all: Figure;
  /** Whether `absence_of_all` reaches `target_absence`. */
  guaranteed: boolean;
  /** ln B / ln L, a real number: at most its whole part may be deleted. Infinite (null) for L = 1. */
  capacity: Figure | null;
  /** ln B / ln L with the printed e^-epsilon, which is wrong: for comparison only. Null where infinite. */
  printed_capacity: number | null;
}

/** How far training loss and loss on other data can be apart. */
export interface GeneralisationGap {
  loss_bound: number;
  /** Against records that were not sampled. */
  held_out: Figure;
  /** Against the whole data set, at a fixed split into halves: half of it (E16g). */
  whole_set: Figure;
}

/** The tail of the privacy loss above a level (E16c). */
export interface LossTail extends Figure {
  loss_level: number;
}

/** Largest parameters that keep the positive accuracy at or below a target; null where none does. */
export interface PositiveAccuracyTarget {
  target_positive_accuracy: number;
  /** At `sampling_probability` and the same delta; (epsilon, delta) only. */
  largest_epsilon: Figure | null;
  /** At the guarantee. */
  largest_sampling_probability: Figure | null;
}

/** Membership inference privacy as it follows from a guarantee (Theorem 4, E16m). */
export interface PrivacyOfMembership {
  /** k/n. */
  subset_fraction: number;
  /** Accuracy of the best attacker above that of the better blind guess. */
  eta: Figure;
  /**
   * Proposition 6: the odds of membership change by at most this factor, whatever the output. Null if unbounded, and above
   * epsilon 700, where no number holds it.
   */
  odds_factor: Figure | null;
  /** The posterior probability of membership at k/n that follows; null where the odds are unbounded. */
  posterior: Figure | null;
}

/** What follows from a guarantee alone: upper bounds, exact only for the worst mechanism that fulfils it. */
export interface GuaranteeResult {
  library_version: string;
  guarantee: "pure_dp" | "approximate_dp" | "gdp" | "zcdp" | "rdp";
  /** What holds for every figure, in words. */
  assumptions: string[];
  advantage: AdvantageBounds;
  bayes_security: Figure;
  accuracy: Figure;
  tpr: TprFigure[];
  /** Jayaraman et al.: precision at each rate from both half-planes of (epsilon, delta) alone. */
  jayaraman_precision: { fpr: number; precision: Figure }[];
  /** Sablayrolles et al.: P(x in D | output) <= prior + epsilon/4 for pure DP; null for the other forms. */
  sablayrolles: Figure | null;
  epsilon: Figure | null;
  /** `e^epsilon`, rounded up; null without epsilon and above epsilon 700. */
  likelihood_factor: Figure | null;
  /** The delta that stands beside `epsilon`. */
  delta: number | null;
  roc: Curve | null;
  loss_tail: LossTail[];
  /** Null without `sampling_probability`. */
  positive_accuracy: Figure | null;
  negative_accuracy: Figure | null;
  /** P(the record that a reconstruction comes close to was in D): the positive accuracy of that event. */
  reconstruction_trust: Figure | null;
  records: RecordBounds | null;
  positive_accuracy_target: PositiveAccuracyTarget | null;
  unlearning: Unlearning | null;
  generalisation_gap: GeneralisationGap;
  membership_privacy: PrivacyOfMembership;
  dependent_data: DependentDataResult | null;
  warnings: Warning[];
}

/** Curves of constant positive accuracy. */
export interface IsoBoundOptions {
  /** The positive accuracies, one curve each, at most 20. */
  target_positive_accuracy: number[];
  delta?: number;
  /** Needed when delta > 0. */
  attack_rate?: number;
  /** Points of each curve, at most 1000. Default 100. */
  points?: number;
}

export interface IsoBoundResult {
  library_version: string;
  /** P_x(1), the same for all curves. */
  sampling_probability: number[];
  /** The largest epsilon at each; null where not even epsilon 0 keeps the target. */
  curves: { target_positive_accuracy: number; epsilon: (number | null)[] }[];
  theorem: string;
  /** The keys of those sources in the bibliography; `mibounds` where the statement is this project's own. */
  sources: string[];
  erratum: string;
}

/** The deletion capacity against the expected size of the training set. */
export interface UnlearningCurveOptions {
  epsilon: number;
  dataset_size: number;
  target_absence: number;
  /** Default 100, at most 1000. */
  points?: number;
}

export interface UnlearningCurve {
  library_version: string;
  expected_size: number[];
  /** Corrected (E10), lower bound. */
  capacity: number[];
  /** As printed, which is too large; null where infinite. */
  printed_capacity: (number | null)[];
  /** The linear growth in the expected size of Sekhari et al. with its constant set to 1. */
  linear: number[];
}

/** The example of a positive accuracy without bound (Less is more, App. A.1; E16f). */
export interface UnboundedExampleOptions {
  /** Standard deviation of the noise. Default 4.0412, as printed. */
  noise_multiplier?: number;
  /** Default 1. */
  epsilon?: number;
  /** Thresholds on the final weight, less its start, at most 1000; the attack says "member" at or below. */
  thresholds?: number[];
}

export interface UnboundedExample {
  library_version: string;
  noise_multiplier: number;
  epsilon: number;
  /** The exact delta at epsilon for this noise. */
  delta: Figure;
  /** The smallest noise that keeps (epsilon, 1e-5). */
  least_noise_multiplier: Figure;
  threshold: number[];
  attack_rate: number[];
  positive_accuracy: number[];
  accuracy: number[];
  /** The bound at that attack rate (E9): at or above the positive accuracy. */
  bound: number[];
}

/** Dependent records ("DP does not bound MI"). */
export interface DependentDataOptions {
  /** The guarantee wanted for the whole group. */
  epsilon: number;
  /** Default 0. */
  delta?: number;
  /** Number n of records that depend on each other. */
  dependent_records: number;
  /** Number m of equally likely subpopulations of which the training set holds one. */
  subpopulations?: number;
}

export interface DependentDataResult {
  library_version: string;
  /** Bound (8) for the group, which needs (epsilon, delta) for all its records together. */
  group_advantage: Figure;
  /** What each record must be given: (epsilon/n, record_delta) (E14). */
  record_epsilon: Figure;
  /** 0 where it is below the smallest number. */
  record_delta: Figure;
  /** The printed delta/n. */
  printed_record_delta: number;
  /** The delta of the group that (epsilon/n, delta/n) really gives: above delta. */
  printed_group_delta: Figure;
  /** The largest total variation between two fully different data sets under (epsilon/n, delta/n), attained; rounded up. */
  printed_group_variation: Figure;
  /** Whether bound (8) fails for it, by more than rounding. */
  printed_bound_fails: boolean;
  /** E15: the advantage at which the attack that tells the subpopulation is capped, 1 - 1/m. */
  cap: Figure | null;
  /** 1 - 2/m. */
  printed_cap: number | null;
  /** What must hold before bound (8) may be used, one sentence each. */
  checklist: string[];
}

/** The noise that gives membership inference privacy. */
export interface NoiseOptions {
  /** Accuracy above 1/2 (above max(k/n, 1 - k/n)) that is allowed. Give `eta` or `noise_scale`. */
  eta?: number;
  /** The scale of the noise: asks for the eta that follows. */
  noise_scale?: number;
  /** Upper bound of E||theta - E theta||. Give this or `sigma_m`. */
  sigma_1?: number;
  /** Upper bound of (E||theta - E theta||^M)^(1/M), which is at least sigma_1. */
  sigma_m?: number;
  /** M. Default 2. */
  moment_order?: number;
  /** Number of coordinates that are published. Default 1. */
  dimension?: number;
  /** k/n. Default 0.5. */
  subset_fraction?: number;
  /** max ||A(D) - A(D')|| over neighbours: asks for the DP scale beside the others. */
  sensitivity?: number;
  /** max over x of E||A(D) - A(D with x exchanged for a random non-member)||: asks for `swap`. */
  swap_distance?: number;
  fpr?: number[];
}

/** A scale of noise that suffices, rounded up, and how long the noise vector then is. */
export interface NoiseScale extends Figure {
  /** Mean of the norm of the noise in `dimension` coordinates. */
  mean_radius: number;
  /** The eta that the sharpest known bound proves for this noise; null where none is proven (the printed sampler). */
  proven_eta: number | null;
}

export interface NoiseResult {
  library_version: string;
  eta: number | null;
  dimension: number;
  moment_order: number;
  subset_fraction: number;
  /** The moment that was used. */
  sigma_1: number;
  /** Null when `noise_scale` was given instead of `eta`. */
  scale: {
    /** Density proportional to exp(-||x||/scale), any norm and dimension (E13). */
    sharp: NoiseScale;
    /** Laplace noise on a single number (E13, attained). */
    laplace_1d: NoiseScale;
    /** Standard deviation of Gaussian noise in each coordinate, l2 norm (E13, attained). */
    gaussian: NoiseScale;
    /** (6.16/eta)^(1 + 2/M) sigma with radius |Laplace|, as printed (Corollary 10); null for M < 2. */
    printed: NoiseScale | null;
    /** (7.5/eta)^(1 + 2/M) sigma with its density in `dimension` coordinates: Theorem 9 sampled right (E12). */
    dimension_corrected: NoiseScale;
    /** From `swap_distance`; null without it. */
    swap: NoiseScale | null;
    /** The Laplace mechanism's scale at the epsilon that gives the same eta; null without `sensitivity`. */
    laplace_dp: NoiseScale | null;
  } | null;
  /** The eta that follows from `noise_scale`; null when `eta` was given. */
  achieved: { sharp: Figure; laplace_1d: Figure; gaussian: Figure; swap: Figure | null } | null;
  /** The epsilon of pure DP that has the same eta (Theorem 4). */
  equivalent_epsilon: Figure | null;
  /** Theorem 8 with E11. */
  tpr: { fpr: number; tpr: Figure; printed: number }[];
  assumptions: string[];
  warnings: Warning[];
}

/** A table of noise vectors. */
export interface NoiseSampleOptions {
  noise: "exponential_norm" | "laplace" | "gaussian";
  /** Scale s, Laplace scale or standard deviation. */
  noise_scale: number;
  dimension: number;
  /** M of the norm (E |x_i/sigma_i|^M / d)^(1/M), at least 1. Default 2. "exponential_norm" only. */
  moment_order?: number;
  /** sigma_i; default 1. One number for all, or one each. */
  sigmas?: number | number[];
  /** Number of vectors; at most 1e6 numbers in all. Default 1. */
  samples?: number;
  /**
   * Left out: noise to be released, from a key of 256 bits of entropy that is used once and kept nowhere. An integer in
   * [0, 2^53 - 1]: the same noise each time, for demonstration; whoever knows the seed, or tries them all, takes it off.
   */
  seed?: number;
}

export interface NoiseSample {
  library_version: string;
  purpose: "release" | "demonstration";
  /** Of a demonstration; null for noise to be released. */
  seed: number | null;
  /**
   * A power of two of which all numbers to be released are multiples; null for a demonstration. Round each number of the
   * output to a multiple of it before you add the noise: then the sum is the rounded sum of output and noise, and its last
   * digits tell nothing about what was added, as long as it stays below 2^53 times the grid. The output moves by at most
   * 2^-21 scales in the norm of the noise (l1 for "laplace", l2 for "gaussian"); `sigma_1` has to hold for the rounded one.
   * The noise itself is computed in double precision: no bound is claimed for what that gives away.
   */
  grid: number | null;
  columns: number;
  /** Row by row. */
  values: number[];
  /** How the law was drawn, in words. */
  method: string;
  erratum: string | null;
}

/** Moments from outputs of repeated training, one run a row, one coordinate a column. */
export interface MomentOptions {
  /** M >= 1. Default 2. */
  moment_order?: number;
  /** Resamplings for the interval, at most 10,000. Default 1000. */
  bootstrap?: number;
  /** Default 0. */
  seed?: number;
  confidence?: number;
}

export interface MomentResult {
  library_version: string;
  runs: number;
  dimension: number;
  moment_order: number;
  /** (E|theta_i - E theta_i|^M)^(1/M) for each coordinate. */
  sigmas: number[];
  /** E||theta - E theta|| in l2, and in the norm that `sigmas` scale, where it is at most 1. */
  sigma_1: Figure;
  scaled_sigma_1: Figure;
  /** (E||theta - E theta||^M)^(1/M) in l2. */
  sigma_m: Figure;
  warnings: Warning[];
}

/** Exact membership inference from a finite table of output probabilities. */
export interface MipTable {
  /**
   * Without `records`: one row for each output, [P(output | x in), P(output | x out)].
   * With `records` = n: one row for each subset, n times 0 or 1, then the probabilities of the outputs.
   */
  table: number[][];
  records?: number;
  /** k/n of a table with two columns; a table of subsets has its own. Default 0.5. */
  subset_fraction?: number;
  fpr?: number[];
}

export interface MipRecord {
  /** From 1. */
  record: number;
  eta: Figure;
  accuracy: Figure;
  advantage: Figure;
  /** What the optimal attacker says of each output: 1 for "member". */
  says_member: number[];
  /** Posterior probability of membership after each output. */
  posterior: (number | null)[];
  /** Largest factor by which an output moves the odds; null if infinite. */
  odds_factor: number | null;
  /** The ROC curve's corners. */
  roc: { fpr: number[]; tpr: number[] };
}

export interface MipTableResult {
  library_version: string;
  subset_fraction: number;
  outputs: number;
  /** The largest over the records. */
  eta: Figure;
  worst_record: number;
  /** At most the first 1000. */
  records: MipRecord[];
  /** For the worst record: the exact rate, the bound from eta (E11), the printed one. */
  tpr: { fpr: number; exact: Figure; bound: Figure; printed: number }[];
  warnings: Warning[];
}

/** The data set on which MIP needs far less noise than DP (Proposition 11). */
export interface PowersOfTwoOptions {
  /** n, even, 4 to 60. */
  dataset_size: number;
  eta?: number;
}

export interface PowersOfTwo {
  library_version: string;
  dataset_size: number;
  /** Standard deviation over random halves; exact by enumeration up to n = 20, above it the proof's bound. */
  sigma: Figure;
  /** The largest change between halves that differ in one record. */
  sensitivity: Figure;
  laplace_dp: Figure;
  printed: Figure;
  sharp: Figure;
  laplace_1d: Figure;
}

/** Attribute inference from how far apart the gradients of an attribute's values are. */
export interface AttributesOptions {
  noise_multiplier: number;
  sample_rate: number;
  num_steps: number;
  /** Default 1. */
  clipping_norm?: number;
  /**
   * R_t: the largest distance between the clipped gradients of two values of the attribute, over all records or for
   * the one target, at every step. One for all steps.
   */
  gradient_distance?: number;
  /** R_t step by step, `num_steps` of them (or leave `num_steps` out), at most 1e6. */
  gradient_distances?: number[];
  fpr?: number[];
  prior?: number;
}

/** The closed form and how far it is from what is certified. */
export interface AttributeSecurity extends Figure {
  /** 1 - estimate. */
  advantage: number;
  /** sqrt(q(1 - q)T)/sigma, the explicit error term of Theorem 6 (E8). */
  error_term: number;
  /** Whether the closed form less its error term says nothing. */
  vacuous: boolean;
  /** `advantage` less the largest advantage that is certain to be attained: negative means understated. */
  error_against_attained: number;
  /** `advantage` less the certified upper bound. */
  error_against_certified: number;
  tpr: { fpr: number; tpr: Figure }[];
}

export interface AttributeCertificate {
  /** Upper bound, the smallest of those below; `lower` is `attained`. */
  advantage: Figure;
  bayes_security: Figure;
  /** Which of the following is the smallest. */
  tightest: "chi_square" | "sampling_revealed" | "membership" | "closed_form_bound";
  /** From the chi-square divergence of gradients R_t apart: both of norm C, or C and C - R_t on one ray, the worse of the two. */
  chi_square: Figure;
  /** As if the attacker saw which steps took the record. */
  sampling_revealed: Figure;
  /** The exact engine for any two records (replace-one). */
  membership: Figure;
  /** The larger of what two pairs of gradients attain: plus and minus R_t/2, and on one ray at the clipping norm. */
  attained: Figure;
  /** The central limit for the worse pair: an approximation of the truth, mostly from above. */
  gaussian_limit: Figure;
  /** The closed form with an honest error term (E8). */
  closed_form_bound: Figure;
  tpr: { fpr: number; tpr: Figure }[];
  accuracy: Figure;
}

export interface AttributesResult {
  library_version: string;
  parameters: {
    noise_multiplier: number;
    sample_rate: number;
    num_steps: number;
    clipping_norm: number;
    /** l2 norm of the sequence R_t. */
    gradient_distance_norm: number;
    largest_gradient_distance: number;
  };
  bayes_security: AttributeSecurity;
  certified: AttributeCertificate;
  assumptions: string[];
  warnings: Warning[];
}

/** Clipped gradients of one record with each value of the attribute. */
export interface GradientDistanceOptions {
  /** Default 1. */
  clipping_norm?: number;
  /** Number of values of the attribute: rows come in blocks of so many, one block a record. Default all rows. */
  values?: number;
}

export interface GradientDistance {
  library_version: string;
  records: number;
  values: number;
  dimension: number;
  /** Largest distance over the records, exact (all pairs). */
  diameter: Figure;
  /** 2 max ||g - mean||, never below the diameter. */
  mean_vector: Figure;
  /** The record (from 1) and the pair of values (from 1) that attain the diameter. */
  record: number;
  pair: [number, number];
  /** Each record's diameter and approximation. */
  diameters: number[];
  mean_vectors: number[];
  /** Gradients that were longer than the clipping norm. */
  clipped: number;
}

/** The closed form of the Bayes-security paper for membership, with all that corrects it. */
export interface BayesSecurityOptions extends RunOptions {
  fpr?: number[];
  /** For the estimate of epsilon (E16j). */
  target_delta?: number;
  /** Asks for `choice`: the parameters of equation 4. */
  target_bayes_security?: number;
}

export interface BayesSecurityResult {
  library_version: string;
  neighboring_relation: NeighboringRelation;
  parameters: TrainingResult["parameters"];
  /** From the exact engine. */
  exact: Figure;
  advantage: Figure;
  /** 1 - erf(...), Corollary 7; `error_against_exact` is signed, in Bayes security: positive means overstated. */
  closed_form: ApproximationFigure & { error_term: number; vacuous: boolean };
  /** Corollary 7 less its error term: a lower bound, rounded down. */
  closed_form_lower: Figure;
  /** The central limit with the right variance (E8). */
  gaussian_limit: ApproximationFigure;
  /** Lower bounds. */
  chi_square: Figure;
  closed_form_bound: Figure;
  /** Proposition 9 with E6: by the closed form (no promise), by the exact security, and the exact rate. */
  tpr: { fpr: number; closed_form: Figure; from_security: Figure; exact: Figure }[];
  /** E16j: neither an upper nor a lower bound; null without `target_delta` or where it says nothing. */
  epsilon_estimate: Figure | null;
  /** Equation 4, each with the other two as given; `exact` is what the exact engine says of it. */
  choice: {
    noise_multiplier: Figure;
    sample_rate: Figure | null;
    num_steps: Figure | null;
    /** The exact security at that noise multiplier. */
    exact: Figure | null;
  } | null;
  warnings: Warning[];
}

/** One entry of the errata with the numbers of its counterexample, computed here. */
export interface Erratum {
  id: string;
  /** Paper and place. */
  place: string;
  printed: string;
  corrected: string;
  /** The setting of the counterexample, in words. */
  example: string;
  printed_value: number | null;
  corrected_value: number;
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
  /** The keys of its sources in the bibliography. */
  status_sources: string[];
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
  | "width"
  | "probability"
  | "positive_accuracy"
  | "loss_bound"
  | "deletions"
  | "dependent_records"
  | "subpopulations"
  | "eta"
  | "moment"
  | "moment_order"
  | "dimension"
  | "subset_fraction"
  | "bootstrap"
  | "clipping_norm"
  | "gradient_distance"
  | "points",
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
  /** Where nothing is proven for a training: what that is, as a sentence, and the value that leads to the nearest answer. */
  nearest?: { statement: string; parameter: "neighboring_relation" | "sampling" | "group_size"; value: string };
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
/** Epsilon against the sampling probability of the data set at constant positive accuracy. */
export function iso_bound(options: IsoBoundOptions): Outcome<IsoBoundResult>;
/** Deletion capacity against the expected size of the training set. */
export function unlearning_curve(options: UnlearningCurveOptions): Outcome<UnlearningCurve>;
/** The example of a positive accuracy without bound. */
export function unbounded_example(options: UnboundedExampleOptions): Outcome<UnboundedExample>;
/** What records that depend on each other need. */
export function dependent_data(options: DependentDataOptions): Outcome<DependentDataResult>;
/** Noise on the output for membership inference privacy. */
export function noise(options: NoiseOptions): Outcome<NoiseResult>;
/** Noise vectors, to be released or, from a seed, for demonstration. Throws where the platform has no entropy. */
export function noise_sample(options: NoiseSampleOptions): Outcome<NoiseSample>;
/** Moments of outputs; `outputs` row by row, `columns` numbers each. */
export function moments(outputs: Float64Array, columns: number, options: MomentOptions): Outcome<MomentResult>;
/** The exact attacker against a finite table. */
export function membership_table(options: MipTable): Outcome<MipTableResult>;
/** The data set 1, 2, 4, ... of Proposition 11. */
export function powers_of_two(options: PowersOfTwoOptions): Outcome<PowersOfTwo>;
/** Attribute inference; `distances`, where given, is `gradient_distances` without the cost of a list. */
export function attributes(options: AttributesOptions, distances?: Float64Array): Outcome<AttributesResult>;
/** R_t from raw gradients, row by row, `columns` numbers each. */
export function gradient_distance(
  gradients: Float64Array,
  columns: number,
  options: GradientDistanceOptions,
): Outcome<GradientDistance>;
/** The closed form of Bayes security for membership. */
export function bayes_security(options: BayesSecurityOptions): Outcome<BayesSecurityResult>;
/** The errata whose counterexample is a number. */
export function errata(): Erratum[];
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
