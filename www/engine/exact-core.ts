// Answers to every question by the whole module.
import * as core from "../../pkg/mi_bounds.js";
import type { MonteCarloOptions, Outcome, PowersOfTwo } from "../../src/boundary/wasm/core";
import type { Matrix } from "../state/files/table";
import type { Estimate, ExactRequest, Questions, Records, Series, SeriesOptions } from "./protocol";
import { auditScores, forgetScores, readScores } from "./score-files";

export { whyUnavailable } from "./core-instance";

export function answer(request: ExactRequest): Outcome<unknown> | Promise<Outcome<unknown>> {
  switch (request.kind) {
    case "training":
      return core.training(request.options);
    case "calibrate":
      return core.calibrate(request.options);
    case "bayes_security":
      return core.bayes_security(request.options);
    case "sweep":
      return core.sweep(request.options);
    case "guarantee":
      return core.guarantee(request.options);
    case "audit": {
      const { scores, ...options } = request.options;
      return scores ? auditScores(request.id, scores, options) : core.audit(options);
    }
    case "audit_plan":
      return core.audit_plan(request.options);
    case "scores":
      return readScores(request.id, request.options);
    case "forget_scores":
      forgetScores();
      return { ok: true, value: null };
    case "records":
      return records(request.options);
    case "iso_bound":
      return core.iso_bound(request.options);
    case "unlearning_curve":
      return core.unlearning_curve(request.options);
    case "unbounded_example":
      return core.unbounded_example(request.options);
    case "paper_figure":
      return core.paper_figure(request.options);
    case "dependent_data":
      return core.dependent_data(request.options);
    case "noise":
      return core.noise(request.options);
    case "noise_curve":
      return series(request.options, core.noise);
    case "noise_sample":
      return core.noise_sample(request.options);
    case "moments": {
      const { outputs, ...options } = request.options;
      return core.moments(outputs.values, outputs.columns, options);
    }
    case "membership_table": {
      const { table, ...options } = request.options;
      return core.membership_table({ ...options, table: rowsOf(table) });
    }
    case "powers_of_two":
      return examples(request.options);
    case "attributes": {
      const { distances, ...options } = request.options;
      return core.attributes(options, distances);
    }
    case "attributes_curve":
      return series(request.options, core.attributes);
    case "gradient_distance": {
      const { gradients, ...options } = request.options;
      return core.gradient_distance(gradients.values, gradients.columns, options);
    }
    case "plan":
      return core.monte_carlo_plan(request.options);
    case "estimate":
      return estimate(request.options);
    case "fresh_seed":
      return { ok: true, value: core.fresh_seed() };
  }
}

/** The run of the last estimate: the next one is mostly of the same. */
let simulated: { key: string; simulation: core.Simulation } | null = null;

function simulationOf(run: MonteCarloOptions): Outcome<core.Simulation> {
  const key = JSON.stringify(run);
  if (simulated?.key === key) return { ok: true, value: simulated.simulation };
  const outcome = core.Simulation.of(run);
  if (outcome.ok) {
    simulated?.simulation.free();
    simulated = { key, simulation: outcome.value };
  }
  return outcome;
}

function estimate({ run, tallies }: Questions["estimate"]["options"]): Outcome<Estimate> {
  const outcome = simulationOf(run);
  if (!outcome.ok) return outcome;
  const tally = outcome.value.sum(tallies);
  const result = outcome.value.result(tally);
  return result.ok ? { ok: true, value: { result: result.value, tally } } : result;
}

function records({ probabilities, ...options }: Questions["records"]["options"]): Outcome<Records> {
  const outcome = core.guarantee({ ...options, sampling_probabilities: Array.from(probabilities) });
  if (!outcome.ok) return outcome;
  const { records } = outcome.value;
  if (!records) throw new Error("the records were asked for");
  const { largest_positive_accuracy, largest_negative_accuracy } = records;
  return {
    ok: true,
    value: {
      largest_positive_accuracy,
      largest_negative_accuracy,
      sampling_probability: probabilities,
      positive_accuracy: Float64Array.from(records.positive_accuracy),
      negative_accuracy: Float64Array.from(records.negative_accuracy),
    },
  };
}

/** A value that is refused leaves a gap; when all are, the refusal is the answer. */
function series<O, A>(
  { options, over, values }: SeriesOptions<O>,
  ask: (options: O) => Outcome<A>,
): Outcome<Series<A>> {
  const outcomes = values.map((value) => ask({ ...options, [over]: value }));
  const refused = outcomes.find((outcome) => !outcome.ok);
  if (refused && !refused.ok && outcomes.every((outcome) => !outcome.ok)) return refused;
  return { ok: true, value: { values, answers: outcomes.map((outcome) => (outcome.ok ? outcome.value : null)) } };
}

function examples({ sizes, eta }: { sizes: number[]; eta: number }): Outcome<PowersOfTwo[]> {
  const found: PowersOfTwo[] = [];
  for (const dataset_size of sizes) {
    const outcome = core.powers_of_two({ dataset_size, eta });
    if (!outcome.ok) return outcome;
    found.push(outcome.value);
  }
  return { ok: true, value: found };
}

function rowsOf({ values, columns }: Matrix): number[][] {
  return Array.from({ length: values.length / columns }, (_, row) =>
    Array.from(values.subarray(row * columns, (row + 1) * columns)),
  );
}
