// The page's programs for other tools, run by those tools: each answers the page's own question, on the side it says.
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import type { Figure, TrainingResult } from "../../../src/boundary/wasm/core";
import { codeFor } from "../../../www/share/code";
import type { Answered, Subject } from "../../../www/share/subject";
import { defaults, type Parameters } from "../../../www/state/parameters/table";
import { trainingOptions } from "../../../www/state/questions/run";
import { VERSION } from "../../../www/state/version";
import { core, loadCore, root, subject, worth } from "../share/subject";

/** riskcal reads laws whose mass is up to so much above 1 here, and so answers for an FPR that far away. */
const EXCESS = 1e-4;
const PYTHON = process.env.PEERS_PYTHON ?? `${root}.tools/peers/bin/python`;

beforeAll(loadCore);

/** What the program prints, by the words before each number. */
async function printed(tool: "opacus" | "dp_accounting" | "riskcal", one: Subject): Promise<Map<string, number>> {
  const file = `${root}target/program-${tool}-${Math.random().toString(36).slice(2)}.py`;
  await writeFile(file, codeFor(tool, one, VERSION));
  try {
    const { stdout } = await promisify(execFile)(PYTHON, [`${root}benches/peers/program.py`, file]);
    return new Map(
      stdout
        .trim()
        .split("\n")
        .map((line) => [line.replace(/ \S+$/, ""), Number(/\S+$/.exec(line)?.[0])]),
    );
  } finally {
    await rm(file);
  }
}

/** The core's answer to the run that the programs account for. */
function truth(one: Subject & { answered: Answered }, values: Parameters, fpr?: number[]): TrainingResult {
  const { answered } = one;
  const history = answered.view === "calibrate" ? answered.result.parameters.history : values.history;
  const options = trainingOptions({ ...values, view: "training", history });
  return worth(core.training(fpr ? { ...options, fpr } : options));
}

/** Not below the truth, but for the rounding of double precision, and above it by a small share of it at most. */
function expectUpper(value: number | undefined, { lower, upper }: Figure, share: number): void {
  expect(value).toBeGreaterThanOrEqual((lower ?? Number.NaN) * (1 - 1e-9));
  expect(value).toBeLessThanOrEqual((upper ?? Number.NaN) * (1 + share));
}

const STATES: Record<string, Partial<Parameters>> = {
  "the page's first state": {},
  "another delta and rate of false positives": { target_delta: 1e-6, fpr: 0.02, noise_multiplier: 0.8 },
  "a schedule": {
    history: [
      [1.1, 0.004, 1000],
      [0.9, 0.008, 250],
    ],
  },
  "one step with all records": { sample_rate: 1, num_steps: 1, noise_multiplier: 3 },
  "a record replaced": { neighboring_relation: "replace_special" },
  "a run that was found": { view: "calibrate", target: "epsilon" },
};

describe.each(Object.entries(STATES))("%s", (_, set) => {
  const values = { ...defaults(), ...set };

  it.skipIf(values.neighboring_relation !== "add_or_remove_one")("in Opacus", async () => {
    const one = subject(set);
    const said = await printed("opacus", one);
    expect([...said.keys()]).toEqual(["epsilon"]);
    const { epsilon } = truth(one, values);
    if (!epsilon) throw new Error("delta was given");
    // Its error is 0.01 at each end.
    const { lower, upper } = epsilon;
    expect(said.get("epsilon")).toBeGreaterThanOrEqual(lower ?? Number.NaN);
    expect(said.get("epsilon")).toBeLessThanOrEqual((upper ?? Number.NaN) + 0.021);
  });

  it("in dp_accounting", async () => {
    const one = subject(set);
    const said = await printed("dp_accounting", one);
    expect([...said.keys()]).toEqual(["epsilon", "advantage"]);
    const { epsilon, advantage } = truth(one, values);
    if (!epsilon) throw new Error("delta was given");
    expectUpper(said.get("epsilon"), epsilon, 0.01);
    expectUpper(said.get("advantage"), advantage, 0.01);
  });

  it("in riskcal", async () => {
    const one = subject(set);
    const said = await printed("riskcal", one);
    const { advantage, tpr } = truth(one, values);
    expect([...said.keys()]).toEqual(["advantage", ...tpr.map(({ fpr }) => `TPR at FPR ${fpr}`)]);
    expectUpper(said.get("advantage"), advantage, 0.01);
    for (const { fpr } of tpr) {
      const [least, most] = truth(one, values, [fpr - EXCESS, fpr + EXCESS]).tpr;
      expect(said.get(`TPR at FPR ${fpr}`), `TPR at FPR ${fpr}`).toBeGreaterThanOrEqual(least?.lower ?? Number.NaN);
      expect(said.get(`TPR at FPR ${fpr}`), `TPR at FPR ${fpr}`).toBeLessThanOrEqual(most?.upper ?? Number.NaN);
    }
  });
});
