// The results of the page, as the command line asks for them.

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { audit } from "./audit.mjs";
import { buildIfCheckout, loadCore } from "./core.mjs";
import { experiment } from "./experiment.mjs";
import { help } from "./help.mjs";
import { monteCarlo } from "./monte-carlo.mjs";

const subcommands = {
  training: (core, options) => core.training(options),
  calibrate: (core, options) => core.calibrate(options),
  guarantee: (core, options) => core.guarantee(options),
  audit,
  "audit-plan": (core, options) => core.audit_plan(options),
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
  "paper-figure": (core, options) => core.paper_figure(options),
  errata: (core) => ({ ok: true, value: core.errata() }),
  sweep: (core, options) => core.sweep(options),
  "monte-carlo": monteCarlo,
  experiment,
};

class BadInput extends Error {}

/** What a call prints where, and its exit status; `standardInput` gives the text that `-` stands for. */
export async function run(args, standardInput) {
  try {
    return { status: 0, stderr: "", ...(await perform(args, standardInput)) };
  } catch (error) {
    if (error instanceof BadInput) return { status: 2, stdout: "", stderr: `mi-bounds: ${error.message}\n` };
    return { status: 1, stdout: "", stderr: `${error}\n` };
  }
}

async function perform(args, standardInput) {
  const [name, text, ...rest] = args;
  if (name === "--help" || name === "-h") return { stdout: helpFor([]) };
  if (name === "help") return { stdout: helpFor(args.slice(1)) };
  if (name === "--version") return { stdout: `${version()}\n` };
  if (name === "fallback") return { stdout: await fillFiles(args.slice(1)) };
  const allowed = `the subcommands are ${Object.keys(subcommands).join(", ")}, fallback; see mi-bounds help`;
  if (name === undefined) throw new BadInput(`no subcommand; ${allowed}`);
  if (!Object.hasOwn(subcommands, name)) throw new BadInput(`unknown subcommand ${JSON.stringify(name)}; ${allowed}`);
  if (text === "--help" || text === "-h") return { stdout: helpFor([name]) };
  if (text === undefined) throw new BadInput(`${name} expects a JSON object as argument, or - for standard input`);
  const flags = Object.hasOwn(FLAGS, name) ? flagsOf(name, rest) : {};
  if (!Object.hasOwn(FLAGS, name) && rest.length > 0) {
    throw new BadInput(`${name} expects one argument; put the JSON in single quotes`);
  }
  const options = parse(text === "-" ? standardInput() : text);

  await buildIfCheckout();
  const outcome = await subcommands[name](await loadCore(), options, flags);
  if (!outcome.ok) throw new BadInput(outcome.error.message);
  const failed = flags["fail-if-refuted"] && outcome.value.refuted;
  return { status: failed ? 1 : 0, stdout: `${JSON.stringify(outcome.value, null, 2)}\n` };
}

/** What may stand behind the JSON; what is no switch is a file. */
const FLAGS = {
  audit: { scores: { type: "string" }, "fail-if-refuted": { type: "boolean" } },
  experiment: { table: { type: "string" } },
};

function flagsOf(name, rest) {
  const options = FLAGS[name];
  try {
    const { values } = parseArgs({ args: rest, options });
    for (const path of Object.values(values).filter((value) => typeof value === "string")) {
      if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Error(`no file ${path}`);
    }
    return values;
  } catch (error) {
    const taken = Object.entries(options).map(([flag, { type }]) => `--${flag}${type === "string" ? " FILE" : ""}`);
    throw new BadInput(`${name} takes ${taken.join(" and ")}: ${error.message}`);
  }
}

function helpFor([subcommand, experiment]) {
  const text = help(subcommand, experiment);
  if (text === null) {
    throw new BadInput(
      `no help on ${JSON.stringify(experiment ?? subcommand)}; see mi-bounds help ${experiment ? subcommand : ""}`.trim(),
    );
  }
  return text;
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
