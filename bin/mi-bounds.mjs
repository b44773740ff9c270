#!/usr/bin/env node
// The results of the page, from a shell.

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildIfCheckout, loadCore } from "./core.mjs";
import { monteCarlo } from "./monte-carlo.mjs";

const help = `Usage: mi-bounds <subcommand> '<json>'
       mi-bounds <subcommand> -        reads the JSON from standard input
       mi-bounds fallback FILE...      fills the texts of embeds in HTML files, or in all of a folder

Prints the result as JSON. Exit status 0, or 2 with a message on standard error for bad input.

Subcommands
  training      what follows from the parameters of a DP-SGD run:
                noise_multiplier; sample_rate, or batch_size and dataset_size; num_steps, or epochs;
                or history, a list of [noise_multiplier, sample_rate, num_steps];
                optional neighboring_relation, sampling, noise, group_size,
                target_delta, prior, fpr, epsilon, roc_points, fpr_range, flagged_share
  calibrate     the value of solve_for (noise_multiplier, sample_rate, num_steps, batch_size or epochs) that keeps
                target, an object with one figure: advantage, bayes_security, epsilon (with target_delta),
                tpr (with fpr), precision (with prior and fpr), accuracy (with prior), gdp_mu (with fpr_range)
  guarantee     what follows from a guarantee alone: epsilon (with delta or target_delta), gdp_mu, zcdp_rho, or rdp,
                a list of [order, divergence]; optional fpr, target_delta, prior, roc_points;
                sampling_probability P_x(1) and attack_rate P(S | x in D) for positive_accuracy, and much more:
                src/wasm.d.ts lists all options of this and the following subcommands
  noise         noise on an output for membership inference privacy: eta (or noise_scale), sigma_1 (or sigma_m),
                moment_order, dimension, subset_fraction, sensitivity, swap_distance
  noise-sample  noise vectors: noise, noise_scale, dimension, samples, moment_order, sigmas; to be released, from a key
                that is used once and kept nowhere, in multiples of grid, to which the output has to be rounded;
                or, with a seed, the same noise each time, for demonstration only
  moments       moments of repeated training: outputs, a list of rows; moment_order, bootstrap, seed, confidence
  membership-table
                the exact attacker on a finite table of output probabilities: table, records, subset_fraction
  attributes    attribute inference: noise_multiplier, sample_rate, num_steps, clipping_norm, and
                gradient_distance or gradient_distances, one for each step
  gradient-distance
                the distance from raw gradients, a list of rows; clipping_norm, values
  bayes-security
                the closed form for membership: the parameters of a run; target_bayes_security, target_delta, fpr
  dependent-data, iso-bound, unlearning-curve, unbounded-example, powers-of-two, errata
                the remaining statements of the papers
  sweep         quantity, one of those figures, at each of values of the parameter over
  monte-carlo   advantage and accuracy by simulated trainings: the same parameters of the run, samples and seed;
                optional confidence, estimator (algorithm_1, antithetic, control_variate,
                antithetic_control_variate or mixture), width (stops as soon as the interval of the advantage is so
                narrow), prior, epsilon, fpr, roc_points, histogram, and workers (1 to 64, default: one for each core),
                which never changes the digits of the result. nanoseconds_per_step is the time of one simulated step
                on one core.

Options
  --help        this text
  --version     the version

Example
  mi-bounds training '{"noise_multiplier":1.1,"batch_size":256,"dataset_size":60000,"epochs":15}'
  mi-bounds calibrate '{"solve_for":"noise_multiplier","target":{"advantage":0.1},"sample_rate":0.002,"num_steps":10000}'
`;

const subcommands = {
  training: (core, options) => core.training(options),
  calibrate: (core, options) => core.calibrate(options),
  guarantee: (core, options) => core.guarantee(options),
  noise: (core, options) => core.noise(options),
  "noise-sample": (core, options) => core.noise_sample(options),
  moments: (core, { outputs, ...options }) => withMatrix("outputs", outputs, core.moments, options),
  "membership-table": (core, options) => core.membership_table(options),
  attributes: (core, options) => core.attributes(options),
  "gradient-distance": (core, { gradients, ...options }) =>
    withMatrix("gradients", gradients, core.gradient_distance, options),
  "bayes-security": (core, options) => core.bayes_security(options),
  "dependent-data": (core, options) => core.dependent_data(options),
  "iso-bound": (core, options) => core.iso_bound(options),
  "unlearning-curve": (core, options) => core.unlearning_curve(options),
  "unbounded-example": (core, options) => core.unbounded_example(options),
  "powers-of-two": (core, options) => core.powers_of_two(options),
  errata: (core) => ({ ok: true, value: core.errata() }),
  sweep: (core, options) => core.sweep(options),
  "monte-carlo": monteCarlo,
};

class BadInput extends Error {}

async function main(args) {
  const [name, text, ...rest] = args;
  if (name === "--help" || name === "-h") return help;
  if (name === "--version") return `${version()}\n`;
  if (name === "fallback") return fillFiles(args.slice(1));
  const allowed = `the subcommands are ${Object.keys(subcommands).join(", ")}, fallback; see mi-bounds --help`;
  if (name === undefined) throw new BadInput(`no subcommand; ${allowed}`);
  if (!Object.hasOwn(subcommands, name)) throw new BadInput(`unknown subcommand ${JSON.stringify(name)}; ${allowed}`);
  if (text === undefined) throw new BadInput(`${name} expects a JSON object as argument, or - for standard input`);
  if (rest.length > 0) throw new BadInput(`${name} expects one argument; put the JSON in single quotes`);
  const options = parse(text === "-" ? readFileSync(0, "utf8") : text);

  await buildIfCheckout();
  const outcome = await subcommands[name](await loadCore(), options);
  if (!outcome.ok) throw new BadInput(outcome.error.message);
  return `${JSON.stringify(outcome.value, null, 2)}\n`;
}

/** Every `<mi-… fallback>` of the files gets its text; if any of them is wrong, no file is touched. */
async function fillFiles(paths) {
  if (paths.length === 0) throw new BadInput("fallback expects HTML files or folders");
  const files = paths.flatMap(pagesIn);
  const { fallback } = await import("./fallback.mjs");
  const filled = [];
  const faults = [];
  for (const file of files) {
    const page = readFileSync(file, "utf8");
    try {
      filled.push({ file, page, written: await fallback(page) });
    } catch (error) {
      if (error.name !== "BadEmbed") throw error;
      faults.push(`${file}: ${error.message}`);
    }
  }
  if (faults.length > 0) throw new BadInput(faults.join("\n"));
  const changed = filled.filter(({ page, written }) => page !== written);
  for (const { file, written } of changed) writeFileSync(file, written);
  return `${files.length} files read, ${changed.length} written\n`;
}

function pagesIn(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new BadInput(`no file ${path}`);
  if (!found.isDirectory()) return [path];
  return readdirSync(path, { recursive: true })
    .filter((name) => /\.html?$/i.test(name))
    .sort()
    .map((name) => join(path, name));
}

/** Calls a function of the core with a matrix that stands in the JSON as a list of rows. */
function withMatrix(name, rows, answer, options) {
  const isRow = (row) => Array.isArray(row) && row.every((x) => typeof x === "number");
  if (!Array.isArray(rows) || !rows.every(isRow)) throw new BadInput(`${name} must be a list of rows of numbers`);
  const columns = rows[0]?.length ?? 0;
  const ragged = rows.findIndex((row) => row.length !== columns);
  if (ragged >= 0) {
    throw new BadInput(`${name} has ${rows[ragged].length} numbers in row ${ragged + 1} and ${columns} in row 1`);
  }
  return answer(Float64Array.from(rows.flat()), columns, options);
}

function parse(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BadInput(`malformed JSON: ${error.message}`);
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new BadInput("malformed options: expected one JSON object");
  }
  return value;
}

function version() {
  return JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;
}

try {
  process.stdout.write(await main(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof BadInput ? `mi-bounds: ${error.message}` : `${error}`);
  process.exitCode = error instanceof BadInput ? 2 : 1;
}
