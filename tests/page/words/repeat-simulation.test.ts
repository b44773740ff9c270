// The record of a simulation: whoever reads it can run it again.
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import type { MonteCarloOptions, MonteCarloResult } from "../../../src/boundary/wasm/core";
import type { MonteCarloState } from "../../../www/answers/simulation";
import { crateLine, record, repeated, shellLine } from "../../../www/words/simulation";

const OPTIONS: MonteCarloOptions = { noise_multiplier: 1, sample_rate: 0.1, num_steps: 5, samples: 1e6, seed: 9 };
const RESULT = { samples: 8192, seed: 9, estimator: "antithetic", library_version: "1.2.3" } as MonteCarloResult;

describe("a repetition", () => {
  it("asks for the trainings that were added up, where time or a person ended the run", () => {
    for (const reason of ["time", "cancelled"] as const) {
      expect(repeated(OPTIONS, RESULT, reason)).toEqual({ ...OPTIONS, samples: 8192, estimator: "antithetic" });
    }
  });

  it("ends again by itself where the width ended it", () => {
    const wide = { ...OPTIONS, width: 0.01 };
    expect(repeated(wide, RESULT, "width")).toEqual({ ...wide, estimator: "antithetic" });
    expect(repeated(wide, RESULT, "samples")).toEqual({ ...wide, estimator: "antithetic" });
  });

  it.each([shellLine, crateLine])("is one argument of a shell", (line) => {
    const hostile = { ...OPTIONS, sampling: 'it\'s; $(echo x) `y` "z"' } as unknown as MonteCarloOptions;
    const argument = line(hostile).replace(/^.*?(?=')/, "");
    const read = execFileSync("sh", ["-c", `printf %s ${argument}`], { encoding: "utf8" });
    expect(JSON.parse(read)).toEqual(hostile);
  });
});

describe("a record", () => {
  it("holds parameters, seed, estimator, samples, result, version and lines", () => {
    const state = { options: OPTIONS, result: RESULT, reason: "time" } as MonteCarloState;
    const read = JSON.parse(record(state, null) ?? "");
    expect(read).toMatchObject({
      library_version: "1.2.3",
      parameters: OPTIONS,
      seed: 9,
      estimator: "antithetic",
      samples: 8192,
      stopped_by: "time",
      result: RESULT,
      exact: null,
    });
    expect(read.repeat.shell).toContain(JSON.stringify(read.repeat.parameters));
  });

  it("is none before there is a result", () => {
    expect(record({ options: OPTIONS, result: null, reason: "cancelled" } as MonteCarloState, null)).toBeNull();
  });
});
