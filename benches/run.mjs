// `npm run bench`: speed in the browser's worker and on the page, against other accountants and NumPy on this machine in this
// run, and sizes; written to target/bench.json, or where `--json FILE` says. `--quick` runs each bench once and asserts
// nothing, without the other accountants. `--compare A B` puts two such files beside each other.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { testBrowsers } from "../scripts/browsers.mjs";
import { buildWasm } from "../scripts/build-wasm.mjs";
import { main, root, StepFailed } from "../scripts/command.mjs";
import { pythonWith } from "../scripts/python.mjs";
import { setUp } from "../scripts/setup.mjs";
import { compare } from "./compare.mjs";
import { figures } from "./figures.mjs";
import { readRecord, writeRecord } from "./record.mjs";
import { report } from "./report.mjs";
import { sizes } from "./sizes.mjs";

const ONCE = { loads: 1, moves: 1 };
const WORKERS = [1, 2];
const ROUNDS = 3;
const USAGE = "npm run bench [-- --quick] [-- --json FILE], or npm run bench -- --compare A.json B.json";

async function peers(settings) {
  const what = "riskcal, dp_accounting, prv_accountant and NumPy";
  const python = await pythonWith(join(root, "benches/peers/requirements.txt"), {
    name: "peers",
    what,
    duration: "60 s",
  });
  const input = JSON.stringify(settings);
  const { stdout, stderr, status } = spawnSync(python, [join(root, "benches/peers.py")], { input, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** What all benches of the built package and page measured, as text; the figures go to `file`. */
export async function bench({ quick, file = recordFile(quick) }) {
  const { CHROMIUM_PATH } = await testBrowsers();
  const { shortened, ...settings } = JSON.parse(readFileSync(join(root, "benches/settings.json"), "utf8"));
  if (quick) Object.assign(settings.monte_carlo_page, shortened);
  const measured = await measure(CHROMIUM_PATH, settings, quick);
  const { library_version, machine } = measured.ours;
  const date = new Date().toISOString();
  writeRecord(file, { date, library_version, quick, machine, figures: figures(settings, measured) });
  const lines = [...report(settings, measured), "", `Written to ${relative(process.cwd(), file)}`];
  if (quick) lines.push("", ...comparison(file, file));
  return lines.join("\n");
}

async function measure(executablePath, settings, quick) {
  const { inBrowser, onPage } = await import("./browser.mjs");
  const ours = await inBrowser(executablePath, { ...settings, quick });
  const pages = [];
  // By turns: a machine that slows down does so for both.
  for (let round = 0; round < (quick ? 1 : ROUNDS); round++) {
    for (const workers of WORKERS) {
      pages.push(await onPage(executablePath, settings.monte_carlo_page, { workers, quick }));
    }
  }
  const theirs = quick ? null : await peers(settings);
  const { visits } = await import("./page.mjs");
  return { ours, pages, sizes: sizes(), theirs, visits: quick ? await visits(executablePath, ONCE) : null };
}

/** A quick run must not overwrite what a whole one measured. */
function recordFile(quick) {
  return join(root, "target", quick ? "bench-quick.json" : "bench.json");
}

function comparison(...files) {
  const [a, b] = files.map((file) => ({ file, record: readRecord(file) }));
  return compare(a, b);
}

function wanted() {
  const options = { quick: { type: "boolean" }, json: { type: "string" }, compare: { type: "boolean" } };
  const usage = (reason) => new StepFailed("npm run bench", reason, USAGE);
  let given;
  try {
    given = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw usage(error.message);
  }
  const { values, positionals } = given;
  if (positionals.length !== (values.compare ? 2 : 0)) {
    throw usage(values.compare ? "--compare takes two files." : `Not known: ${positionals.join(" ")}`);
  }
  return { ...values, files: positionals };
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    const { quick = false, json, compare: beside, files } = wanted();
    if (beside) return console.log(comparison(...files).join("\n"));
    const rust = await setUp();
    await buildWasm(rust);
    const { buildPage } = await import("../scripts/page.mjs");
    await buildPage();
    console.log(await bench({ quick, file: json && resolve(json) }));
  });
}
