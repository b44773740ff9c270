// What the published types say to those who use them. Nothing here runs: `tsc -p .` is the check.
import { expectTypeOf } from "vitest";
import type * as core from "../../pkg/mi_bounds.js";
import type {
  AttributesResult,
  BayesSecurityResult,
  CalibrateOptions,
  CalibrateResult,
  Curve,
  EpsilonFigure,
  ExperimentOptions,
  ExperimentResult,
  Failure,
  Figure,
  GuaranteeResult,
  HistoryEntry,
  Kind,
  LossHistogram,
  MonteCarloOptions,
  MonteCarloPlan,
  MonteCarloResult,
  NoiseResult,
  NoiseSample,
  Outcome,
  PaperFigureResult,
  Quantity,
  Ranges,
  SweepOptions,
  SweepResult,
  TprFigure,
  TrainingOptions,
  TrainingResult,
} from "../../src/boundary/wasm/core";
import type { Core, loadCore } from "../../www/embed/types/core";
import type { MiChange, MiChangeEvent } from "../../www/embed/types/elements";
import type { fallback } from "../../www/embed/types/fallback";

/** Every place below a type that says nothing: from there on a user would be told nothing. */
type Loose<T, Place extends string = ""> = 0 extends 1 & T
  ? `${Place}: any`
  : unknown extends T
    ? `${Place}: unknown`
    : T extends string | number | boolean | symbol | null | undefined | Float64Array | Uint8Array
      ? never
      : T extends Promise<infer Answer>
        ? Loose<Answer, `await ${Place}`>
        : T extends (...given: infer Given) => infer Answer
          ? Loose<Given, `${Place}(…)`> | Loose<Answer, `${Place}()`>
          : T extends readonly (infer Entry)[]
            ? Loose<Entry, `${Place}[]`>
            : { [Name in keyof T & string]-?: Loose<T[Name], `${Place}.${Name}`> }[keyof T & string];

/** Refuses all but `never`, and names what it was given. */
type None<T extends never> = T;

type Anything = ReturnType<typeof JSON.parse>;

/** The functions themselves, without what starts the module. */
type Module = Omit<typeof core, "default" | "initSync">;

export type Told = [
  None<Loose<Module>>,
  None<Loose<Core>>,
  None<Loose<MiChangeEvent["detail"]>>,
  None<Loose<typeof fallback>>,
  // @ts-expect-error
  None<Loose<{ a: { b: Anything }[] }>>,
  // @ts-expect-error
  None<Loose<() => { a?: unknown }>>,
  // @ts-expect-error
  None<Loose<(given: Anything) => void>>,
];

declare const mi: Core;
declare const simulation: core.Simulation;
declare const experiment: core.Experiment;
declare const good: TrainingOptions;

// The package has the functions of the module, all of them.
expectTypeOf<typeof loadCore>().toEqualTypeOf<() => Promise<Core>>();
expectTypeOf<Core>().toEqualTypeOf<Module>();
expectTypeOf<keyof Core>().toEqualTypeOf<
  | "Experiment"
  | "ScoreReader"
  | "Simulation"
  | "TableReader"
  | "attributes"
  | "audit"
  | "audit_plan"
  | "bayes_security"
  | "calibrate"
  | "dependent_data"
  | "errata"
  | "fresh_seed"
  | "gradient_distance"
  | "guarantee"
  | "iso_bound"
  | "library_version"
  | "membership_table"
  | "moments"
  | "monte_carlo_chunk"
  | "monte_carlo_plan"
  | "monte_carlo_result"
  | "noise"
  | "noise_sample"
  | "paper_figure"
  | "powers_of_two"
  | "ranges"
  | "sweep"
  | "training"
  | "unbounded_example"
  | "unlearning_curve"
>();

// Each question has its own answer.
expectTypeOf(mi.training).returns.toEqualTypeOf<Outcome<TrainingResult>>();
expectTypeOf(mi.calibrate).returns.toEqualTypeOf<Outcome<CalibrateResult>>();
expectTypeOf(mi.paper_figure).returns.toEqualTypeOf<Outcome<PaperFigureResult>>();
expectTypeOf(mi.sweep).returns.toEqualTypeOf<Outcome<SweepResult>>();
expectTypeOf(mi.bayes_security).returns.toEqualTypeOf<Outcome<BayesSecurityResult>>();
expectTypeOf(mi.guarantee).returns.toEqualTypeOf<Outcome<GuaranteeResult>>();
expectTypeOf(mi.noise).returns.toEqualTypeOf<Outcome<NoiseResult>>();
expectTypeOf(mi.noise_sample).returns.toEqualTypeOf<Outcome<NoiseSample>>();
expectTypeOf(mi.attributes).returns.toEqualTypeOf<Outcome<AttributesResult>>();
expectTypeOf(mi.monte_carlo_plan).returns.toEqualTypeOf<Outcome<MonteCarloPlan>>();
expectTypeOf(mi.ranges).returns.toEqualTypeOf<Ranges>();
expectTypeOf(mi.fresh_seed).returns.toBeNumber();
expectTypeOf(mi.library_version).returns.toBeString();

// An answer has to be asked whether it is one.
const outcome = mi.training(good);
// @ts-expect-error
outcome.value;
if (outcome.ok) {
  expectTypeOf(outcome.value).toEqualTypeOf<TrainingResult>();
  // @ts-expect-error
  outcome.error;
} else {
  expectTypeOf(outcome.error).toEqualTypeOf<Failure>();
  // @ts-expect-error
  outcome.value;
}
expectTypeOf<Failure["code"]>().toEqualTypeOf<
  "out_of_range" | "missing" | "conflict" | "malformed" | "unknown" | "unreachable"
>();
expectTypeOf<Failure["parameter"]>().toBeString();
expectTypeOf<Failure["message"]>().toBeString();

// A figure has two ends, either of which may be missing, and says on which side of the truth it is.
expectTypeOf<Figure["lower"]>().toEqualTypeOf<number | null>();
expectTypeOf<Figure["estimate"]>().toBeNumber();
expectTypeOf<Figure["upper"]>().toEqualTypeOf<number | null>();
expectTypeOf<Figure["kind"]>().toEqualTypeOf<"exact" | "interval" | "upper" | "lower" | "estimate" | "approximation">();
expectTypeOf<Figure["sources"]>().toEqualTypeOf<string[]>();
expectTypeOf<Figure["erratum"]>().toEqualTypeOf<string | undefined>();

// What was not asked for is null, and so is what has no answer.
expectTypeOf<TrainingResult["advantage"]>().toEqualTypeOf<Figure>();
expectTypeOf<TrainingResult["tpr"]>().toEqualTypeOf<TprFigure[]>();
expectTypeOf<TrainingResult["epsilon"]>().toEqualTypeOf<EpsilonFigure | null>();
expectTypeOf<TrainingResult["roc"]>().toEqualTypeOf<Curve | null>();
expectTypeOf<TrainingResult["humphries"]>().toEqualTypeOf<Figure | null>();
expectTypeOf<TrainingResult["closed_form"]>().toBeNullable();
expectTypeOf<GuaranteeResult["epsilon"]>().toEqualTypeOf<Figure | null>();
expectTypeOf<NoiseResult["scale"]>().toBeNullable();
expectTypeOf<MonteCarloResult["roc"]>().toEqualTypeOf<Curve | null>();
expectTypeOf<MonteCarloResult["histogram"]>().toEqualTypeOf<LossHistogram | null>();
expectTypeOf<Curve["kind"]>().toEqualTypeOf<Kind[]>();
expectTypeOf<SweepResult["estimate"]>().toEqualTypeOf<(number | null)[]>();
declare const result: TrainingResult;
// @ts-expect-error
result.epsilon.upper;
// @ts-expect-error
result.advantages;

// Options: what is known is taken, what is misspelt or of another kind is refused.
mi.training({ noise_multiplier: 1, sample_rate: 0.01, num_steps: 1000 });
mi.training({ noise_multiplier: 1, batch_size: 64, dataset_size: 60_000, epochs: 10, target_delta: 1e-5, fpr: [0.01] });
mi.training({ history: [[1, 0.01, 100]], neighboring_relation: "replace_one", sampling: "shuffle", noise: "laplace" });
expectTypeOf<HistoryEntry>().toEqualTypeOf<[number, number, number]>();
// @ts-expect-error
mi.training();
// @ts-expect-error
mi.training({ noise_multipler: 1 });
// @ts-expect-error
mi.training({ noise_multiplier: "1" });
// @ts-expect-error
mi.training({ noise_multiplier: null });
// @ts-expect-error
mi.training({ history: [[1, 0.01]] });
// @ts-expect-error
mi.training({ neighboring_relation: "replace_two" });
// @ts-expect-error
mi.training({ sampling: "random" });
// @ts-expect-error
mi.training({ noise: "uniform" });
// @ts-expect-error
mi.training({ fpr: 0.01 });
// @ts-expect-error
mi.guarantee({ mu: 1 });
// @ts-expect-error
mi.noise_sample({ noise: "cauchy", noise_scale: 1, dimension: 1 });
// @ts-expect-error
mi.noise_sample({ dimension: 1 });

// What can be solved for and swept.
expectTypeOf<Quantity>().toEqualTypeOf<
  "advantage" | "bayes_security" | "epsilon" | "tpr" | "precision" | "accuracy" | "eta" | "positive_accuracy" | "gdp_mu"
>();
expectTypeOf<CalibrateOptions["solve_for"]>().toEqualTypeOf<
  "noise_multiplier" | "sample_rate" | "num_steps" | "noise_factor" | "prior" | "batch_size" | "epochs"
>();
expectTypeOf<SweepOptions["over"]>().toEqualTypeOf<
  "noise_multiplier" | "sample_rate" | "num_steps" | "noise_factor" | "prior"
>();
expectTypeOf<SweepOptions["quantity"]>().toEqualTypeOf<Quantity>();
mi.calibrate({ solve_for: "noise_multiplier", target: { epsilon: 2, target_delta: 1e-5 }, sample_rate: 1, epochs: 1 });
// @ts-expect-error
mi.calibrate({ solve_for: "dataset_size", target: { epsilon: 2 } });
// @ts-expect-error
mi.calibrate({ solve_for: "noise_multiplier", target: { epsilons: 2 } });
// @ts-expect-error
mi.calibrate({ solve_for: "noise_multiplier" });
// @ts-expect-error
mi.calibrate({ target: { epsilon: 2 } });
mi.calibrate({ solve_for: "noise_factor", target: { eta: 0.1 }, history: [[1, 0.01, 100]] });
mi.paper_figure({ figure: "optimal_bounds_1a", first_point: 2, points: 3 });
// @ts-expect-error no such figure
mi.paper_figure({ figure: "optimal_bounds_9" });
mi.sweep({ over: "num_steps", quantity: "advantage", values: [1, 2], noise_multiplier: 1, sample_rate: 0.01 });
// @ts-expect-error
mi.sweep({ over: "epochs", quantity: "advantage", values: [1] });
// @ts-expect-error
mi.sweep({ over: "num_steps", quantity: "yeom", values: [1] });
// @ts-expect-error
mi.sweep({ over: "num_steps", quantity: "advantage" });

// A simulation is a handle that only `of` makes.
expectTypeOf(mi.Simulation.of).parameters.toEqualTypeOf<[options: MonteCarloOptions]>();
expectTypeOf(mi.Simulation.of).returns.toEqualTypeOf<Outcome<core.Simulation>>();
expectTypeOf(simulation.plan()).toEqualTypeOf<MonteCarloPlan>();
expectTypeOf(simulation.chunk(0)).toEqualTypeOf<Float64Array>();
expectTypeOf(simulation.sum([simulation.chunk(0)])).toEqualTypeOf<Float64Array>();
expectTypeOf(simulation.result(simulation.chunk(0))).toEqualTypeOf<Outcome<MonteCarloResult>>();
expectTypeOf(simulation.steps_behind(simulation.chunk(0))).toBeNumber();
expectTypeOf(simulation.free()).toBeVoid();
// @ts-expect-error
new mi.Simulation();
// @ts-expect-error: a run without a seed could not be repeated
mi.Simulation.of({ noise_multiplier: 1, sample_rate: 0.01, num_steps: 10 });
mi.Simulation.of({ noise_multiplier: 1, sample_rate: 0.01, num_steps: 10, seed: 1, estimator: "mixture" });
// @ts-expect-error
mi.Simulation.of({ seed: 1, estimator: "automatic" });

// An experiment is one, too, and its options are those of what its name says.
expectTypeOf(mi.Experiment.of).parameters.toEqualTypeOf<[options: ExperimentOptions]>();
expectTypeOf(experiment.unit(0)).toEqualTypeOf<Float64Array>();
expectTypeOf(experiment.result(experiment.unit(0))).toEqualTypeOf<Outcome<ExperimentResult>>();
mi.Experiment.of({ experiment: "gaussian_game", noise_multiplier: [1], seed: 1 });
mi.Experiment.of({
  experiment: "noise",
  records: "table",
  table: "x,y",
  column: "x",
  predictors: "y",
  seed: 1,
});
mi.Experiment.of({ experiment: "sampling", table: "x,y", label: "y", positive_accuracy: 0.9, seed: 1 });
// @ts-expect-error: a game in one dimension has none
mi.Experiment.of({ experiment: "gaussian_game", dimension: 3, seed: 1 });
// @ts-expect-error
mi.Experiment.of({ experiment: "chess", seed: 1 });

// The elements, their event, and the text for those without scripts.
type Tag = "mi-advantage" | "mi-roc" | "mi-compare" | "mi-calibrate" | "mi-calculator";
expectTypeOf<Pick<HTMLElementTagNameMap, Tag>>().toEqualTypeOf<Record<Tag, HTMLElement>>();
expectTypeOf<HTMLElementEventMap["mi-change"]>().toEqualTypeOf<CustomEvent<MiChange>>();
expectTypeOf<MiChange>().toEqualTypeOf<{ fragment: string }>();
expectTypeOf<typeof fallback>().toEqualTypeOf<(html: string) => Promise<string>>();
