// `npm test`: the checks, going on after a failure; `npm run test:all` adds those that seldom break. `npm test -- NAME...`
// runs only those whose name contains one.

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { testBrowsers } from "./browsers.mjs";
import { buildWasm } from "./build-wasm.mjs";
import { attempt, main, npmBin, root, StepFailed } from "./command.mjs";
import { pythonWith } from "./python.mjs";
import { keptIn, stillRunning } from "./running-tests.mjs";
import { setUpPage, setUpRust } from "./setup.mjs";
import { buildSites } from "./sites.mjs";

const node = process.execPath;
const report = (project) => join(root, "target", `vitest-${project}.json`);

/**
 * Two lanes that go side by side, each in order, and what comes after both. A `basis` that fails ends its lane, and nothing
 * comes after. `seldom` are the steps of `npm run test:all`.
 */
function steps(rust) {
  // Compiled whole, once: what a next compilation could reuse costs half as much again.
  process.env.CARGO_INCREMENTAL ??= "0";
  const deny = ["--", "-D", "warnings"];
  const [clippy, ...clippyArgs] = rust.clippy;
  const wasm = ["--target", "wasm32-unknown-unknown", "--lib", "--locked"];
  const crate = [
    command("rust-format", "cargo", ["fmt", "--check", "--", "--color=never"]),
    command("rust-lint", "cargo", ["clippy", "--all-targets", "--locked", ...deny]),
    // Little is for browsers alone; the modules' own builds refuse what does not compile.
    seldom(command("wasm-lint", clippy, [...clippyArgs, ...wasm, ...deny], { env: rust.env })),
    {
      ...command("rust-tests", "cargo", ["test", "--locked", "--no-fail-fast"], { minutes: 45 }),
      count: cargoTests,
    },
    seldom(command("rust-docs", "cargo", ["doc", "--no-deps", "--locked"], { env: { RUSTDOCFLAGS: "-D warnings" } })),
    seldom(command("crate-package", "cargo", ["publish", "--dry-run", "--locked", "--allow-dirty"])),
  ];
  const page = [
    { name: "set-up-page", work: setUpPage, basis: true },
    { name: "wasm-build", work: () => buildWasm(rust), basis: true },
    { name: "set-up-browsers", work: async () => void (await browsersOfTests()) },
    command("page-types", node, [npmBin.tsc, "-p", "www"]),
    command("worker-types", node, [npmBin.tsc, "-p", "www/engine"]),
    command("test-types", node, [npmBin.tsc, "-p", "."]),
    command("page-lint", node, [npmBin.biome, "check", "--error-on-warnings"]),
    build("page-build", ({ buildPage }) => buildPage()),
    build("single-build", ({ buildSingle }) => buildSingle()),
    vitest("page-tests", "unit"),
    seldom(vitest("program-tests", "programs", { prepare: otherTools })),
    seldom({ name: "sites-build", work: buildSites }),
  ];
  // A browser that waits draws frames meanwhile: beside all other checks the same tests take a quarter more of the processor.
  const after = [
    vitest("browser-tests", "e2e", { prepare: browsersOfTests, minutes: 45 }),
    seldom({ name: "bench", work: benchQuick }),
  ];
  return { lanes: [crate, page], after };
}

function seldom(step) {
  return { ...step, seldom: true };
}

function browsersOfTests() {
  return testBrowsers({ quick: !process.env.TEST_ALL });
}

/** What the page's programs in Python are for. */
async function otherTools() {
  const requirements = join(root, "benches/peers/requirements.txt");
  const what = "the Python accountants that the page writes programs for";
  return { PEERS_PYTHON: await pythonWith(requirements, { name: "peers", what, duration: "30 s" }) };
}

function command(name, program, args, options) {
  return { name, work: () => attempt(program, args, options) };
}

/** Of the package and the page that are built by then: that every bench still runs. */
async function benchQuick() {
  const { bench } = await import("../benches/run.mjs");
  return { code: 0, output: await bench({ quick: true }) };
}

/** Its libraries exist only after the set-up. */
function build(name, make) {
  const work = async () => ({ code: 0, output: await make(await import("./page.mjs")) });
  return { name, work };
}

function vitest(name, project, { prepare = async () => ({}), minutes } = {}) {
  const running = join(root, "target", `vitest-${project}-running.txt`);
  const kept = keptIn(running);
  const files = ["--reporter=default", "--reporter=json", `--outputFile=${report(project)}`, ...kept.args];
  const work = async () => {
    const env = { ...(await prepare()), ...kept.env };
    rmSync(report(project), { force: true });
    rmSync(running, { force: true });
    const hung = () => stillRunning(running);
    return attempt(node, [npmBin.vitest, "run", "--project", project, ...files], { env, minutes, hung });
  };
  return { name, work, count: () => vitestTests(report(project)) };
}

function cargoTests(output) {
  const results = [...output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm)];
  const sum = (group) => results.reduce((total, result) => total + Number(result[group]), 0);
  return { passed: sum(1), failed: sum(2) };
}

function vitestTests(file) {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, "utf8"));
  return { passed: numPassedTests, failed: numFailedTests };
}

async function perform({ name, work, count }) {
  const start = performance.now();
  const { code, output } = await outcome(work);
  let { passed, failed } = tally(count, output, code);
  // A step can fail beside its tests: it does not compile, or ends in the middle.
  if (code !== 0 && failed === 0) failed = 1;
  if (code === 0 && !count) passed = 1;
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
  const counts = count ? `  ${passed} passed, ${failed} failed` : "";
  if (code !== 0) console.log(`\n${output.trimEnd()}\n`);
  console.log(`${code === 0 ? "ok    " : "FAILED"} ${seconds} s  ${name}${counts}`);
  return { passed, failed };
}

async function outcome(work) {
  try {
    return (await work()) ?? { code: 0, output: "" };
  } catch (error) {
    // What a build tool throws fails its step; the next ones still run.
    return { code: 1, output: error instanceof StepFailed ? `${error}` : `${error?.stack ?? error}` };
  }
}

function tally(count, output, code) {
  try {
    return count?.(output) ?? { passed: 0, failed: 0 };
  } catch {
    // No report was written, which the exit code tells already.
    return { passed: 0, failed: code === 0 ? 1 : 0 };
  }
}

await main(async () => {
  mkdirSync(join(root, "target"), { recursive: true });
  const all = process.argv.includes("--all");
  const chosen = process.argv.slice(2).filter((word) => word !== "--all");
  if (all) process.env.TEST_ALL = "1";
  const total = { passed: 0, failed: 0 };
  const add = async (step) => {
    const { passed, failed } = await perform(step);
    total.passed += passed;
    total.failed += failed;
    return failed === 0;
  };
  let rust;
  await add({
    name: "set-up-rust",
    work: async () => {
      rust = await setUpRust({ lints: true });
    },
  });
  const wanted = ({ name, seldom }) =>
    name === "set-up-page" || (chosen.length === 0 ? all || !seldom : chosen.some((part) => name.includes(part)));
  if (rust) {
    const { lanes, after } = steps(rust);
    const along = async (lane) => {
      for (const step of lane.filter(wanted)) {
        if (!(await add(step)) && step.basis) return false;
      }
      return true;
    };
    const founded = await Promise.all(lanes.map(along));
    if (founded.every(Boolean)) await along(after);
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
});
