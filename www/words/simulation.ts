// What is said of a simulation: its estimators, its end, and whether it agrees with the exact engine.
import type {
  Estimator,
  Figure,
  MonteCarloOptions,
  MonteCarloPlan,
  MonteCarloResult,
  TrainingResult,
} from "../../src/boundary/wasm/core";
import type { MonteCarloState } from "../answers/simulation";
import type { Reason } from "../answers/simulation-run";
import { CHOICES } from "../state/parameters/choices";
import { atMost } from "./figure";
import { count, percent, rounded } from "./number";

/** Factors of variance at the same number of trainings: least and most of four settings that were measured. */
export const ESTIMATOR_IN_WORDS: Record<Estimator, string> = {
  algorithm_1:
    "Simulates trainings without the record and averages how far each lies from one with it. The yardstick for the others: simplest, most trainings needed.",
  antithetic:
    "Uses each draw of noise twice, as it is and mirrored, so that luck cancels: as good as 1 to 3 times the trainings, at the same cost a training.",
  control_variate:
    "Takes out the luck that it shares with a bell curve whose answer is known: as good as 1 to 40 times the trainings, most where there is much noise, at about the same cost. For Gaussian noise.",
  antithetic_control_variate:
    "Mirrored noise, and the luck shared with a bell curve taken out: mostly the least variance for the time. For Gaussian noise.",
  mixture:
    "Averages over trainings with and without the record alike: as good as 0.9 to 1.5 times the trainings, and each draws both worlds.",
};

export function estimatorInWords(choice: Estimator | "automatic", plan: MonteCarloPlan | null): string {
  if (choice !== "automatic") return ESTIMATOR_IN_WORDS[choice];
  if (!plan) return "Takes the one with the least variance for the time.";
  return `For this run: ${CHOICES.estimator.options[plan.estimator]}. ${ESTIMATOR_IN_WORDS[plan.estimator]}`;
}

/** "about 4 s", or "less than a second". */
export function about(seconds: number): string {
  return seconds < 1 ? duration(seconds) : `about ${duration(seconds)}`;
}

/** A time that is known to one digit or two. */
export function duration(seconds: number): string {
  if (seconds < 1) return "less than a second";
  if (seconds < 100) return `${rounded(seconds, seconds < 10 ? 1 : 2)} s`;
  if (seconds < 6000) return `${rounded(seconds / 60, 2)} min`;
  return seconds < 172_800 ? `${rounded(seconds / 3600, 2)} hours` : `${count(seconds / 86_400)} days`;
}

export function statusInWords({ status, reason, share, seconds, samples, problem }: MonteCarloState): string {
  const trainings = `${count(samples)} ${samples === 1 ? "training" : "trainings"}`;
  switch (status) {
    case "idle":
      return "Not started.";
    case "running":
      return `Running: ${(Math.floor(share * 1000) / 10).toFixed(1)}% done.`;
    case "failed":
      return `Failed: ${problem?.message ?? "no reason given"}`;
    case "ending":
      return "Cancelled. The estimate of what was simulated until then follows.";
    case "cancelled":
      return samples > 0
        ? `Cancelled. The estimate uses the ${trainings} that were simulated until then.`
        : "Cancelled before there was an estimate.";
    case "done":
      if (reason === "width") return `Done: the interval is as narrow as asked, after ${trainings}.`;
      if (reason === "time") {
        const end = samples > 0 ? `: the estimate uses ${trainings}` : ", before there was an estimate";
        return `Time is up after ${rounded(seconds, 3)} s${end}.`;
      }
      return `Done: all ${trainings}, in ${duration(seconds)}.`;
  }
}

/** How fast it goes, and how long it still takes. */
export function paceInWords({ status, samples, seconds, left }: MonteCarloState): string {
  if (status === "idle" || status === "failed" || samples === 0 || seconds === 0) return "";
  const pace = `${count(Number((samples / seconds).toPrecision(3)))} trainings a second`;
  if (status !== "running") return `${pace}.`;
  return left === null ? `${pace}.` : `${pace}; ${about(left)} left.`;
}

export type Verdict = "agrees" | "differs" | "allowed";

/**
 * Whether the simulated interval and the figure of the exact engine can both be right. What bounds the truth from one
 * side may lie on that side of it, as far away as it likes.
 */
export function verdict(simulated: Figure, side: MonteCarloResult["side"], exact: Figure): Verdict {
  const [low, high] = [simulated.lower ?? 0, simulated.upper ?? 1];
  const [least, most] = [exact.lower ?? 0, atMost(exact)];
  if (low <= most && least <= high) return "agrees";
  if (side === "upper" && low > most) return "allowed";
  return side === "lower" && high < least ? "allowed" : "differs";
}

export const VERDICT_IN_WORDS: Record<Verdict, string> = {
  agrees: "agrees",
  differs: "differs",
  allowed: "no contradiction",
};

/** What was simulated, where it is not the training itself. */
export function simulatedInWords({ side, status }: Pick<MonteCarloResult, "side" | "status">): string {
  if (side === "exact") return "";
  const end = side === "upper" ? "an estimate of the upper bound" : "an estimate of the lower bound";
  return `This is ${end}: what is simulated stands in for a training that cannot be drawn directly. ${status}`;
}

/** What the simulation says about the exact advantage. */
export function agreement({ advantage, side, confidence, standard_error }: MonteCarloResult, exact: Figure): string {
  const often = percent(confidence);
  const what = exact.kind === "exact" ? "exact value" : "bound";
  switch (verdict(advantage, side, exact)) {
    case "agrees":
      if (exact.kind === "interval") {
        return "They do not contradict each other: the certified interval and the simulation’s overlap.";
      }
      return `They agree: the ${what} lies inside the simulation's interval, as it does in at least ${often} of such runs.`;
    case "allowed":
      return `They do not contradict each other: the simulated bound lies on the safe side of the ${what}.`;
    case "differs": {
      const errors = Math.abs(advantage.estimate - exact.estimate) / standard_error;
      return `The ${what} lies outside the simulation's interval, ${rounded(errors, 2)} standard errors from its estimate. Chance alone does this in at most ${percent(
        1 - confidence,
      )} of runs: another seed or more samples will tell.`;
    }
  }
}

/**
 * The same trainings again: a width ends a run at the same place everywhere; time and patience do not, and the number of
 * trainings stands for them.
 */
export function repeated(
  options: MonteCarloOptions,
  { samples, estimator }: MonteCarloResult,
  reason: Reason | null,
): MonteCarloOptions {
  const cut = reason === "time" || reason === "cancelled";
  return { ...options, estimator, ...(cut ? { samples } : {}) };
}

/** JSON has no single quote that would end the argument, but a text in it might. */
function argument(options: MonteCarloOptions): string {
  return `'${JSON.stringify(options).replaceAll("'", "'\\''")}'`;
}

export function shellLine(options: MonteCarloOptions): string {
  return `mi-bounds monte-carlo ${argument(options)}`;
}

export function crateLine(options: MonteCarloOptions): string {
  return `cargo run --release --example repeat_monte_carlo -- ${argument(options)}`;
}

/** Null while there is nothing to repeat. */
export function record({ options, result, reason }: MonteCarloState, exact: TrainingResult | null): string | null {
  if (!options || !result) return null;
  const again = repeated(options, result, reason);
  const { advantage, accuracy, tpr } = exact ?? {};
  return JSON.stringify(
    {
      library_version: result.library_version,
      parameters: options,
      seed: result.seed,
      estimator: result.estimator,
      samples: result.samples,
      stopped_by: reason,
      result,
      exact: exact ? { advantage, accuracy, tpr } : null,
      repeat: { parameters: again, shell: shellLine(again), crate: crateLine(again) },
    },
    null,
    2,
  );
}
