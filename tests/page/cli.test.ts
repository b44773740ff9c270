// The command line: what it prints where, and its exit status.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Failure, MonteCarloResult, TrainingResult } from "../../src/wasm";

const program = fileURLToPath(new URL("../../bin/mi-bounds.mjs", import.meta.url));
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

function cli(args: string[], input = "") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: "utf8", input });
  return { status, stdout, stderr };
}

function refusal(args: string[], input?: string) {
  const { status, stdout, stderr } = cli(args, input);
  expect(status).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^mi-bounds: .+\n$/);
  return stderr;
}

function answer<T>(args: string[], input?: string): T {
  const { status, stdout, stderr } = cli(args, input);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

describe("arguments", () => {
  test("--help and --version", () => {
    expect(cli(["--help"])).toMatchObject({ status: 0, stderr: "" });
    expect(cli(["--help"]).stdout).toContain("monte-carlo");
    expect(cli(["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("the refusal names what is allowed", () => {
    for (const args of [[], ["trainig", "{}"], ["toString", "{}"]]) {
      expect(refusal(args)).toContain("training, monte-carlo");
    }
    expect(refusal(["training"])).toContain("JSON");
    expect(refusal(["training", "{}", "{}"])).toContain("one argument");
  });

  test.each(["", "{", '{"noise_multiplier":NaN}', "{noise_multiplier:1}"])("malformed JSON: %s", (json) => {
    expect(refusal(["training", json])).toContain("malformed JSON");
    expect(refusal(["training", "-"], json)).toContain("malformed JSON");
  });

  test.each(["1", "null", "[]", '"x"'])("not an object: %s", (json) => {
    expect(refusal(["training", json])).toContain("one JSON object");
  });
});

describe("training", () => {
  const run = { noise_multiplier: 1.1, batch_size: 256, dataset_size: 60000, epochs: 15 };

  test("an argument and standard input give the same result", () => {
    const result = answer<TrainingResult>(["training", JSON.stringify(run)]);
    expect(result.parameters.num_steps).toBe(3516);
    const { lower, estimate, upper, kind } = result.advantage;
    expect(kind).toBe("exact");
    expect(lower).toBeLessThanOrEqual(estimate);
    expect(upper).toBeGreaterThanOrEqual(estimate);
    expect(estimate).toBeCloseTo(0.1133476027, 9);
    expect(answer(["training", "-"], JSON.stringify(run))).toEqual(result);
  });

  test.each<[string, Failure["parameter"]]>([
    ['{"noise_multiplier":1e999,"sample_rate":0.01,"num_steps":10}', "noise_multiplier"],
    ['{"noise_multiplier":1,"sample_rate":2,"num_steps":10}', "sample_rate"],
    ['{"sample_rate":0.01,"num_steps":10}', "noise_multiplier"],
  ])("refuses %s", (json, parameter) => {
    expect(refusal(["training", json])).toContain(parameter);
  });
});

describe("monte-carlo", () => {
  const run = { noise_multiplier: 1, sample_rate: 0.1, num_steps: 20, samples: 20000, seed: 7 };

  test("the number of workers changes no digit", () => {
    const [one, three] = [1, 3].map((workers) => {
      const options = JSON.stringify({ ...run, workers });
      const { nanoseconds_per_step, ...result } = answer<MonteCarloResult & { nanoseconds_per_step: number }>([
        "monte-carlo",
        options,
      ]);
      expect(nanoseconds_per_step).toBeGreaterThan(0);
      return result;
    });
    expect(three).toEqual(one);
    expect(one?.advantage.kind).toBe("estimate");
  });

  test.each([0, 65, 1.5, "2"])("refuses %s workers", (workers) => {
    expect(refusal(["monte-carlo", JSON.stringify({ ...run, workers })])).toContain("[1, 64]");
  });

  test("refuses what the core refuses", () => {
    expect(refusal(["monte-carlo", JSON.stringify({ ...run, samples: -1 })])).toContain("samples");
  });
});
