// The types of the module's boundary, made from src/ by its tests: WRITE_GENERATED=1 cargo test --lib generated.
// Every rate, probability and advantage is a plain number in [0, 1].

/** Noise multiplier, sample rate, number of steps: the order of Opacus' `history`. */
export type HistoryEntry = [number, number, number];

/** What a given scale achieves. */
export interface AchievedEta {
  /** Density `exp(-||x||/s)`. */
  sharp: Figure;
  /** Laplace noise on one number. */
  laplace_1d: Figure;
  /** Gaussian noise. */
  gaussian: Figure;
  /** From the distance of exchanged records. */
  swap: Figure | null;
}

/** The advantage by every known bound; the figure itself is the smallest. */
export interface AdvantageBounds extends Figure {
  /** From the curve of the guarantee at order 0; another bound may be below it by rounding, or by more for RDP. */
  exact: Figure;
  /** From `epsilon` at `delta`, like the next two; none where the form has no epsilon. */
  humphries: Figure | null;
  /** From epsilon at delta. */
  erlingsson: Figure | null;
  /** min(1, e^epsilon - 1 + delta): 1, which says nothing, from epsilon = ln 2 on. */
  yeom: Figure | null;
}

/** An approximation and how far it is off. */
export interface ApproximationFigure extends Figure {
  /** The approximation less the exact figure; none where that is an interval. */
  error_against_exact: number | null;
}

/** What one attack has shown in one game. */
export interface AttackObservation {
  /** The attack, e.g. "`likelihood_ratio`". */
  attack: string;
  /** The game, where an experiment has several: "OIG", "OFM", "YIG" or "YFM". */
  game?: string;
  /** The relation whose curve bounds the attack; absent where no curve does. */
  relation: NeighboringRelation | null;
  /** Guesses that were made. */
  trials: number;
  /** Advantage. */
  advantage: Figure;
  /** Rates at thresholds that were fixed before. */
  points: Array<AttackPoint>;
}

/** Rates of an attack at one threshold, with Clopper and Pearson's interval of each by itself. */
export interface AttackPoint {
  /** Share of non-members that were named. */
  fpr: number;
  /** Its interval. */
  fpr_interval: [number, number];
  /** Share of members that were named. */
  tpr: number;
  /** Its interval. */
  tpr_interval: [number, number];
}

/** One value of the parameter and what it gives. */
export interface Attained {
  /** The value. */
  value: number;
  /** The figure at that value. */
  achieved: Figure;
}

/** What is proven. */
export interface AttributeCertificate {
  /** Upper bound, the smallest of those below; `lower` is `attained`. */
  advantage: Figure;
  /** One less it. */
  bayes_security: Figure;
  /** Which of the following is the smallest. */
  tightest: "any_gradients" | "chi_square" | "sampling_revealed" | "membership" | "closed_form_bound";
  /**
   * Over all gradients at these distances, also those that depend on what was seen before; none where noise is
   * below 0.2, where more than 1536 steps have several distances, or where nothing is left to bound.
   */
  any_gradients: Figure | null;
  /**
   * From the chi-square divergence of gradients `R_t` apart: both of norm C, or C and C - `R_t` on one ray, the
   * worse of the two.
   */
  chi_square: Figure;
  /** As if the attacker saw which steps took the record. */
  sampling_revealed: Figure;
  /** The exact engine for any two records (replace-one). */
  membership: Figure;
  /**
   * The largest of what gradients attain: plus and minus `R_t/2`, on one ray at the clipping norm, and in an order
   * that depends on what was seen before.
   */
  attained: Figure;
  /** The central limit for the worse pair: an approximation of the truth, mostly from above. */
  gaussian_limit: Figure;
  /** The closed form with an honest error term (E8). */
  closed_form_bound: Figure;
  /** Rates of true positives. */
  tpr: Array<AttributeTpr>;
  /** Share of right answers at the prior. */
  accuracy: Figure;
}

/** The checked parameters. */
export interface AttributeParameters {
  /** Standard deviation of the noise over the clipping norm. */
  noise_multiplier: number;
  /** Probability with which a record enters a step. */
  sample_rate: number;
  /** Number of steps. */
  num_steps: number;
  /** Clipping norm. */
  clipping_norm: number;
  /** l2 norm of the sequence `R_t`. */
  gradient_distance_norm: number;
  /** The largest `R_t`. */
  largest_gradient_distance: number;
}

/** The closed form with its error. */
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
  /** Rates of true positives. */
  tpr: Array<AttributeTpr>;
}

/** A rate of true positives. */
export interface AttributeTpr {
  /** Rate of false positives. */
  fpr: number;
  /** Rate of true positives. */
  tpr: Figure;
}

/** Attribute inference by the closed form and with a certificate. */
export interface AttributesResult {
  /** Version of this library. */
  library_version: string;
  /** The checked parameters. */
  parameters: AttributeParameters;
  /** Closed form. */
  bayes_security: AttributeSecurity;
  /** Certificate. */
  certified: AttributeCertificate;
  /** What must hold. */
  assumptions: Array<string>;
  /** What a reader should know first. */
  warnings: Array<Warning>;
}

/** How many trials or canaries an audit needs. */
export interface AuditPlan {
  /** Version of the library. */
  library_version: string;
  /** What is proven of the declared run. */
  status: string;
  /** The keys of its sources in the bibliography. */
  status_sources: Array<string>;
  /** Confidence of the audit. */
  level: number;
  /** The chance with which it is to refute. */
  power: number;
  /** The noise with which the run is thought to be done; of a schedule the factor on that of all phases. */
  noise_multiplier: number;
  /** The plan at each rate of false positives. */
  rates: Array<AuditPlanRate>;
  /** What must hold. */
  assumptions: Array<string>;
}

/** The plan at one rate of false positives. */
export interface AuditPlanRate {
  /** Rate of false positives. */
  fpr: number;
  /** Rate of true positives that the best attacker certainly has with less noise. */
  tpr: number;
  /** The largest that the declared curve allows. */
  possible: number;
  /** About so many trials of each class, each a training of its own; absent where 1e12 are not enough. */
  trials: number | null;
  /**
   * About so many canaries of one training, of which the attack names as "in" those above that rate; absent where
   * a million are not enough.
   */
  canaries: number | null;
  /** Share of the canaries that are named then. */
  guessed: number;
  /** Share of these guesses that are right. */
  right: number;
}

/** What the results of an attack say about the run that was declared. */
export interface AuditResult {
  /** Version of the library. */
  library_version: string;
  /** What is proven of the declared run or guarantee. */
  status: string;
  /** The keys of its sources in the bibliography. */
  status_sources: Array<string>;
  /** Confidence of each bound below, by itself. */
  level: number;
  /** Whether the declared curve is refuted at that confidence. */
  refuted: boolean;
  /** Upper bound of the chance of such results under the declared curve, whatever the attack. */
  p_value: number;
  /** What the test rests on. */
  test: string;
  /** The keys of its sources in the bibliography. */
  test_sources: Array<string>;
  /** What the attack shows at each threshold; empty for a single run. */
  thresholds: Array<AuditThreshold>;
  /** Advantage that the attack certainly has. */
  advantage: Figure;
  /** Largest advantage that the declared curve allows. */
  possible_advantage: Figure;
  /** The first over the second: how much of what is possible the attack shows. */
  share_of_possible: Figure;
  /**
   * Rates of true positives that the best attacker certainly has, at the rates that were asked for; empty for a
   * single run.
   */
  tpr: Array<AuditTpr>;
  /** Epsilon that the run certainly exceeds, at the delta that was asked for. */
  epsilon: Figure | null;
  /** The same for a single run by the theorem for epsilon alone. */
  epsilon_by_guesses: Figure | null;
  /** GDP mu that the run certainly exceeds. */
  gdp_mu: Figure;
  /**
   * Noise multiplier, or factor on those of a schedule, that the results refute together with every larger one;
   * absent where they refute none, and for a guarantee.
   */
  noise_multiplier: Figure | null;
  /**
   * Trials of each class, or canaries, with which the same shares would refute the declared curve; absent where a
   * million times as many would not, nor 1e12 trials, nor a million canaries.
   */
  needed_trials: number | null;
  /** The declared curve from above. */
  roc: Curve | null;
  /** What must hold. */
  assumptions: Array<string>;
}

/** One threshold of the attack. */
export interface AuditThreshold {
  /** Share of non-members that were named. */
  fpr: number;
  /** Clopper and Pearson's interval of it, for this threshold alone. */
  fpr_interval: [number, number];
  /** Share of members that were named. */
  tpr: number;
  /** The same of it. */
  tpr_interval: [number, number];
  /** `[FPR at most, TPR at least]`, for all thresholds at once. */
  corner: [number, number];
  /** Whether this threshold alone refutes the declared curve, with the level shared among all. */
  refutes: boolean;
}

/** What the attack shows at one rate of false positives. */
export interface AuditTpr extends Figure {
  /** Rate of false positives. */
  fpr: number;
  /** The largest that the declared curve allows. */
  possible: number;
}

/** Success of an attacker whose guess, without what was trained, would be right with a given probability. */
export interface BaselineFigure extends Figure {
  /** That probability, for the best guess. */
  baseline: number;
  /** The closed form of the Bayes-security paper for the same, with any number of candidates. */
  closed_form: Figure;
  /** The closed form of the Gaussian mechanism, where batches are the whole data set. */
  gaussian: Figure | null;
}

/** Bayes security by every route. */
export interface BayesSecurityResult {
  /** Version of this library. */
  library_version: string;
  /** The relation between neighbouring data sets. */
  neighboring_relation: NeighboringRelation;
  /** The checked parameters. */
  parameters: TrainingParameters;
  /** From the exact engine. */
  exact: Figure;
  /** Exact advantage. */
  advantage: Figure;
  /** 1 - erf(...), Corollary 7; `error_against_exact` is signed, in Bayes security: positive means overstated. */
  closed_form: ClosedSecurity;
  /** Corollary 7 less its error term: a bound. */
  closed_form_lower: Figure;
  /** The central limit with the right variance (E8). */
  gaussian_limit: ApproximationFigure;
  /** A lower bound by the chi-square divergence. */
  chi_square: Figure;
  /** The closed form with its honest error. */
  closed_form_bound: Figure;
  /** Proposition 9 with E6: by the closed form (no promise), by the exact security, and the exact rate. */
  tpr: Array<SecurityTpr>;
  /** E16j: neither an upper nor a lower bound; none without `target_delta` or where it says nothing. */
  epsilon_estimate: Figure | null;
  /** Equation 4, each with the other two as given; `exact` is what the exact engine says of it. */
  choice: SecurityChoice | null;
  /** What a reader should know first. */
  warnings: Array<Warning>;
}

/** The safe value, its neighbour, and the run with the value put in. */
export interface CalibrateResult extends Attained {
  /** Version of this library. */
  library_version: string;
  /** The parameter. */
  solve_for: SolveFor;
  /** Name of the figure. */
  quantity: Quantity;
  /** The value that the figure does not pass. */
  target: number;
  /** "`at_most`", or "`at_least`" for Bayes security. */
  side: TargetSide;
  /** The next value, which misses the target; none where the whole range reaches it. */
  unsafe_neighbour: Attained | null;
  /**
   * Where the figure passes the target: between the safe value and the nearest one found that has certainly passed
   * it, which is the neighbour where that is resolved. Of a bound, what some data sets attain has passed it there;
   * one-sided where nothing is known of that. The noise or the factor from its upper end on is enough, any other
   * parameter up to its lower end.
   */
  limit: Figure;
  /** The noise multiplier of each phase of the schedule with the factor put in; none for any other parameter. */
  noise_multipliers: Array<number> | null;
  /** The whole run with the value put in. */
  parameters: TrainingParameters;
  /** The relation between neighbouring data sets. */
  neighboring_relation: NeighboringRelation;
  /** How batches are drawn. */
  sampling: Sampling | "none";
  /** The law of the noise. */
  noise: Noise;
  /** What is proven, in words. */
  status: string;
  /** The keys of its sources in the bibliography. */
  status_sources: Array<string>;
  /** What a reader should know first. */
  warnings: Array<Warning>;
}

/** The closed form with what its theorem adds and how far it is off. */
export interface ClosedFormFigure extends Figure {
  /** E8: what must be added to make it a bound; above 1 it says nothing. */
  error_term: number;
  /** `estimate` minus the exact figure: negative when it understates the risk; none where that is an interval. */
  error_against_exact: number | null;
}

/** The closed form with its error. */
export interface ClosedSecurity extends ApproximationFigure {
  /** What its theorem takes off. */
  error_term: number;
  /** Whether nothing is left. */
  vacuous: boolean;
}

/** What a column holds. */
export interface ColumnSummary {
  /** Its name. */
  name: string;
  /** `number`, `category`, `text` or `constant`; the last two are of no use to a training. */
  kind: string;
  /** Rows without a value. */
  missing: number;
  /** Different values; none of a text. */
  different: number | null;
  /** Smallest, mean and largest number. */
  range: [number, number, number] | null;
  /** The first values of a category. */
  values: Array<string>;
}

/** Corners of a ROC curve. */
export interface Corners {
  /** Rates of false positives, from 0 to 1. */
  fpr: Array<number>;
  /** Rates of true positives. */
  tpr: Array<number>;
}

/** Points of the ROC curve with both ends, or of a share of answers along it. */
export interface Curve {
  /** Rates of false positives, rising to 1. */
  fpr: Array<number>;
  /** Lower ends of the rates of true positives or of that share. */
  lower: Array<number>;
  /** Middles; where an interval is wide, its upper end. */
  estimate: Array<number>;
  /** Upper ends. */
  upper: Array<number>;
  /** Which side of the truth each point is on. */
  kind: Array<Kind>;
}

/** What such records need. */
export interface DependentDataResult {
  /** Version of this library. */
  library_version: string;
  /** Bound (8) for the group, which needs (epsilon, delta) for all its records together. */
  group_advantage: Figure;
  /** What each record must be given: (epsilon/n, `record_delta`) (E14). */
  record_epsilon: Figure;
  /** 0 where it is below the smallest number. */
  record_delta: Figure;
  /** The printed `delta/n`. */
  printed_record_delta: number;
  /** The delta of the group that (epsilon/n, delta/n) really gives: above delta. */
  printed_group_delta: Figure;
  /**
   * The largest total variation between two fully different data sets under (epsilon/n, delta/n), attained;
   * rounded up.
   */
  printed_group_variation: Figure;
  /** Whether bound (8) fails for the printed one, by more than rounding. */
  printed_bound_fails: boolean;
  /** E15: the advantage at which the attack that tells the subpopulation is capped, 1 - 1/m. */
  cap: Figure | null;
  /** The printed cap. */
  printed_cap: number | null;
  /** What must hold before bound (8) may be used, one sentence each. */
  checklist: [string, string, string, string, string];
}

/** Epsilon at a delta. */
export interface EpsilonFigure extends Figure {
  /** The delta. */
  target_delta: number;
  /** `remove` or `add`: the order of the pair that attains it. */
  direction: "remove" | "add";
  /** "in" against "out". */
  remove: Figure;
  /** "out" against "in". */
  add: Figure;
}

/** One entry with its counterexample. */
export interface Erratum {
  /** Its name, e.g. "E9". */
  id: string;
  /** Paper and place. */
  place: string;
  /** The printed form. */
  printed: string;
  /** The corrected form. */
  corrected: string;
  /** The setting of the counterexample, in words. */
  example: string;
  /** What the printed form gives. */
  printed_value: number | null;
  /** What is true, or what the corrected form gives. */
  corrected_value: number;
}

/** An unbiased estimator. Let `f(L) = (1 - a e^L)_+` of a training under "out", between 0 and 1. */
export type Estimator = "algorithm_1" | "antithetic" | "control_variate" | "antithetic_control_variate" | "mixture";

/** True-positive rate that follows from `eta`. */
export interface EtaTpr {
  /** Rate of false positives. */
  fpr: number;
  /** Upper bound of the rate of true positives. */
  tpr: Figure;
  /** As printed, without the factor two. */
  printed: number;
}

/** What an experiment has shown so far. */
export interface ExperimentResult {
  /** Version of the library. */
  library_version: string;
  /** Name of the experiment. */
  experiment: string;
  /** Units of work in all. */
  units: number;
  /** Units that are done. */
  units_done: number;
  /** The trainings that are compared. */
  settings: Array<SettingResult>;
}

/**
 * Why there is no result: "unknown" where nothing is proven for a combination, "unreachable" where no value of a
 * parameter meets a target.
 */
export interface Failure {
  /** A stable word for programs. */
  code: "out_of_range" | "missing" | "conflict" | "malformed" | "unknown" | "unreachable";
  /** The parameter at fault. */
  parameter: string;
  /** Names parameter, value and allowed range. */
  message: string;
  /** Where nothing is proven for a training: what that is, and the value that leads to the nearest answer. */
  nearest?: Nearest;
}

/** A number as it is shown. */
export interface Figure {
  /** Lower end, where there is one. */
  lower: number | null;
  /**
   * The number itself; the middle of an exact figure, the safe end of an interval, the bound of a one-sided
   * figure.
   */
  estimate: number;
  /** Upper end, where there is one. */
  upper: number | null;
  /** Which side of the truth it is on. */
  kind: Kind;
  /** How it was computed, e.g. "fourier", "`closed_form`", "hellinger". */
  method: string;
  /** The statement it rests on, with its source. */
  theorem: string;
  /** The keys of those sources in the bibliography; `mibounds` where the statement is this project's own. */
  sources: Array<string>;
  /** The entry of the errata that is in force here, e.g. "E9"; absent where the printed statement is right. */
  erratum?: string;
  /** What must hold beside the theorem's name, in words; absent where the object around it says so. */
  assumptions?: string;
}

/** An axis. */
export interface FigureAxis {
  /** What it shows, with its unit. */
  label: string;
  /** Whether it is drawn on a logarithmic scale. */
  logarithmic: boolean;
}

/** One line of a figure, in columns. */
export interface FigureSeries {
  /** Its name, with whose bound or statement it is. */
  name: string;
  /** Which side of the truth its numbers are on: exact only where all are. None where this part has no number. */
  kind: Kind | null;
  /** The statement it rests on. */
  theorem: string;
  /** The keys of its sources in the bibliography. */
  sources: Array<string>;
  /** The entry of the errata that is in force. */
  erratum: string | null;
  /** Lower ends, where there are such. */
  lower: Array<number | null>;
  /** The numbers; none where there is no number. */
  estimate: Array<number | null>;
  /** Upper ends, where there are such. */
  upper: Array<number | null>;
}

/** The best precision among attackers who name at least a share of the candidates. */
export interface FlaggedPrecision extends Figure {
  /** The share. */
  flagged_share: number;
  /** Probability that a candidate is a member. */
  prior: number;
}

/** The GDP parameter that covers the curve over a range of rates. */
export interface GdpFigure extends Figure {
  /** Smallest rate of the range. */
  fpr_min: number;
  /** Largest rate of the range. */
  fpr_max: number;
  /** Over all rates the parameter is that of the unamplified mechanism; none where none is known. */
  unamplified: number | null;
  /** The mu whose curve is nearest, and by how much it is off at its worst rate. */
  best_fit: number;
  /** How far off that curve is at its worst rate. */
  regret: number;
}

/** Gap between training loss and other loss. */
export interface GeneralisationGap {
  /** Upper bound of the loss. */
  loss_bound: number;
  /** Against records that were not sampled. */
  held_out: Figure;
  /** Against the whole data set, at a fixed split into halves: half of it (E16g). */
  whole_set: Figure;
}

/** `R_t` of one step. */
export interface GradientDistance {
  /** Version of this library. */
  library_version: string;
  /** Number of records. */
  records: number;
  /** Number of values of the attribute. */
  values: number;
  /** Number of coordinates. */
  dimension: number;
  /** Largest distance over the records, exact (all pairs). */
  diameter: Figure;
  /** Twice the largest distance from the mean gradient. */
  mean_vector: Figure;
  /** The record (from 1) and the pair of values (from 1) that attain the diameter. */
  record: number;
  /** Its two values, from 1. */
  pair: [number, number];
  /** The diameter of each record. */
  diameters: Array<number>;
  /** The approximation for each record. */
  mean_vectors: Array<number>;
  /** Gradients that were longer than the clipping norm. */
  clipped: number;
}

/** What follows from a guarantee. */
export interface GuaranteeResult {
  /** Version of this library. */
  library_version: string;
  /** Which form it has. */
  guarantee: "pure_dp" | "approximate_dp" | "gdp" | "zcdp" | "rdp";
  /** What holds for every figure, in words. */
  assumptions: Array<string>;
  /** Advantage, by each bound. */
  advantage: AdvantageBounds;
  /** One less the advantage, from below. */
  bayes_security: Figure;
  /** Share of right answers at the prior. */
  accuracy: Figure;
  /** Rates of true positives. */
  tpr: Array<TprFigure>;
  /** Success of guesses at the baselines asked for: of what a record holds, or whose it is. */
  baseline: Array<BaselineFigure>;
  /** Jayaraman et al.: precision at each rate from both half-planes of (epsilon, delta) alone. */
  jayaraman_precision: Array<PrecisionAtRate>;
  /** Sablayrolles et al.: P(x in D | output) <= prior + epsilon/4 for pure DP; none for the other forms. */
  sablayrolles: Figure | null;
  /** Epsilon at the target delta. */
  epsilon: Figure | null;
  /**
   * By how much an output may be likelier on one of two neighbours, up to that delta; none above epsilon 700,
   * where no double holds it.
   */
  likelihood_factor: Figure | null;
  /** The delta that stands beside `epsilon`. */
  delta: number | null;
  /** The ROC curve, if asked for. */
  roc: Curve | null;
  /** Tails of the privacy loss. */
  loss_tail: Array<LossTail>;
  /** Positive accuracy at the sampling probability. */
  positive_accuracy: Figure | null;
  /** Negative accuracy. */
  negative_accuracy: Figure | null;
  /** P(the record that a reconstruction comes close to was in D): the positive accuracy of that event. */
  reconstruction_trust: Figure | null;
  /** Record by record. */
  records: RecordBounds | null;
  /** Backwards. */
  positive_accuracy_target: PositiveAccuracyTarget | null;
  /** Deletion. */
  unlearning: Unlearning | null;
  /** Generalisation. */
  generalisation_gap: GeneralisationGap;
  /** Membership inference privacy. */
  membership_privacy: PrivacyOfMembership;
  /** Dependent records. */
  dependent_data: DependentDataResult | null;
  /** What a reader should know first. */
  warnings: Array<Warning>;
}

/** The hockey-stick divergence at one order. */
export interface HockeyStickFigure extends Figure {
  /** The order `eps`. */
  epsilon: number;
  /** The divergence of "out" from "in" at the same order. */
  reverse: Figure;
  /** The larger of both: delta at epsilon in the sense of differential privacy (for epsilon >= 0). */
  delta: Figure;
  /** `TV_a` of the optimal-bounds paper at a = e^epsilon: half the integral of |out - a in|. */
  tv_a: Figure;
}

/** One curve. */
export interface IsoBound {
  /** The positive accuracy that is kept. */
  target_positive_accuracy: number;
  /** Largest epsilon at each sampling probability; none where not even 0 keeps it. */
  epsilon: Array<number | null>;
}

/** The curves. */
export interface IsoBoundResult {
  /** Version of this library. */
  library_version: string;
  /** The sampling probabilities, inside `(0, 1)`. */
  sampling_probability: Array<number>;
  /** The largest epsilon at each; none where not even epsilon 0 keeps the target. */
  curves: Array<IsoBound>;
  /** What they rest on. */
  theorem: string;
  /** The keys of those sources in the bibliography. */
  sources: Array<string>;
  /** The entry of the errata that is in force. */
  erratum: string;
}

/** Which side of the truth a figure is on. */
export type Kind = "exact" | "interval" | "upper" | "lower" | "estimate" | "approximation";

/**
 * Counts of losses. Bin `i` holds `edges[i] <= loss < edges[i + 1]`; the outer ones hold all that lies beyond
 * too.
 */
export interface LossHistogram {
  /** Rising, one more than there are bins; they follow from the parameters alone. */
  edges: Array<number>;
  /** Trainings without the record, one for each independent noise: mirror images are not counted. */
  out: Array<number>;
  /** Trainings with it. */
  in: Array<number>;
  /** The loss above which the best attacker at the prior says "in": `ln((1 - prior)/prior)`. */
  threshold: number;
}

/** Tail of the privacy loss above a level. */
export interface LossTail extends Figure {
  /** The level. */
  loss_level: number;
}

/** A number that was measured beside the attacks. */
export interface Measure {
  /** What it is, e.g. "`test_accuracy`". */
  name: string;
  /** Its mean over the trainings. */
  mean: Figure;
}

/** What the best attacker knows of one record. */
export interface MipRecord {
  /** Which record, from 1. */
  record: number;
  /** Accuracy above the better blind guess. */
  eta: Figure;
  /** Share of right answers. */
  accuracy: Figure;
  /** Total variation of the outputs with the record and without. */
  advantage: Figure;
  /** What the optimal attacker says of each output: 1 for "member". */
  says_member: Array<number>;
  /** Posterior probability of membership; none for an output that never occurs. */
  posterior: Array<number | null>;
  /** Largest factor by which an output moves the odds; none if it settles them. */
  odds_factor: number | null;
  /** The ROC curve's corners. */
  roc: Corners;
}

/** What the best attacker knows. */
export interface MipTableResult {
  /** Version of this library. */
  library_version: string;
  /** `k/n`. */
  subset_fraction: number;
  /** Number of outputs. */
  outputs: number;
  /** The largest over the records. */
  eta: Figure;
  /** The record that attains it. */
  worst_record: number;
  /** At most the first 1000. */
  records: Array<MipRecord>;
  /** For the worst record: the exact rate, the bound from eta (E11), the printed one. */
  tpr: Array<MipTpr>;
  /** What a reader should know first. */
  warnings: Array<Warning>;
}

/** Rates of true positives for the worst record. */
export interface MipTpr {
  /** Rate of false positives. */
  fpr: number;
  /** Best attacker. */
  exact: Figure;
  /** What eta alone says. */
  bound: Figure;
  /** As printed. */
  printed: number;
}

/** Estimated moments. */
export interface MomentResult {
  /** Version of this library. */
  library_version: string;
  /** Number of outputs. */
  runs: number;
  /** Number of coordinates. */
  dimension: number;
  /** `M`. */
  moment_order: number;
  /** `(E|theta_i - E theta_i|^M)^(1/M)` for each coordinate. */
  sigmas: Array<number>;
  /** `E||theta - E theta||` in l2. */
  sigma_1: Figure;
  /** The same in the norm that `sigmas` scale, where it is at most 1. */
  scaled_sigma_1: Figure;
  /** (E||theta - E theta||^M)^(1/M) in l2. */
  sigma_m: Figure;
  /** What a reader should know first. */
  warnings: Array<Warning>;
}

/** How a run is cut: chunk `c` is stream `c` of the seed, whatever computes it; chunk 0 is the pilot. */
export interface MonteCarloPlan {
  /** Simulated trainings, a multiple of 16 summands: of 32 where a summand is a pair of trainings. */
  samples: number;
  /** Trainings of each chunk but the pilot and perhaps the last. */
  samples_per_chunk: number;
  /** Number of chunks, the pilot included. */
  chunks: number;
  /** Steps of each training. */
  num_steps: number;
  /** Steps of all trainings together, those of the pilot and of the second hypothesis included. */
  steps_drawn: number;
  /**
   * Numbers of chunks, rising by some 5 % up to `chunks`, after which the width is looked at: always those of the
   * first chunks, so that a run ends at the same place whatever computes it.
   */
  looks: Array<number>;
  /** What is averaged. */
  estimator: Estimator;
}

/** Estimates with their intervals. */
export interface MonteCarloResult {
  /** Version of this library. */
  library_version: string;
  /** What was averaged. */
  estimator: Estimator;
  /** What was simulated: the truth, or a pair that bounds it from above or below. */
  side: SimulatedSide;
  /** What is proven for this relation, sampling and noise. */
  status: string;
  /** The keys of its sources in the bibliography. */
  status_sources: Array<string>;
  /** Advantage of the best attacker. */
  advantage: Figure;
  /** Of the best guess at the prior. Estimates are unbiased, so they are not cut to [lower, upper]. */
  accuracy: Figure;
  /** `TV_a` at each order. */
  tv_a: Array<SimulatedTotalVariation>;
  /** True-positive rates; their intervals hold together with the band of `roc`. */
  tpr: Array<SimulatedTpr>;
  /** The ROC curve with a band that holds at all rates at once. */
  roc: Curve | null;
  /** Where the losses fell. */
  histogram: LossHistogram | null;
  /** Simulated trainings so far, without the pilot. */
  samples: number;
  /** Seed of the run. */
  seed: number;
  /** Confidence of each interval. */
  confidence: number;
  /** Of the estimate of the advantage. */
  standard_error: number;
  /** Half-width of the interval for a number of samples fixed in advance (Proposition 8 with erratum E5). */
  hoeffding_half_width: number;
  /** Whether a width was asked for and is reached. */
  width_reached: boolean;
}

/** A question near one for which nothing is proven. */
export interface Nearest {
  /** What is not proven, as a sentence of its own. */
  statement: string;
  /** Name of the parameter that leads to the question which has an answer. */
  parameter: "neighboring_relation" | "sampling" | "group_size";
  /** Its value there, as in links and JSON. */
  value: string;
}

/**
 * Which pairs of data sets an attacker has to tell apart, and what one record does to a sum of clipped
 * gradients.
 */
export type NeighboringRelation = "add_or_remove_one" | "replace_one" | "replace_special";

/** The law of the noise in each coordinate. */
export type Noise = "gaussian" | "laplace";

/** The norm of the exponential law. */
export type NoiseNorm = "weighted" | "l2";

/** What noise vectors may be used for. */
export type NoisePurpose = "release" | "demonstration";

/** Noise and what it gives. */
export interface NoiseResult {
  /** Version of this library. */
  library_version: string;
  /** What was asked for. */
  eta: number | null;
  /** Number of coordinates. */
  dimension: number;
  /** `M`. */
  moment_order: number;
  /** `k/n`. */
  subset_fraction: number;
  /** The moment that was used. */
  sigma_1: number;
  /** None when `noise_scale` was given instead of `eta`. */
  scale: NoiseScales | null;
  /** The eta that follows from `noise_scale`; none when `eta` was given. */
  achieved: AchievedEta | null;
  /** The epsilon of pure DP that has the same eta (Theorem 4). */
  equivalent_epsilon: Figure | null;
  /** Rates of true positives. */
  tpr: Array<EtaTpr>;
  /** What must hold. */
  assumptions: Array<string>;
  /** What a reader should know first. */
  warnings: Array<Warning>;
}

/** Noise vectors, row by row. */
export interface NoiseSample {
  /** Version of this library. */
  library_version: string;
  /** What it may be used for. */
  purpose: NoisePurpose;
  /** Of a demonstration; none for noise to be released. */
  seed: number | null;
  /**
   * A power of two of which all numbers to be released are multiples; none for a demonstration. Round each number
   * of the output to a multiple of it before you add the noise: then the sum is the rounded sum of output and
   * noise, and its last digits tell nothing about what was added, as long as it stays below 2^53 times the grid.
   * The output moves by at most 2^-21 scales in the norm of the noise (l1 for "laplace", l2 for "gaussian");
   * `sigma_1` has to hold for the rounded one. The noise itself is computed in double precision: no bound is
   * claimed for what that gives away.
   */
  grid: number | null;
  /** Numbers in a row. */
  columns: number;
  /** Row by row. */
  values: Array<number>;
  /** How the law was drawn, in words. */
  method: string;
  /** The entry of the errata that is in force. */
  erratum: string | null;
}

/** A scale with what it means. */
export interface NoiseScale extends Figure {
  /** Mean of the norm of the noise in `dimension` coordinates. */
  mean_radius: number;
  /** The eta that the sharpest known bound proves for this noise; none where none is proven (the printed sampler). */
  proven_eta: number | null;
}

/** Scales by every route. */
export interface NoiseScales {
  /** Density `exp(-||x||/s)`. */
  sharp: NoiseScale;
  /** Laplace noise on one number. */
  laplace_1d: NoiseScale;
  /** Gaussian noise. */
  gaussian: NoiseScale;
  /** Corollary 10 with its sampler. */
  printed: NoiseScale | null;
  /** Theorem 9 with the sampler that its density needs. */
  dimension_corrected: NoiseScale;
  /** From the distance of exchanged records. */
  swap: NoiseScale | null;
  /** The Laplace mechanism. */
  laplace_dp: NoiseScale | null;
}

/** A result or the reason why there is none. */
export type Outcome<T> = { ok: true, value: T, } | { ok: false, error: Failure, };

/** The law of the noise vector. */
export type OutputNoise = "exponential_norm" | "laplace" | "gaussian";

/** A figure of one of the five papers, or one of its parts. */
export type PaperFigure = "optimal_bounds_1a" | "optimal_bounds_1b" | "optimal_bounds_1c" | "optimal_bounds_1d" | "optimal_bounds_3a" | "optimal_bounds_3b" | "optimal_bounds_3c" | "optimal_bounds_4a" | "optimal_bounds_4b" | "optimal_bounds_4c" | "optimal_bounds_5" | "closed_form_2" | "closed_form_3" | "closed_form_4" | "closed_form_6" | "closed_form_7" | "closed_form_10a" | "closed_form_10b" | "closed_form_10c" | "closed_form_table_6_2" | "less_can_be_more_1" | "less_can_be_more_2" | "less_can_be_more_7" | "less_can_be_more_8a" | "less_can_be_more_8b" | "less_can_be_more_9" | "less_can_be_more_10" | "membership_privacy_1" | "dp_does_not_bound_1";

/** A figure of a paper with the paper's parameters. */
export interface PaperFigureResult {
  /** Version of this library. */
  library_version: string;
  /** The figure. */
  figure: PaperFigure;
  /** Its parameters, in words. */
  parameters: string;
  /** The horizontal axis. */
  horizontal: FigureAxis;
  /** The vertical axis. */
  vertical: FigureAxis;
  /** Number of points of the whole figure. */
  points: number;
  /** Index of the first point that is here. */
  first_point: number;
  /** Places on the horizontal axis. */
  x: Array<number>;
  /** What is drawn there. */
  series: Array<FigureSeries>;
}

/**
 * The best precision among attackers who recognise at least a share of the members; the prior is `P_x(1)`, the
 * probability with which a record was sampled into the data set.
 */
export interface PositiveAccuracyFigure extends Figure {
  /** The share. */
  attack_rate: number;
}

/** What keeps the positive accuracy at or below a target. */
export interface PositiveAccuracyTarget {
  /** The target. */
  target_positive_accuracy: number;
  /** At `sampling_probability` and the same delta; (epsilon, delta) only. */
  largest_epsilon: Figure | null;
  /** At the guarantee. */
  largest_sampling_probability: Figure | null;
}

/** Noise for the example by each route. */
export interface PowersOfTwo {
  /** Version of this library. */
  library_version: string;
  /** Number of records. */
  dataset_size: number;
  /** Standard deviation over random halves; exact by enumeration up to n = 20, above it the proof's bound. */
  sigma: Figure;
  /** The largest change between halves that differ in one record. */
  sensitivity: Figure;
  /** Laplace mechanism. */
  laplace_dp: Figure;
  /** As printed, `M = 2`. */
  printed: Figure;
  /** Exponential-norm noise. */
  sharp: Figure;
  /** Laplace noise from the moment. */
  laplace_1d: Figure;
}

/** Precision at one false-positive rate. */
export interface PrecisionAtRate {
  /** Rate of false positives. */
  fpr: number;
  /** Precision. */
  precision: Figure;
}

/** Membership inference privacy. */
export interface PrivacyOfMembership {
  /** `k/n`. */
  subset_fraction: number;
  /** Accuracy of the best attacker above that of the better blind guess. */
  eta: Figure;
  /**
   * Proposition 6: the odds of membership change by at most this factor, whatever the output. None if unbounded,
   * and above epsilon 700, where no number holds it.
   */
  odds_factor: Figure | null;
  /** The posterior probability of membership at k/n that follows; none where the odds are unbounded. */
  posterior: Figure | null;
}

/** What is proved of a run under one relation. */
export interface Proved {
  /** The relation. */
  relation: NeighboringRelation;
  /** Largest advantage. */
  advantage: Figure;
  /** Rates of the best attacker. */
  roc: Curve;
  /** Epsilon, if a delta was given. */
  epsilon: EpsilonFigure | null;
}

/** A figure that can be asked for, swept and solved for. */
export type Quantity = "advantage" | "bayes_security" | "epsilon" | "tpr" | "precision" | "accuracy" | "eta" | "positive_accuracy" | "gdp_mu";

/** The values that a parameter may take. */
export interface Range {
  /** Smallest value, allowed itself if `min_allowed`. */
  min: number;
  /** Largest value, always allowed. */
  max: number;
  /** Whether `min` itself is allowed. */
  min_allowed: boolean;
  /** Whether only whole numbers are allowed. */
  integer: boolean;
  /** What stands in when nothing is given. */
  default: number | null;
}

/** The range of each parameter, by its name. */
export interface Ranges {
  /** Standard deviation of the noise over the clipping norm. */
  noise_multiplier: Range;
  /** Probability with which a record enters a step. */
  sample_rate: Range;
  /** Expected number of records in a step. */
  batch_size: Range;
  /** Number of records. */
  dataset_size: Range;
  /** Number of noisy steps. */
  num_steps: Range;
  /** Passes over the data. */
  epochs: Range;
  /** Number of records that enter or stay out together. */
  group_size: Range;
  /** The delta at which epsilon is wanted. */
  target_delta: Range;
  /** The delta of a guarantee. */
  delta: Range;
  /** Epsilon, mu, rho or a Rényi divergence that is guaranteed. */
  guarantee: Range;
  /** Order of a Rényi divergence. */
  rdp_order: Range;
  /** Probability that the record is a member before the attack. */
  prior: Range;
  /** Rate of false positives. */
  fpr: Range;
  /** Probability that a guess is right without what was trained. */
  baseline: Range;
  /** Ends of a range of false-positive rates. */
  fpr_range: Range;
  /** Share of the candidates that an attacker names at least. */
  flagged_share: Range;
  /** Share of the members that an attacker recognises at least. */
  attack_rate: Range;
  /** Order of a hockey-stick divergence. */
  epsilon: Range;
  /** Points of the ROC curve. */
  roc_points: Range;
  /** Simulated trainings. */
  samples: Range;
  /** Seed of the simulation. */
  seed: Range;
  /** Confidence of an interval. */
  confidence: Range;
  /** Confidence of an audit. */
  level: Range;
  /** Trials of an attack in one class. */
  trials: Range;
  /** Any number of them. */
  count: Range;
  /** Canaries of one training, and guesses about them. */
  canaries: Range;
  /** Share of the declared noise that is thought to be missing. */
  less_noise: Range;
  /** Chance with which an audit is to refute. */
  power: Range;
  /** Width of an interval that ends a simulation. */
  width: Range;
  /** Any probability: sampling of the data set, rates of an attack. */
  probability: Range;
  /** Positive accuracy or probability of absence that is aimed at. */
  positive_accuracy: Range;
  /** Upper bound of a loss function. */
  loss_bound: Range;
  /** Number of deleted records. */
  deletions: Range;
  /** Number of records that depend on each other. */
  dependent_records: Range;
  /** Number of subpopulations. */
  subpopulations: Range;
  /** Accuracy above blind guessing that membership inference privacy allows. */
  eta: Range;
  /** Moments and scales of noise. */
  moment: Range;
  /** Order of a central moment. */
  moment_order: Range;
  /** Number of published coordinates. */
  dimension: Range;
  /** Size of the training subset over that of the data set. */
  subset_fraction: Range;
  /** Resamplings. */
  bootstrap: Range;
  /** Norm to which gradients are clipped. */
  clipping_norm: Range;
  /** Distance of two clipped gradients. */
  gradient_distance: Range;
  /** Points of a curve. */
  points: Range;
}

/** Bounds of each record, in columns. */
export interface RecordBounds {
  /** `P_x(1)` of each record. */
  sampling_probability: Array<number>;
  /** Upper bounds. */
  positive_accuracy: Array<number>;
  /** Upper bounds. */
  negative_accuracy: Array<number>;
  /** The largest of each. */
  largest_positive_accuracy: Figure;
  /** The largest. */
  largest_negative_accuracy: Figure;
}

/** How the records of a step are drawn. */
export type Sampling = "poisson" | "without_replacement" | "shuffle" | "balls_and_bins";

/** Which columns of the file are meant; those left out are known by their names. */
export interface ScoreColumns {
  /** Name, or place from 1, of the column with the scores. */
  score?: string;
  /** The same of the column that says who was a member: 1/0, true/false, in/out, member/non-member, yes/no. */
  membership?: string;
  /** Whether a lower score says "in", as with a loss. */
  lower_is_in?: boolean;
}

/** What was read. */
export interface ScoreSummary {
  /** Rows below the header. */
  rows: number;
  /** Scores of members. */
  members: number;
  /** Scores of non-members. */
  non_members: number;
  /** Rows without a score, which are left out. */
  missing: number;
  /** Members whose score some non-member has as well. */
  tied: number;
  /** Names of the columns. */
  columns: Array<string>;
  /** The column with the scores. */
  score: string;
  /** The column that says who was a member. */
  membership: string;
  /** `csv` or `json_lines`. */
  format: string;
}

/** The figure at one value of the second parameter, over the values of the sweep. */
export interface SecondCurve {
  /** The value. */
  value: number;
  /** None where a value has no figure. */
  lower: Array<number | null>;
  /** Middles; where an interval is wide, its safe end. */
  estimate: Array<number | null>;
  /** Upper ends. */
  upper: Array<number | null>;
  /** Which side of the truth the figures are on: exact only where all are. */
  kind: Kind;
}

/** The figure at other values of a second parameter. */
export interface SecondResult {
  /** The parameter. */
  over: "noise_multiplier" | "sample_rate" | "num_steps";
  /** One for each value of it. */
  curves: Array<SecondCurve>;
}

/** Parameters of Equation 4. */
export interface SecurityChoice {
  /** With sample rate and steps as given. */
  noise_multiplier: Figure;
  /** With noise and steps as given. */
  sample_rate: Figure | null;
  /** With noise and sample rate as given. */
  num_steps: Figure | null;
  /** Exact security at that noise multiplier. */
  exact: Figure | null;
}

/** Rates of true positives at one rate of false positives. */
export interface SecurityTpr {
  /** Rate of false positives. */
  fpr: number;
  /** By the closed form. */
  closed_form: Figure;
  /** By the exact security. */
  from_security: Figure;
  /** Of the best attacker. */
  exact: Figure;
}

/** A number that was recorded at every step, or every few. */
export interface Series {
  /** What it is, e.g. "`gradient_distance`". */
  name: string;
  /** The steps after which it was recorded, from 1. */
  steps: Array<number>;
  /** Its mean over the trainings. */
  means: Array<number>;
  /** Its largest value in any of them. */
  largest: Array<number>;
}

/** One of the trainings that are compared. */
export interface SettingResult {
  /** The parameter in which settings differ. */
  parameter: string;
  /** Its value. */
  value: number;
  /** What the value is called, where a number does not say it. */
  label: string | null;
  /** Noise multiplier, sample rate and steps of the run; absent where no accountant knows it. */
  history: [number, number, number] | null;
  /** Norm to which gradients were clipped, where their distances were recorded. */
  clipping_norm: number | null;
  /** Trainings that were run. */
  trainings: number;
  /** What is proved of the run, under each relation that bounds an attack. */
  proved: Array<Proved>;
  /** What is proved of the advantage without an accountant. */
  bound: Figure | null;
  /** What the attacks have shown. */
  attacks: Array<AttackObservation>;
  /** Whether the advantage of each of these certainly exceeds what is proved for independent records. */
  exceeds: Array<boolean>;
  /** What else was measured. */
  measures: Array<Measure>;
  /** What was recorded from step to step. */
  series: Array<Series>;
}

/** What was simulated. */
export type SimulatedSide = "exact" | "upper" | "lower";

/** An estimate at an order. */
export interface SimulatedTotalVariation extends Figure {
  /** The order. */
  epsilon: number;
}

/** An estimate at a false-positive rate. */
export interface SimulatedTpr extends Figure {
  /** The rate. */
  fpr: number;
}

/** What can be solved for. */
export type SolveFor = "noise_multiplier" | "sample_rate" | "num_steps" | "noise_factor" | "prior" | "batch_size" | "epochs";

/** The figure at each value; none where it is infinite. */
export interface SweepResult {
  /** Name of the figure. */
  quantity: Quantity;
  /** The parameter. */
  over: "noise_multiplier" | "sample_rate" | "num_steps" | "noise_factor" | "prior";
  /** Its values. */
  values: Array<number>;
  /** None where a value has no figure (for instance an epsilon that no order reaches). */
  lower: Array<number | null>;
  /** Middles; where an interval is wide, its safe end. */
  estimate: Array<number | null>;
  /** Upper ends. */
  upper: Array<number | null>;
  /** Which side of the truth the figures are on: exact only where all are. */
  kind: Kind;
  /** The statement that the figures rest on, with its source. */
  theorem: string;
  /** The published bounds at the same values, if asked for. */
  bounds: Array<SweptBound>;
  /** The figure at other values of a second parameter, if asked for. */
  second: SecondResult | null;
}

/** A published bound of the figure at each value. */
export interface SweptBound {
  /**
   * Which one, as a training's result names it; `one_pair` from epsilon and delta alone, `security` from Bayes
   * security.
   */
  name: string;
  /** Which side of the truth it is on. */
  kind: Kind;
  /** What it rests on: the published statement, then what turns it into this figure. */
  theorems: Array<string>;
  /** The keys of their sources in the bibliography. */
  sources: Array<string>;
  /** None where it does not apply or nothing is known. */
  values: Array<number | null>;
}

/** What a table holds. */
export interface TableSummary {
  /** Rows below the header. */
  rows: number;
  /** The columns in their order. */
  columns: Array<ColumnSummary>;
}

/**
 * Sums over chunks. Tallies add field by field and element by element, in the order of the chunks: that order is
 * what makes the digits the same everywhere.
 */
export interface Tally {
  /** Simulated trainings, without the pilot's and without those that only the bins count. */
  samples: number;
  /**
   * Per order (0, the prior's, then those of `epsilon`) six numbers: how many summands, and the sums of the
   * summand, its square, its control, their product and the control's square.
   */
  sums: Array<number>;
  /** The same of the pilot; zeros in every other chunk. */
  pilot: Array<number>;
  /** Losses of the trainings without the record, counted by bin, without mirror images; empty unless asked for. */
  out: Array<number>;
  /** Losses of the trainings with it. */
  in: Array<number>;
}

/** On which side of a target a quantity must stay. */
export type TargetSide = "at_most" | "at_least";

/** True-positive rate and precision at one false-positive rate. */
export interface TprFigure extends Figure {
  /** Rate of false positives. */
  fpr: number;
  /** Share of members among the records an attacker names, at the prior. */
  precision: Figure;
}

/** The checked parameters a result belongs to. */
export interface TrainingParameters {
  /** Standard deviation of the noise over the clipping norm, where all phases share it. */
  noise_multiplier: number | null;
  /** Probability with which a record enters a step, where all phases share it. */
  sample_rate: number | null;
  /** Number of noisy steps of all phases. */
  num_steps: number;
  /** Noise multiplier, sample rate and steps of each distinct phase. */
  history: Array<[number, number, number]>;
  /** Records that enter or stay out together. */
  group_size: number;
  /** Probability that the record is a member before the attack. */
  prior: number;
  /** The delta of epsilon, if asked for. */
  target_delta: number | null;
}

/** Everything that follows from the parameters of a run. */
export interface TrainingResult {
  /** Version of this library. */
  library_version: string;
  /** The relation between neighbouring data sets. */
  neighboring_relation: NeighboringRelation;
  /** How batches are drawn. */
  sampling: Sampling | "none";
  /** The law of the noise. */
  noise: Noise;
  /** What is proven for this relation, sampling and noise, in words; why `kind` is what it is. */
  status: string;
  /** The keys of its sources in the bibliography. */
  status_sources: Array<string>;
  /** The checked parameters. */
  parameters: TrainingParameters;
  /** Advantage of the best attacker. */
  advantage: Figure;
  /** One less the advantage. */
  bayes_security: Figure;
  /** Rates of true positives, "out" being the null hypothesis. */
  tpr: Array<TprFigure>;
  /** The symmetrised trade-off of differential privacy at the same rates (Dong, Roth and Su, Definition F.1). */
  symmetrised_tpr: Array<TprFigure>;
  /** Share of right answers at the prior. */
  accuracy: Figure;
  /** Share of wrong answers at the prior. */
  error: Figure;
  /** 2 accuracy - 2 max(prior, 1 - prior) (Theorem 21 with the sign of erratum E2). */
  generalised_advantage: Figure;
  /**
   * Membership inference privacy: what the accuracy at the prior exceeds the better blind guess by (Izzo et al.,
   * Definition 1).
   */
  eta: Figure;
  /** Epsilon at the target delta. */
  epsilon: EpsilonFigure | null;
  /** Divergences at the orders asked for. */
  hockey_stick: Array<HockeyStickFigure>;
  /** Success of guesses at the baselines asked for: of what a record holds, or whose it is. */
  baseline: Array<BaselineFigure>;
  /** The GDP parameter over the range asked for. */
  gdp_mu: GdpFigure | null;
  /** The best precision at the share asked for. */
  flagged_precision: FlaggedPrecision | null;
  /** The positive accuracy at the attack rate asked for. */
  positive_accuracy: PositiveAccuracyFigure | null;
  /** The ROC curve, if asked for. */
  roc: Curve | null;
  /** The precision at the prior along the ROC curve, if that is asked for. */
  precision_curve: Curve | null;
  /** The Bayes-security paper's closed form; like the next four for one phase of Poisson-sampled Gaussian steps. */
  closed_form: ClosedFormFigure | null;
  /** The closed form with its error term: a bound. */
  closed_form_upper: Figure | null;
  /** GDP limit of Bu et al.: an approximation. */
  gaussian_limit: ApproximationFigure | null;
  /** The chi-square bound. */
  chi_square: Figure | null;
  /** Pinsker's bound. */
  pinsker: Figure | null;
  /** From epsilon at `target_delta`; none without it. */
  humphries: Figure | null;
  /** From epsilon at delta. */
  erlingsson: Figure | null;
  /** min(1, e^epsilon - 1 + delta): 1, which says nothing, from epsilon = ln 2 on. */
  yeom: Figure | null;
  /** What a reader should know first. */
  warnings: Array<Warning>;
}

/** The example in columns. */
export interface UnboundedExample {
  /** Version of this library. */
  library_version: string;
  /** Standard deviation of the noise. */
  noise_multiplier: number;
  /** Epsilon. */
  epsilon: number;
  /** The exact delta at epsilon for this noise. */
  delta: Figure;
  /** The smallest noise that keeps (epsilon, 1e-5). */
  least_noise_multiplier: Figure;
  /** Thresholds. */
  threshold: Array<number>;
  /** `P(S | x in D)`. */
  attack_rate: Array<number>;
  /** `P(x in D | S)`. */
  positive_accuracy: Array<number>;
  /** Share of right answers. */
  accuracy: Array<number>;
  /** The bound at that attack rate (E9): at or above the positive accuracy. */
  bound: Array<number>;
}

/** Deletion without retraining. */
export interface Unlearning {
  /** Records that are sampled from. */
  dataset_size: number;
  /** Expected size of the training set, c = N `P_x(1)`. */
  expected_size: number;
  /** Deleted records. */
  deletions: number;
  /** The probability of absence that is wanted. */
  target_absence: number;
  /** L: lower bound of P(x not in D | S) for one record. */
  absence: Figure;
  /** L^m: lower bound of the probability that none of the deleted records was in D. */
  absence_of_all: Figure;
  /** Whether `absence_of_all` reaches `target_absence`. */
  guaranteed: boolean;
  /** ln B / ln L, a real number: at most its whole part may be deleted. Infinite (none) for L = 1. */
  capacity: Figure | null;
  /** ln B / ln L with the printed e^-epsilon, which is wrong: for comparison only. None where infinite. */
  printed_capacity: number | null;
}

/** The curve in columns. */
export interface UnlearningCurve {
  /** Version of this library. */
  library_version: string;
  /** Expected sizes of the training set. */
  expected_size: Array<number>;
  /** Corrected (E10), lower bound. */
  capacity: Array<number>;
  /** As printed, which is too large; none where infinite. */
  printed_capacity: Array<number | null>;
  /** The linear growth in the expected size of Sekhari et al. with its constant set to 1. */
  linear: Array<number>;
}

/** Something a reader should know before using a number. */
export interface Warning {
  /** A stable word for programs. */
  code: string;
  /** The same for people. */
  message: string;
}

/**
 * What is known of a run. Give `history`; or `noise_multiplier`, and `sample_rate` or `batch_size` with
 * `dataset_size`, and `num_steps` or `epochs`.
 */
export interface RunOptions {
  /** Standard deviation of the noise over the clipping norm (of Laplace noise its scale). From 0.0001 up to 10000. */
  noise_multiplier?: number;
  /** Probability with which a record enters a step. 1 is no sampling. Above 0 up to 1. */
  sample_rate?: number;
  /** Expected number of records in a step; with `dataset_size`, instead of `sample_rate`. Above 0 up to 1e12. */
  batch_size?: number;
  /** Number of records. A whole number from 1 up to 1e12. */
  dataset_size?: number;
  /** Number of noisy steps. A whole number from 1 up to 1e9. */
  num_steps?: number;
  /**
   * Passes over the data, instead of `num_steps`. Steps are epochs / sample_rate, rounded up. For "shuffle" and
   * "balls_and_bins" an epoch has 1 / sample_rate steps, rounded up, and steps are epochs times these; an epoch
   * that is cut off is counted whole in upper bounds and left out of lower ends. Above 0 up to 1e9.
   */
  epochs?: number;
  /**
   * Noise multiplier, sample rate and number of steps of each phase, in the order of Opacus' `history`; at most
   * 10,000 phases, instead of all of the above.
   */
  history?: HistoryEntry[];
  /** Which pairs of data sets an attacker has to tell apart. Default "add_or_remove_one". */
  neighboring_relation?: "add_or_remove_one" | "replace_one" | "replace_special";
  /** How batches are drawn. Default "poisson". */
  sampling?: "poisson" | "without_replacement" | "shuffle" | "balls_and_bins";
  /** The law of the noise. Default "gaussian". */
  noise?: "gaussian" | "laplace";
  /** Records that enter or stay out together. A whole number from 1 up to 100. Default 1. */
  group_size?: number;
}

/** What a quantity needs beside its name. */
export interface QuantityOptions {
  /** For `epsilon`, and for the bounds of a sweep that follow from it. Above 0 up to 0.999. */
  target_delta?: number;
  /** For `tpr` and `precision`; one rate. From 1e-12 up to 1. */
  fpr?: number;
  /**
   * For `precision`, `accuracy`, `eta` and `positive_accuracy`: the probability that a record is a member; 0.5
   * where it is left out and not solved for. From 1e-9 up to 0.999999999.
   */
  prior?: number;
  /** For `positive_accuracy`: the share of the members that the attacker recognises at least. From 1e-12 up to 1. */
  attack_rate?: number;
  /**
   * For `gdp_mu`: [smallest, largest] rate of false positives. Each from 1e-12 up to 0.999999999999. Default
   * [0.000001, 0.999999].
   */
  fpr_range?: [number, number];
}

/**
 * Everything that follows from the parameters of a training run. Give noise_multiplier; sample_rate, or
 * batch_size and dataset_size; num_steps, or epochs; or history.
 */
export interface TrainingOptions extends RunOptions {
  /** Asks for `epsilon` and for the bounds that follow from it. Above 0 up to 0.999. */
  target_delta?: number;
  /** Probability that the record is a member before the attack. From 1e-9 up to 0.999999999. Default 0.5. */
  prior?: number;
  /**
   * Rates of false positives at which `tpr` is wanted. Each from 1e-12 up to 1; at most 1000 entries. Default
   * [0.001, 0.01, 0.1].
   */
  fpr?: number[];
  /** Orders at which `hockey_stick` is wanted. Each from -700 up to 700; at most 1000 entries. */
  epsilon?: number[];
  /**
   * Probabilities with which the best guess about a record would be right without what was trained, such as 1e-6:
   * asks for `baseline`. Each from 1e-12 up to 0.5; at most 1000 entries.
   */
  baseline?: number[];
  /** Number of points of `roc`; 0 leaves it out. A whole number from 0 up to 1000. Default 0. */
  roc_points?: number;
  /** Asks for `gdp_mu` over [smallest, largest] rate of false positives. Each from 1e-12 up to 0.999999999999. */
  fpr_range?: [number, number];
  /** Asks for `flagged_precision`: the share of all candidates that the attacker names at least. Above 0 up to 1. */
  flagged_share?: number;
  /**
   * Asks for `positive_accuracy`: the share of the members that the attacker recognises at least; the prior is
   * then P_x(1), the probability with which a record was sampled into the data set. From 1e-12 up to 1.
   */
  attack_rate?: number;
}

/** The value of one parameter that keeps a quantity on the safe side of a target. */
export interface CalibrateOptions extends RunOptions, QuantityOptions {
  /**
   * The parameter that is wanted. Leave it out of the run (for "sample_rate" also `batch_size`, for "num_steps"
   * also `epochs`). "noise_factor" multiplies every noise multiplier of `history`; "prior" leaves the run as it is
   * and is for `precision` and `positive_accuracy`.
   */
  solve_for: "noise_multiplier" | "sample_rate" | "num_steps" | "noise_factor" | "prior" | "batch_size" | "epochs";
  /** One quantity and the value it must not pass; what the quantity needs may also stand here. */
  target: { [Q in Quantity]?: number } & QuantityOptions;
}

/** One quantity over many values of one parameter. */
export interface SweepOptions extends RunOptions, QuantityOptions {
  /**
   * The parameter that varies; leave it out of the run. "noise_factor" multiplies every noise multiplier of
   * `history`; "prior" leaves the run as it is and is for `precision` and `positive_accuracy`.
   */
  over: "noise_multiplier" | "sample_rate" | "num_steps" | "noise_factor" | "prior";
  /** The figure. */
  quantity: "advantage" | "bayes_security" | "epsilon" | "tpr" | "precision" | "accuracy" | "eta" | "positive_accuracy" | "gdp_mu";
  /** Values of it. At most 1000 entries. */
  values: number[];
  /** Whether every published bound of the figure is given beside it, where it applies. Default false. */
  bounds?: boolean;
  /** Another parameter: the figure is given at its `second_values`, too. */
  second?: "noise_multiplier" | "sample_rate" | "num_steps";
  /** Up to four values of `second`, one curve each. At most 4 entries. */
  second_values?: number[];
}

/** What follows from a guarantee of differential privacy alone. */
export interface GuaranteeOptions {
  /**
   * Epsilon of pure DP; of (epsilon, delta) with `delta`, or with `target_delta` where `delta` is left out. Give
   * exactly one of `epsilon`, `gdp_mu`, `zcdp_rho` and `rdp`. From 0 up to 10000.
   */
  epsilon?: number;
  /** Delta beside `epsilon`. From 0 up to 1. */
  delta?: number;
  /** The mu of Gaussian DP. From 0 up to 10000. */
  gdp_mu?: number;
  /** The rho of zero-concentrated DP. From 0 up to 10000. */
  zcdp_rho?: number;
  /** Rényi DP: pairs of order (> 1) and divergence. */
  rdp?: [number, number][];
  /**
   * Rates of false positives at which `tpr` is wanted. Each from 1e-12 up to 1; at most 1000 entries. Default
   * [0.001, 0.01, 0.1].
   */
  fpr?: number[];
  /**
   * Delta at which GDP, zCDP and RDP are read as (epsilon, delta); without it those forms have no `epsilon`. Above
   * 0 up to 0.999.
   */
  target_delta?: number;
  /** Probability that the record is a member before the attack. From 1e-9 up to 0.999999999. Default 0.5. */
  prior?: number;
  /**
   * Probabilities with which the best guess about a record would be right without the output: asks for `baseline`.
   * Each from 1e-12 up to 0.5; at most 1000 entries.
   */
  baseline?: number[];
  /** Number of points of `roc`; 0 leaves it out. A whole number from 0 up to 1000. Default 0. */
  roc_points?: number;
  /**
   * P_x(1): probability with which the record was sampled into the data set. Asks for `positive_accuracy` and
   * more. From 0 up to 1.
   */
  sampling_probability?: number;
  /**
   * P(S | x in D): how often the attack says "member" of a member. Needed for any bound when delta > 0 (E9). From
   * 0 up to 1.
   */
  attack_rate?: number;
  /**
   * P(S | x not in D): how often the attack says "no member" of a non-member. Left out, `attack_rate`. From 0 up
   * to 1.
   */
  negative_attack_rate?: number;
  /** P_x(1) of each record: asks for `records`. Each from 0 up to 1; at most 1000000 entries. */
  sampling_probabilities?: number[];
  /**
   * Asks for the largest epsilon and the largest P_x(1) that keep the positive accuracy at or below it. From 1e-9
   * up to 0.999999999.
   */
  target_positive_accuracy?: number;
  /**
   * Levels e' above epsilon at which the tail of the privacy loss is wanted (E16c). Each from 0 up to 10000; at
   * most 1000 entries.
   */
  loss_level?: number[];
  /**
   * Number N of records that are sampled from. With `target_absence` asks for `unlearning`. A whole number from 1
   * up to 1e12.
   */
  dataset_size?: number;
  /** B: the probability with which all deleted records must have been absent. From 1e-9 up to 0.999999999. */
  target_absence?: number;
  /** Number of deleted records. A whole number from 1 up to 1e12. Default 1. */
  deletions?: number;
  /** Upper bound of the loss function. Above 0 up to 1e12. Default 1. */
  loss_bound?: number;
  /** k/n of membership inference privacy. From 1e-9 up to 0.999999999. Default 0.5. */
  subset_fraction?: number;
  /** Records that depend on each other: asks for `dependent_data`. A whole number from 1 up to 1e9. */
  dependent_records?: number;
}

/**
 * What the results of an attack say about the run that was declared: whether they refute it, and what the attack
 * certainly attains. Give a run as in training, or a guarantee.
 */
export interface AuditOptions extends RunOptions {
  /**
   * Epsilon of pure DP; of (epsilon, delta) with `delta`, or with `target_delta` where `delta` is left out. Give
   * exactly one of `epsilon`, `gdp_mu`, `zcdp_rho` and `rdp`. From 0 up to 10000.
   */
  epsilon?: number;
  /** Delta beside `epsilon`. From 0 up to 1. */
  delta?: number;
  /** The mu of Gaussian DP. From 0 up to 10000. */
  gdp_mu?: number;
  /** The rho of zero-concentrated DP. From 0 up to 10000. */
  zcdp_rho?: number;
  /** Rényi DP: pairs of order (> 1) and divergence. */
  rdp?: [number, number][];
  /**
   * Members that the attack named, at each threshold that was fixed before. Give counts, scores, or guesses of one
   * run. Each a whole number from 0 up to 1e12; at most 1000 entries.
   */
  true_positives?: number[];
  /**
   * Members that were tried: one number, or one for each threshold. Each a whole number from 1 up to 1e12; at most
   * 1000 entries.
   */
  positives?: number | number[];
  /**
   * Non-members that the attack named, at each of these thresholds. Each a whole number from 0 up to 1e12; at most
   * 1000 entries.
   */
  false_positives?: number[];
  /**
   * Non-members that were tried: one number, or one for each threshold. Each a whole number from 1 up to 1e12; at
   * most 1000 entries.
   */
  negatives?: number | number[];
  /** Scores of members; a larger one says "in". At most 10000000 entries. */
  members?: number[];
  /** Scores of non-members. At most 10000000 entries. */
  non_members?: number[];
  /** Canaries of a single training, each in by a fair coin. A whole number from 1 up to 1e7. */
  canaries?: number;
  /**
   * Canaries of which the attack said "in" or "out"; of the others it said nothing. A whole number from 1 up to
   * 1e7.
   */
  guesses?: number;
  /** Guesses that were right. A whole number from 0 up to 1e12. */
  correct?: number;
  /** Confidence of each bound by itself. From 0.5 up to 0.999999999999. Default 0.95. */
  level?: number;
  /** Asks for `epsilon`. Above 0 up to 0.999. */
  target_delta?: number;
  /**
   * Rates of false positives at which `tpr` is wanted. Each from 1e-12 up to 1; at most 1000 entries. Default
   * [0.001, 0.01, 0.1].
   */
  fpr?: number[];
  /** Number of points of the declared `roc`; 0 leaves it out. A whole number from 0 up to 1000. Default 0. */
  roc_points?: number;
}

/**
 * How many trainings, or canaries of one, an audit needs before it is likely to refute a run that was done with
 * less noise than declared.
 */
export interface AuditPlanOptions extends RunOptions {
  /** The share of the declared noise that is thought to be missing. From 0.01 up to 0.9. Default 0.2. */
  less_noise?: number;
  /** The chance with which the audit is to refute the declared run then. From 0.1 up to 0.99. Default 0.8. */
  power?: number;
  /** Confidence of the audit. From 0.5 up to 0.999999999999. Default 0.95. */
  level?: number;
  /**
   * Rates of false positives at which the attack is planned. Each from 1e-12 up to 1; at most 10 entries. Default
   * [0.001, 0.01, 0.1].
   */
  fpr?: number[];
}

/** Noise on an output for membership inference privacy. */
export interface NoiseOptions {
  /**
   * Accuracy above 1/2 (above max(k/n, 1 - k/n)) that is allowed. Give `eta` or `noise_scale`. From 1e-12 up to
   * 0.5.
   */
  eta?: number;
  /** The scale of the noise: asks for the eta that follows. Above 0 up to 1e100. */
  noise_scale?: number;
  /** Upper bound of E||theta - E theta||. Give this or `sigma_m`. Above 0 up to 1e100. */
  sigma_1?: number;
  /** Upper bound of (E||theta - E theta||^M)^(1/M), which is at least sigma_1. Above 0 up to 1e100. */
  sigma_m?: number;
  /** M. From 1 up to 100. Default 2. */
  moment_order?: number;
  /** Number of coordinates that are published. A whole number from 1 up to 1e9. Default 1. */
  dimension?: number;
  /** k/n. From 1e-9 up to 0.999999999. Default 0.5. */
  subset_fraction?: number;
  /** max ||A(D) - A(D')|| over neighbours: asks for the DP scale beside the others. Above 0 up to 1e100. */
  sensitivity?: number;
  /** max over x of E||A(D) - A(D with x exchanged for a random non-member)||: asks for `swap`. Above 0 up to 1e100. */
  swap_distance?: number;
  /**
   * Rates of false positives at which `tpr` is wanted. Each from 1e-12 up to 1; at most 1000 entries. Default
   * [0.001, 0.01, 0.1].
   */
  fpr?: number[];
}

/**
 * Noise vectors: to be released, in multiples of grid, to which the output has to be rounded; or, with a seed,
 * for demonstration.
 */
export interface NoiseSampleOptions {
  /** The law of the noise. Default "exponential_norm". */
  noise?: "exponential_norm" | "laplace" | "gaussian";
  /** Scale s, Laplace scale or standard deviation. Above 0 up to 1e100. */
  noise_scale: number;
  /** Number of coordinates. A whole number from 1 up to 1e9. Default 1. */
  dimension: number;
  /**
   * The norm of "exponential_norm": the weighted one of moment_order and sigmas, or the l2 norm, in which sigma_1
   * is given. Default "weighted".
   */
  norm?: "weighted" | "l2";
  /**
   * M of the weighted norm (E |x_i/sigma_i|^M / d)^(1/M), at least 1; "exponential_norm" only. From 1 up to 100.
   * Default 2.
   */
  moment_order?: number;
  /** sigma_i: one number for all, or one each; 1 if left out. Each above 0 up to 1e100; at most 1000000 entries. */
  sigmas?: number | number[];
  /** Number of vectors; at most 1e6 numbers in all. A whole number from 1 up to 1e8. Default 1. */
  samples?: number;
  /**
   * Left out: noise to be released, from a key of 256 bits of entropy that is used once and kept nowhere. Given:
   * the same noise each time, for demonstration; whoever knows the seed, or tries them all, takes it off. A whole
   * number from 0 up to 9007199254740991.
   */
  seed?: number;
}

/** Moments from outputs of repeated training, one run a row, one coordinate a column. */
export interface MomentOptions {
  /** M. From 1 up to 100. Default 2. */
  moment_order?: number;
  /** Resamplings for the interval. A whole number from 10 up to 10000. Default 1000. */
  bootstrap?: number;
  /** Makes the resamplings repeatable. A whole number from 0 up to 9007199254740991. Default 0. */
  seed?: number;
  /** Confidence of each interval. From 0.5 up to 0.999999999. Default 0.95. */
  confidence?: number;
}

/** The exact attacker against a finite table of output probabilities. */
export interface MipTable {
  /**
   * Without `records`: one row for each output, [P(output | x in), P(output | x out)]. With `records` = n: one row
   * for each subset, n times 0 or 1, then the probabilities of the outputs.
   */
  table: number[][];
  /** Number of records whose membership the rows begin with. A whole number from 1 up to 1e12. */
  records?: number;
  /** k/n of a table with two columns, 0.5 if left out; a table of subsets has its own. From 1e-9 up to 0.999999999. */
  subset_fraction?: number;
  /**
   * Rates of false positives at which `tpr` is wanted. Each from 0 up to 1; at most 1000 entries. Default [0.001,
   * 0.01, 0.1].
   */
  fpr?: number[];
}

/** Attribute inference from how far apart the gradients of an attribute's values are. */
export interface AttributesOptions {
  /** Standard deviation of the noise over the clipping norm. From 0.0001 up to 10000. */
  noise_multiplier: number;
  /** Probability with which a record enters a step. Above 0 up to 1. */
  sample_rate: number;
  /** Number of noisy steps; beside `gradient_distances` it may be left out. A whole number from 1 up to 1e9. */
  num_steps?: number;
  /** Norm to which gradients are clipped. Above 0 up to 1e12. Default 1. */
  clipping_norm?: number;
  /**
   * R_t: the largest distance between the clipped gradients of two values of the attribute, over all records or
   * for the one target, at every step; at most twice the clipping norm. One for all steps. From 0 up to 2e12.
   */
  gradient_distance?: number;
  /**
   * R_t step by step, `num_steps` of them, instead of `gradient_distance`. Each from 0 up to 2e12; at most 1000000
   * entries.
   */
  gradient_distances?: number[];
  /**
   * Rates of false positives at which `tpr` is wanted. Each from 1e-12 up to 1; at most 1000 entries. Default
   * [0.001, 0.01, 0.1].
   */
  fpr?: number[];
  /** Probability of one of the two values before the attack. From 1e-9 up to 0.999999999. Default 0.5. */
  prior?: number;
  /**
   * For a picture: the curves behind the bounds may be wider, by up to a few per cent where steps are few, and
   * take a fiftieth of the time there. What they say still holds. Default false.
   */
  draft?: boolean;
}

/** R_t from clipped gradients of one record with each value of the attribute, one gradient a row. */
export interface GradientDistanceOptions {
  /** Norm to which gradients are clipped. Above 0 up to 1e12. Default 1. */
  clipping_norm?: number;
  /**
   * Number of values of the attribute: rows come in blocks of so many, one block a record. Left out, all rows. A
   * whole number from 1 up to 1e12.
   */
  values?: number;
}

/** The closed form of the Bayes-security paper for membership, with all that corrects it. */
export interface BayesSecurityOptions extends RunOptions {
  /**
   * Rates of false positives at which `tpr` is wanted. Each from 1e-12 up to 1; at most 1000 entries. Default
   * [0.001, 0.01, 0.1].
   */
  fpr?: number[];
  /** Asks for the estimate of epsilon (E16j). Above 0 up to 0.999. */
  target_delta?: number;
  /** Asks for `choice`: the parameters of equation 4. From 1e-9 up to 0.999999999. */
  target_bayes_security?: number;
}

/** What records that depend on each other need. */
export interface DependentDataOptions {
  /** The epsilon wanted for the whole group. From 0 up to 10000. */
  epsilon: number;
  /** The delta wanted for the whole group. From 0 up to 1. Default 0. */
  delta?: number;
  /** Number n of records that depend on each other. A whole number from 1 up to 1e9. */
  dependent_records: number;
  /**
   * Number m of equally likely subpopulations of which the training set holds one. A whole number from 1 up to
   * 1e9.
   */
  subpopulations?: number;
}

/** Epsilon against the sampling probability of the data set at constant positive accuracy. */
export interface IsoBoundOptions {
  /** The positive accuracies, one curve each; at least one. Each from 1e-9 up to 0.999999999; at most 20 entries. */
  target_positive_accuracy?: number[];
  /** Delta of the guarantee. From 0 up to 1. Default 0. */
  delta?: number;
  /** P(S | x in D); needed when delta > 0. From 0 up to 1. */
  attack_rate?: number;
  /** Points of each curve. A whole number from 2 up to 1000. Default 100. */
  points?: number;
}

/** The deletion capacity against the expected size of the training set. */
export interface UnlearningCurveOptions {
  /** Epsilon of the guarantee. From 0 up to 10000. */
  epsilon: number;
  /** Number of records that are sampled from. A whole number from 1 up to 1e12. */
  dataset_size: number;
  /** The probability with which all deleted records must have been absent. From 1e-9 up to 0.999999999. */
  target_absence: number;
  /** Points of the curve. A whole number from 2 up to 1000. Default 100. */
  points?: number;
}

/** The example of a positive accuracy without bound (Less is more, App. A.1; E16f). */
export interface UnboundedExampleOptions {
  /** Standard deviation of the noise; the default is the printed one. From 0.0001 up to 10000. Default 4.0412. */
  noise_multiplier?: number;
  /** Epsilon of the guarantee. From 0 up to 10000. Default 1. */
  epsilon?: number;
  /**
   * Thresholds on the final weight, less its start; the attack says "member" at or below. Each from -1e6 up to
   * 1e6; at most 1000 entries.
   */
  thresholds?: number[];
}

/** The data set 1, 2, 4, ... on which MIP needs far less noise than DP (Proposition 11). */
export interface PowersOfTwoOptions {
  /** Number n of records, even. A whole number from 4 up to 60. */
  dataset_size: number;
  /** Accuracy above blind guessing that is allowed. From 1e-12 up to 0.5. Default 0.1. */
  eta?: number;
}

/** A figure of one of the five papers with the paper's parameters, as series of numbers. */
export interface PaperFigureOptions {
  /** The figure, by paper and number. */
  figure: "optimal_bounds_1a" | "optimal_bounds_1b" | "optimal_bounds_1c" | "optimal_bounds_1d" | "optimal_bounds_3a" | "optimal_bounds_3b" | "optimal_bounds_3c" | "optimal_bounds_4a" | "optimal_bounds_4b" | "optimal_bounds_4c" | "optimal_bounds_5" | "closed_form_2" | "closed_form_3" | "closed_form_4" | "closed_form_6" | "closed_form_7" | "closed_form_10a" | "closed_form_10b" | "closed_form_10c" | "closed_form_table_6_2" | "less_can_be_more_1" | "less_can_be_more_2" | "less_can_be_more_7" | "less_can_be_more_8a" | "less_can_be_more_8b" | "less_can_be_more_9" | "less_can_be_more_10" | "membership_privacy_1" | "dp_does_not_bound_1";
  /** Index of the first point, for a figure that is drawn in parts. A whole number from 0 up to 1000. */
  first_point?: number;
  /** Number of points; left out, all that follow. A whole number from 1 up to 1000. */
  points?: number;
}

/** Advantage and accuracy by simulated trainings. */
export interface MonteCarloOptions extends RunOptions {
  /**
   * Number of simulated trainings; rounded up to a multiple of 16, or of 32 where a summand is made of two
   * (mirrored noise, or both hypotheses). A pilot of at most 1024 comes on top. A whole number from 1 up to 1e8.
   * Default 100000.
   */
  samples?: number;
  /** Makes the run repeatable. A whole number from 0 up to 9007199254740991. */
  seed: number;
  /** Confidence of each interval. From 0.5 up to 0.999999999. Default 0.95. */
  confidence?: number;
  /**
   * What is averaged; left out, the one of least variance per second: "antithetic_control_variate" or, for Laplace
   * noise, "antithetic".
   */
  estimator?: "algorithm_1" | "antithetic" | "control_variate" | "antithetic_control_variate" | "mixture";
  /** Stops before `samples` as soon as the interval of the advantage is at most so wide. Above 0 up to 1. */
  width?: number;
  /**
   * Probability that the record is a member before the attack, for `accuracy`. From 1e-9 up to 0.999999999.
   * Default 0.5.
   */
  prior?: number;
  /** Orders at which `tv_a` is wanted. Each from -700 up to 700; at most 16 entries. */
  epsilon?: number[];
  /**
   * Rates at which `tpr` is wanted. Also draws a training with the record in it for each noise. Each from 1e-12 up
   * to 1; at most 64 entries.
   */
  fpr?: number[];
  /**
   * Number of points of `roc`. Also draws a training with the record in it for each noise. A whole number from 0
   * up to 200. Default 0.
   */
  roc_points?: number;
  /** Whether `histogram` is wanted. Also draws a training with the record in it for each noise. Default false. */
  histogram?: boolean;
}

/**
 * The sampled Gaussian in one dimension and the attacker by the likelihood ratio, whose advantage is the largest
 * there is (Mahloujifar et al., App. F.1).
 */
export interface GaussianGameOptions {
  /** Name of the experiment. */
  experiment: "gaussian_game";
  /**
   * Standard deviations of the noise over the clipping norm, one a setting. Each from 0.05 up to 1000; at most 24
   * entries. Default [0.5, 1.0, 2.0, 4.0].
   */
  noise_multiplier?: number[];
  /** Probability with which the record enters a step. Above 0 up to 1. Default 0.1. */
  sample_rate?: number;
  /** Steps of a training. A whole number from 1 up to 1e5. Default 30. */
  num_steps?: number;
  /** Trainings for each noise. A whole number from 100 up to 1e7. Default 20000. */
  trials?: number;
  /** Makes the experiment repeatable. A whole number from 0 up to 9007199254740991. */
  seed: number;
  /** Confidence of each interval by itself. From 0.5 up to 0.999999999. Default 0.95. */
  confidence?: number;
  /** Asks for `epsilon` of each setting. Above 0 up to 0.999. */
  target_delta?: number;
}

/**
 * Logistic regression on one-hot records with random labels, and attackers of the final and of all intermediate
 * models in four games (Mahloujifar et al., App. H and I; errata E16b, E16n).
 */
export interface OneHotOptions {
  /** Name of the experiment. */
  experiment: "one_hot";
  /**
   * Standard deviations of the noise over the clipping norm, one a setting. Each from 0.05 up to 1000; at most 24
   * entries. Default [0.25, 0.5, 1.0, 2.0].
   */
  noise_multiplier?: number[];
  /** Coordinates of the records and of the model. A whole number from 2 up to 1e6. Default 10000. */
  dimension?: number;
  /** Records of the training set. A whole number from 1 up to 1e5. Default 1000. */
  dataset_size?: number;
  /** Probability with which a record enters a step. Above 0 up to 1. Default 0.1. */
  sample_rate?: number;
  /** Steps of a training. A whole number from 1 up to 10000. Default 50. */
  num_steps?: number;
  /** Norm to which gradients are clipped. From 0.001 up to 1. Default 0.1. */
  clipping_norm?: number;
  /** Learning rate. From 1e-6 up to 10. Default 0.001. */
  learning_rate?: number;
  /** Trainings for each noise. A whole number from 1 up to 1e6. Default 1000. */
  trainings?: number;
  /** Makes the experiment repeatable. A whole number from 0 up to 9007199254740991. */
  seed: number;
  /** Confidence of each interval by itself. From 0.5 up to 0.999999999. Default 0.95. */
  confidence?: number;
  /** Asks for `epsilon` of each setting. Above 0 up to 0.999. */
  target_delta?: number;
}

/**
 * Noise on a statistic of a random half of the records, at five scales, and the attacker who weighs all halves
 * (Izzo et al., Algorithm 1; errata E13, E16e).
 */
export interface NoiseGameOptions {
  /** Name of the experiment. */
  experiment: "noise";
  /**
   * The records: standard normals, a one among zeros, 1, 2, 4, ..., or rows of a table, drawn at random. Default
   * "normal".
   */
  records?: "normal" | "one_outlier" | "powers_of_two" | "table";
  /** What is published of a random half of them; "regression" needs a table. Default "mean". */
  statistic?: "mean" | "median" | "inverse_sum" | "quantile" | "regression";
  /**
   * Of the statistic "quantile": the share of records that it is at least as large as. From 0.01 up to 0.99.
   * Default 0.75.
   */
  quantile_level?: number;
  /** Of the records "table", the table itself: comma-separated values with a header. */
  table?: string;
  /** The column of the table whose values are published, or foretold by a regression. */
  column?: string;
  /**
   * Of the statistic "regression": names of the columns that it is regressed on, with commas between them, at most
   * 8. Its coefficients, with a ridge of 1e-9 times the number of records, are published.
   */
  predictors?: string;
  /**
   * Number of records, even; up to 18 all halves are tried, above it a sample of them. A whole number from 4 up to
   * 10000. Default 16.
   */
  dataset_size?: number;
  /** Accuracy above blind guessing that each scale of noise is chosen for. From 0.001 up to 0.49. Default 0.1. */
  eta?: number;
  /** Published outputs for each scale of noise. A whole number from 100 up to 1e7. Default 20000. */
  trials?: number;
  /** Makes the experiment repeatable. A whole number from 0 up to 9007199254740991. */
  seed: number;
  /** Confidence of each interval by itself. From 0.5 up to 0.999999999. Default 0.95. */
  confidence?: number;
  /** Asks for `epsilon` of each setting. Above 0 up to 0.999. */
  target_delta?: number;
}

/**
 * Members of one subpopulation: attacks by the loss and by shadow models exceed what is proved for independent
 * records (Humphries et al., section 5; errata E15, E16h).
 */
export interface DependentRecordsOptions {
  /** Name of the experiment. */
  experiment: "dependent_data";
  /** Subpopulations of the population, of which all members share one. A whole number from 2 up to 100. Default 20. */
  subpopulations?: number;
  /** Standard deviation of what is added to each feature. From 0 up to 10. Default 0.01. */
  spread?: number;
  /** Members, and non-members, of a training. A whole number from 8 up to 1e5. Default 2000. */
  dataset_size?: number;
  /**
   * Standard deviations of the noise over the clipping norm, one a setting. Each from 0.05 up to 10000; at most 24
   * entries. Default [2.0, 4.0, 8.0, 16.0, 32.0].
   */
  noise_multiplier?: number[];
  /** How the parameters are moved. */
  optimiser?: "adam" | "sgd";
  /** Hidden layers of the network; none is logistic regression. A whole number from 0 up to 4. Default 2. */
  layers?: number;
  /** Neurons of a hidden layer. A whole number from 1 up to 1024. Default 64. */
  layer_width?: number;
  /** Learning rate. From 1e-6 up to 10. Default 0.01. */
  learning_rate?: number;
  /** Probability with which a record enters a step. Above 0 up to 1. Default 0.1. */
  sample_rate?: number;
  /** Steps of a training. A whole number from 1 up to 1e5. Default 200. */
  num_steps?: number;
  /** Norm to which gradients are clipped. From 0.001 up to 1000. Default 1. */
  clipping_norm?: number;
  /** Half of its product with the square of the parameters is added to the loss. From 0 up to 1. Default 0.00001. */
  l2?: number;
  /** Shadow models. A whole number from 1 up to 20. Default 5. */
  shadow_models?: number;
  /** Trainings for each noise. A whole number from 1 up to 10000. Default 40. */
  trainings?: number;
  /** Makes the experiment repeatable. A whole number from 0 up to 9007199254740991. */
  seed: number;
  /** Confidence of each interval by itself. From 0.5 up to 0.999999999. Default 0.95. */
  confidence?: number;
  /** Asks for `epsilon` of each setting. Above 0 up to 0.999. */
  target_delta?: number;
}

/**
 * Members of one kind and non-members of another, in a table: split by a value or by clusters of each class,
 * beside a random split (Humphries et al., section 4).
 */
export interface BiasedSplitOptions {
  /** Name of the experiment. */
  experiment: "biased_split";
  /** The table itself: comma-separated values with a header. */
  table: string;
  /** Name of the column that is to be foretold. */
  label: string;
  /** Names of columns that no training sees, with commas between them. */
  left_out?: string;
  /**
   * Column by whose value members are told from the others; by clusters of each class if left out. No training
   * sees it.
   */
  split_column?: string;
  /** Its value for members; of a column of numbers, members are those at most its median. */
  split_value?: string;
  /** Most members, and non-members, of a training. A whole number from 8 up to 1e5. Default 2000. */
  dataset_size?: number;
  /**
   * Standard deviations of the noise over the clipping norm, one a setting. Each from 0.05 up to 10000; at most 24
   * entries. Default [2.0, 4.0, 8.0, 16.0, 32.0].
   */
  noise_multiplier?: number[];
  /** How the parameters are moved. */
  optimiser?: "adam" | "sgd";
  /** Hidden layers of the network; none is logistic regression. A whole number from 0 up to 4. Default 2. */
  layers?: number;
  /** Neurons of a hidden layer. A whole number from 1 up to 1024. Default 64. */
  layer_width?: number;
  /** Learning rate. From 1e-6 up to 10. Default 0.01. */
  learning_rate?: number;
  /** Probability with which a record enters a step. Above 0 up to 1. Default 0.1. */
  sample_rate?: number;
  /** Steps of a training. A whole number from 1 up to 1e5. Default 200. */
  num_steps?: number;
  /** Norm to which gradients are clipped. From 0.001 up to 1000. Default 1. */
  clipping_norm?: number;
  /** Half of its product with the square of the parameters is added to the loss. From 0 up to 1. Default 0.00001. */
  l2?: number;
  /** Shadow models. A whole number from 1 up to 20. Default 5. */
  shadow_models?: number;
  /** Trainings for each noise. A whole number from 1 up to 10000. Default 40. */
  trainings?: number;
  /** Makes the experiment repeatable. A whole number from 0 up to 9007199254740991. */
  seed: number;
  /** Confidence of each interval by itself. From 0.5 up to 0.999999999. Default 0.95. */
  confidence?: number;
  /** Asks for `epsilon` of each setting. Above 0 up to 0.999. */
  target_delta?: number;
}

/**
 * Accuracy on new records against the certified advantage, over noise, clipping and batch, in a table
 * (Mahloujifar et al., section 6).
 */
export interface TradeOffOptions {
  /** Name of the experiment. */
  experiment: "trade_off";
  /** The table itself: comma-separated values with a header. */
  table: string;
  /** Name of the column that is to be foretold. */
  label: string;
  /** Names of columns that no training sees, with commas between them. */
  left_out?: string;
  /**
   * Standard deviations of the noise over the clipping norm. Each from 0.05 up to 10000; at most 24 entries.
   * Default [0.5, 1.0, 2.0, 4.0, 8.0].
   */
  noise_multiplier?: number[];
  /**
   * Clipping norms, each with each noise; that of the training if none is given. Each from 0.001 up to 1000; at
   * most 24 entries.
   */
  clipping_norms?: number[];
  /**
   * Sample rates, each with each noise; that of the training if none is given. Each above 0 up to 1; at most 24
   * entries.
   */
  sample_rates?: number[];
  /** Most records that may be members. A whole number from 8 up to 1e5. Default 2000. */
  dataset_size?: number;
  /** How the parameters are moved. */
  optimiser?: "adam" | "sgd";
  /** Hidden layers of the network; none is logistic regression. A whole number from 0 up to 4. Default 2. */
  layers?: number;
  /** Neurons of a hidden layer. A whole number from 1 up to 1024. Default 64. */
  layer_width?: number;
  /** Learning rate. From 1e-6 up to 10. Default 0.01. */
  learning_rate?: number;
  /** Probability with which a record enters a step. Above 0 up to 1. Default 0.1. */
  sample_rate?: number;
  /** Steps of a training. A whole number from 1 up to 1e5. Default 200. */
  num_steps?: number;
  /** Norm to which gradients are clipped. From 0.001 up to 1000. Default 1. */
  clipping_norm?: number;
  /** Half of its product with the square of the parameters is added to the loss. From 0 up to 1. Default 0.00001. */
  l2?: number;
  /** Trainings of each setting. A whole number from 1 up to 10000. Default 10. */
  trainings?: number;
  /** Makes the experiment repeatable. A whole number from 0 up to 9007199254740991. */
  seed: number;
  /** Confidence of each interval by itself. From 0.5 up to 0.999999999. Default 0.95. */
  confidence?: number;
  /** Asks for `epsilon` of each setting. Above 0 up to 0.999. */
  target_delta?: number;
}

/**
 * Positive accuracy of LiRA and of attacks P and R where each record is a member with a probability (Thudi et
 * al., sections 4.2 and 4.3).
 */
export interface SamplingOptions {
  /** Name of the experiment. */
  experiment: "sampling";
  /** The table itself: comma-separated values with a header. */
  table: string;
  /** Name of the column that is to be foretold. */
  label: string;
  /** Names of columns that no training sees, with commas between them. */
  left_out?: string;
  /**
   * Probabilities with which a record is a member. Each from 0.01 up to 0.99; at most 24 entries. Default [0.1,
   * 0.3, 0.5, 0.7, 0.9].
   */
  sampling_probability?: number[];
  /**
   * Standard deviations of the noise over the clipping norm. Each from 0.05 up to 10000; at most 24 entries.
   * Default [1.0, 4.0].
   */
  noise_multiplier?: number[];
  /**
   * Whether each probability has the noise at its own place, as along an iso-bound; else each has every noise.
   * Default false.
   */
  paired?: boolean;
  /** Most records that may be members. A whole number from 10 up to 1e5. Default 1000. */
  dataset_size?: number;
  /** How the parameters are moved. */
  optimiser?: "adam" | "sgd";
  /** Hidden layers of the network; none is logistic regression. A whole number from 0 up to 4. Default 2. */
  layers?: number;
  /** Neurons of a hidden layer. A whole number from 1 up to 1024. Default 64. */
  layer_width?: number;
  /** Learning rate. From 1e-6 up to 10. Default 0.01. */
  learning_rate?: number;
  /** Probability with which a record enters a step. Above 0 up to 1. Default 0.1. */
  sample_rate?: number;
  /** Steps of a training. A whole number from 1 up to 1e5. Default 200. */
  num_steps?: number;
  /** Norm to which gradients are clipped. From 0.001 up to 1000. Default 1. */
  clipping_norm?: number;
  /** Half of its product with the square of the parameters is added to the loss. From 0 up to 1. Default 0.00001. */
  l2?: number;
  /** Reference models for each noise. A whole number from 1 up to 256. Default 20. */
  reference_models?: number;
  /** Trainings of each setting. A whole number from 1 up to 10000. Default 20. */
  trainings?: number;
  /** Makes the experiment repeatable. A whole number from 0 up to 9007199254740991. */
  seed: number;
  /** Confidence of each interval by itself. From 0.5 up to 0.999999999. Default 0.95. */
  confidence?: number;
  /**
   * Largest positive accuracy of an attack that is proved for each probability: the noise of each is found by it,
   * at least 0.05, and `noise_multiplier` is left out. From 0.02 up to 0.9999.
   */
  positive_accuracy?: number;
  /** Asks for `epsilon` of each setting. Above 0 up to 0.999. */
  target_delta?: number;
}

/**
 * DP-SGD that records at every step how far the value of a sensitive column moves a record's gradient (Cherubin
 * et al., Algorithm 4; erratum E16d).
 */
export interface InstrumentedOptions {
  /** Name of the experiment. */
  experiment: "instrumented";
  /** The table itself: comma-separated values with a header. */
  table: string;
  /** Name of the column that is to be foretold. */
  label: string;
  /** Names of columns that no training sees, with commas between them. */
  left_out?: string;
  /** The column whose values are exchanged. */
  sensitive_column: string;
  /** Standard deviation of the noise over the clipping norm. From 0.05 up to 10000. Default 2. */
  noise_multiplier?: number;
  /** Most records that are trained with. A whole number from 8 up to 1e5. Default 200. */
  dataset_size?: number;
  /** How the parameters are moved. */
  optimiser?: "adam" | "sgd";
  /** Hidden layers of the network; none is logistic regression. A whole number from 0 up to 4. Default 2. */
  layers?: number;
  /** Neurons of a hidden layer. A whole number from 1 up to 1024. Default 64. */
  layer_width?: number;
  /** Learning rate. From 1e-6 up to 10. Default 0.01. */
  learning_rate?: number;
  /** Probability with which a record enters a step. Above 0 up to 1. Default 0.1. */
  sample_rate?: number;
  /** Steps of a training. A whole number from 1 up to 1e5. Default 200. */
  num_steps?: number;
  /** Norm to which gradients are clipped. From 0.001 up to 1000. Default 1. */
  clipping_norm?: number;
  /** Half of its product with the square of the parameters is added to the loss. From 0 up to 1. Default 0.00001. */
  l2?: number;
  /** Trainings of each network. A whole number from 1 up to 1000. Default 2. */
  trainings?: number;
  /** Makes the experiment repeatable. A whole number from 0 up to 9007199254740991. */
  seed: number;
  /** Confidence of each interval by itself. From 0.5 up to 0.999999999. Default 0.95. */
  confidence?: number;
  /** Asks for `epsilon` of each setting. Above 0 up to 0.999. */
  target_delta?: number;
}

/** What the laboratory can be asked. */
export type ExperimentOptions = GaussianGameOptions | OneHotOptions | NoiseGameOptions | DependentRecordsOptions | BiasedSplitOptions | TradeOffOptions | SamplingOptions | InstrumentedOptions;
