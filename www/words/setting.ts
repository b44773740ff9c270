// The setting in a few words: for pictures, names of files and statements.
import type { Quantity, SolveFor } from "../../src/boundary/wasm/core";
import { RELATIONS, samplingInWords } from "../state/parameters/setting-words";
import { type Parameters, print, printed } from "../state/parameters/table";
import { QUANTITY, solvedFor } from "../state/questions/quantity";
import { deltaOf, type Run, rateOf, stepsOf } from "../state/questions/run";
import { guaranteeInWords } from "./guarantee";
import { count, percent, rounded } from "./number";

const LONGEST_SCHEDULE = 4;

/** "noise multiplier 1.1, sample rate 0.004267 (256 of 60,000), 3516 steps". */
export function runInWords(run: Run): string {
  if (run.history) return scheduleInWords(run.history);
  const batch = run.sample_rate === null ? ` (${print(run.batch_size)} of ${count(run.dataset_size)})` : "";
  return `noise multiplier ${print(run.noise_multiplier)}, sample rate ${rounded(rateOf(run), 4)}${batch}, ${count(stepsOf(run))} steps`;
}

function scheduleInWords(history: NonNullable<Run["history"]>): string {
  const shown = history
    .slice(0, LONGEST_SCHEDULE)
    .map(([noise, rate, steps]) => `${print(noise)}/${rounded(rate, 4)}/${print(steps)}`);
  const more = history.length > LONGEST_SCHEDULE ? ` and ${history.length - LONGEST_SCHEDULE} more` : "";
  return `noise multiplier/sample rate/steps by phase: ${shown.join(", ")}${more}`;
}

export function assumptionsInWords(run: Run): string {
  const group = run.group_size > 1 ? `, groups of ${run.group_size} records` : "";
  const noise = run.noise === "gaussian" ? "Gaussian noise" : "Laplace noise";
  return `${RELATIONS[run.neighboring_relation].phrase}${group}; ${samplingInWords(run.sampling)}; ${noise}`;
}

/** The lines below a picture. */
export function settingLines(values: Parameters, runB: Run | null): string[] {
  switch (values.view) {
    case "guarantee":
      return [capital(`${guaranteeInWords(values)}; prior ${print(values.prior)}.`)];
    case "audit":
      return [capital(`${auditInWords(values)}.`)];
    case "laboratory":
      return [];
    case "noise":
      return [capital(`${noiseInWords(values)}.`)];
    case "attributes":
      return [
        capital(
          `${runInWords({ ...values, history: null })}; clipping norm ${print(values.clipping_norm)}${distanceInWords(values)}.`,
        ),
      ];
    case "figures":
      return [];
    case "calibrate":
      return [
        `Target: ${quantityInWords(values.target, values, solvedFor(values))} ${print(values[values.target])}.`,
        capital(`${runInWords(values)}; ${assumptionsInWords(values)}.`),
      ];
    default: {
      const line = (run: Run) => `${runInWords(run)}; ${assumptionsInWords(run)}`;
      const prior = `; prior ${print(values.prior)}.`;
      return runB ? [`A: ${line(values)}${prior}`, `B: ${line(runB)}.`] : [capital(`${line(values)}${prior}`)];
    }
  }
}

const SCORES: Record<Parameters["scores_from"], string> = {
  file: "scores from a file",
  noise_kept: "scores of the example with the declared noise",
  noise_halved: "scores of the example with half the noise",
};

function auditInWords(values: Parameters): string {
  const { declared, results, true_positives, positives, false_positives, negatives } = values;
  const { canaries, guesses, correct, thresholds, scores_from } = values;
  const said = declared === "run" ? `${runInWords(values)}; ${assumptionsInWords(values)}` : guaranteeInWords(values);
  const shown = {
    counts: `${count(true_positives)} of ${count(positives)} members and ${count(false_positives)} of ${count(negatives)} others named`,
    one_run: `${count(correct)} of ${count(guesses)} guesses about ${count(canaries)} canaries right`,
    thresholds: `counts at ${thresholds.length} thresholds`,
    scores: SCORES[scores_from],
  };
  return `declared: ${said}; ${shown[results]}; confidence ${print(values.level)}`;
}

function noiseInWords(values: Parameters): string {
  const asked =
    values.noise_question === "eta" ? `eta ${print(values.eta)}` : `noise of scale ${print(values.noise_scale)}`;
  const moment =
    values.noise_moment === "sigma_1"
      ? `mean distance from the centre ${print(values.sigma_1)}`
      : `moment of order ${print(values.moment_order)}: ${print(values.sigma_m)}`;
  return `${asked}; ${moment}; ${count(values.dimension)} published numbers; ${percent(values.subset_fraction)} of the data in the training set`;
}

function distanceInWords({ distance_source, gradient_distance }: Parameters): string {
  if (distance_source === "constant") return `, gradient distance ${print(gradient_distance)}`;
  return distance_source === "steps" ? ", gradient distances from a file" : ", gradient distance from raw gradients";
}

function capital(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
}

/** "noise1.1-rate0.004267-steps3516", for the name of a file. */
export function settingSlug(values: Parameters): string {
  const parts = slugParts(values).map((part) => part.replace(/[^\w.+-]+/g, "_"));
  return parts.join("-");
}

function slugParts(values: Parameters): string[] {
  const { neighboring_relation, sampling, noise, group_size } = values;
  const run = values.history
    ? [`schedule${values.history.length}`]
    : [
        `noise${print(values.noise_multiplier)}`,
        `rate${print(Number(rateOf(values).toPrecision(4)))}`,
        `steps${stepsOf(values)}`,
      ];
  const assumed = [
    ...(neighboring_relation === "add_or_remove_one" ? [] : [neighboring_relation]),
    ...(sampling === "poisson" ? [] : [sampling]),
    ...(noise === "gaussian" ? [] : [noise]),
    ...(group_size === 1 ? [] : [`group${group_size}`]),
  ];
  switch (values.view) {
    case "guarantee":
      return [values.guarantee, ...guaranteeSlug(values)];
    case "audit":
      return [values.results, ...(values.declared === "run" ? [...run, ...assumed] : guaranteeSlug(values))];
    case "figures":
      return values.figure ? [values.figure] : [];
    case "register":
      return values.entry ? [values.entry] : [];
    case "laboratory":
      return [values.section];
    case "noise":
      return values.noise_question === "eta" ? [`eta${print(values.eta)}`] : [`scale${print(values.noise_scale)}`];
    case "calibrate":
      return [solvedFor(values), `${values.target}${print(values[values.target])}`, ...assumed];
    default:
      return [...run, ...assumed];
  }
}

function guaranteeSlug(values: Parameters): string[] {
  switch (values.guarantee) {
    case "approximate_dp":
      return [`epsilon${print(values.guarantee_epsilon)}`, `delta${print(values.guarantee_delta)}`];
    case "pure_dp":
      return [`epsilon${print(values.guarantee_epsilon)}`];
    case "gdp":
      return [`mu${print(values.guarantee_gdp_mu)}`];
    case "zcdp":
      return [`rho${print(values.zcdp_rho)}`];
    case "rdp":
      return [`orders${values.rdp.length}`];
  }
}

/** File systems take 255 bytes. */
const LONGEST_NAME = 120;

/** A name that says what the file holds, e.g. "mi-bounds-roc-noise1.1-rate0.004267-steps3516.svg". */
export function fileName(what: string, values: Parameters | null, extension: string): string {
  const name = ["mi-bounds", what, ...(values ? [settingSlug(values)] : [])].filter(Boolean).join("-");
  return `${name.slice(0, LONGEST_NAME)}.${extension}`;
}

/** The figure of a paper in a line. */
export function figureInWords(figure: string, { parameters }: { parameters: string }): string {
  return capital(`${figure.replaceAll("-", " ")}: ${parameters}.`);
}

/** The quantity with what it takes, e.g. "TPR at FPR 0.1%". */
/** A quantity with what it is asked at, but for what is solved for. */
export function quantityInWords(quantity: Quantity, values: Parameters, solved?: SolveFor): string {
  const { fpr, attack_rate, fpr_min, fpr_max } = values;
  const prior = solved === "prior" ? "" : `prior ${print(values.prior)} and `;
  switch (quantity) {
    case "tpr":
      return `TPR at FPR ${percent(fpr, 6)}`;
    case "precision":
      return `precision at ${prior}FPR ${percent(fpr, 6)}`;
    case "eta":
      return `eta at prior ${print(values.prior)}`;
    case "positive_accuracy":
      return `positive accuracy at ${prior}attack rate ${percent(attack_rate, 6)}`;
    case "accuracy":
      return `accuracy at prior ${print(values.prior)}`;
    case "epsilon":
      return `epsilon at delta ${print(deltaOf(values))}`;
    case "gdp_mu":
      return `GDP mu over FPR ${printed("fpr_min", fpr_min)} to ${printed("fpr_max", fpr_max)}`;
    default:
      return QUANTITY[quantity].label;
  }
}
