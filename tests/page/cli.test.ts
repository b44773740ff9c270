// The command line: what it prints where, and its exit status.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { run } from "../../bin/commands.mjs";
import type {
  AttributesResult,
  AuditPlan,
  AuditResult,
  BayesSecurityResult,
  CalibrateResult,
  ExperimentResult,
  Failure,
  Figure,
  GradientDistance,
  GuaranteeResult,
  MipTableResult,
  MomentResult,
  MonteCarloResult,
  NoiseResult,
  NoiseSample,
  SweepResult,
  TrainingResult,
} from "../../src/boundary/wasm/core";

const program = fileURLToPath(new URL("../../bin/mi-bounds.mjs", import.meta.url));
const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

/** What the program prints, without a process of its own. */
function cli(args: string[], input = ""): Promise<{ status: number; stdout: string; stderr: string }> {
  return run(args, () => input);
}

async function refusal(args: string[], input?: string): Promise<string> {
  const { status, stdout, stderr } = await cli(args, input);
  expect(status).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^mi-bounds: .+\n$/);
  return stderr;
}

async function answer<T>(args: string[], input?: string): Promise<T> {
  const { status, stdout, stderr } = await cli(args, input);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

describe("the program", () => {
  const spawned = (args: string[], input = "") => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: "utf8", input });
    return { status, stdout, stderr };
  };
  const training = '{"noise_multiplier":1,"sample_rate":0.01,"num_steps":1000}';

  test("prints an answer, of an argument or of standard input, and leaves with 0", async () => {
    const answered = await cli(["training", training]);
    expect(answered).toMatchObject({ status: 0, stderr: "" });
    expect(spawned(["training", training])).toEqual(answered);
    expect(spawned(["training", "-"], training)).toEqual(answered);
  });

  test("prints a refusal beside it, and leaves with 2", async () => {
    const refused = spawned(["training", "-"], "{");
    expect(refused.stderr).toContain("malformed JSON");
    expect(refused).toEqual(await cli(["training", "{"]));
    expect(refused).toMatchObject({ status: 2, stdout: "" });
  });
});

describe("arguments", () => {
  test("--help and --version", async () => {
    expect(await cli(["--help"])).toMatchObject({ status: 0, stderr: "" });
    expect((await cli(["--help"])).stdout).toContain("monte-carlo");
    expect(await cli(["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("help lists every option with its unit, range, default and meaning", async () => {
    const { status, stdout } = await cli(["help", "training"]);
    expect(status).toBe(0);
    expect(stdout).toContain(
      [
        "  prior: a number (probability); from 1e-9 up to 0.999999999; default 0.5",
        "      Probability that the record is a member before the attack.",
      ].join("\n"),
    );
    expect(stdout).toMatch(/default\s+"add_or_remove_one"/);
    expect(stdout).toContain("also called q, sampling_probability");
    expect((await cli(["training", "--help"])).stdout).toBe(stdout);
    expect(await refusal(["help", "trainig"])).toContain("trainig");
  });

  // The crate's tests answer the others'.
  test.each(["moments", "gradient-distance", "errata"])("%s: the example of its help has an answer", async (name) => {
    const [, json] = new RegExp(`^  mi-bounds ${name} '(.*)'$`, "m").exec((await cli(["help", name])).stdout) ?? [];
    expect(await cli([name, json ?? ""])).toMatchObject({ status: 0, stderr: "" });
  });

  test("the refusal names what is allowed", async () => {
    for (const args of [[], ["trainig", "{}"], ["toString", "{}"]]) {
      expect(await refusal(args)).toContain("training, calibrate, guarantee, audit, audit-plan, noise");
    }
    expect(await refusal(["training"])).toContain("JSON");
    expect(await refusal(["training", "{}", "{}"])).toContain("one argument");
  });

  test.each(["", "{", '{"noise_multiplier":NaN}', "{noise_multiplier:1}"])("malformed JSON: %s", async (json) => {
    expect(await refusal(["training", json])).toContain("malformed JSON");
    expect(await refusal(["training", "-"], json)).toContain("malformed JSON");
  });

  test.each(["1", "null", "[]", '"x"'])("not an object: %s", async (json) => {
    expect(await refusal(["training", json])).toContain("one JSON object");
  });
});

describe("training", () => {
  const run = { noise_multiplier: 1.1, batch_size: 256, dataset_size: 60000, epochs: 15 };

  test("an argument and standard input give the same result", async () => {
    const result = await answer<TrainingResult>(["training", JSON.stringify(run)]);
    expect(result.parameters.num_steps).toBe(3516);
    const { lower, estimate, upper, kind } = result.advantage;
    expect(kind).toBe("exact");
    expect(lower).toBeLessThanOrEqual(estimate);
    expect(upper).toBeGreaterThanOrEqual(estimate);
    expect(estimate).toBeCloseTo(0.1133476027, 9);
    expect(await answer(["training", "-"], JSON.stringify(run))).toEqual(result);
  });

  test.each<[string, Failure["parameter"]]>([
    ['{"noise_multiplier":1e999,"sample_rate":0.01,"num_steps":10}', "noise_multiplier"],
    ['{"noise_multiplier":1,"sample_rate":2,"num_steps":10}', "sample_rate"],
    ['{"sample_rate":0.01,"num_steps":10}', "noise_multiplier"],
  ])("refuses %s", async (json, parameter) => {
    expect(await refusal(["training", json])).toContain(parameter);
  });
});

describe("relations, schedules and schemes", () => {
  const run = { noise_multiplier: 1, sample_rate: 0.01, num_steps: 1000 };
  const training = (more: object) => answer<TrainingResult>(["training", JSON.stringify(more)]);

  test("replace-one with epsilon, in both directions", async () => {
    const result = await training({ ...run, neighboring_relation: "replace_one", target_delta: 1e-5 });
    // THEORY.md, entry SA.
    expect(result.advantage.estimate).toBeCloseTo(0.264352204832, 11);
    expect(result.epsilon?.estimate).toBeCloseTo(2.8434402591, 8);
    expect(result.epsilon?.remove.upper).toBeCloseTo(result.epsilon?.add.upper ?? 0, 8);
    expect(result.status).toContain("twice the clipping norm");
    expect(result.closed_form).toBeNull();
  });

  test("a history as Opacus writes it", async () => {
    const history = [
      [1, 0.01, 500],
      [2, 0.02, 500],
      [0.7, 0.002, 3000],
    ];
    const result = await training({ history, target_delta: 1e-5 });
    expect(result.advantage.estimate).toBeCloseTo(0.183247316294, 11);
    expect(result.parameters).toMatchObject({ noise_multiplier: null, sample_rate: null, num_steps: 4000 });
  });

  test("a group leaks more than one record", async () => {
    const [one, three] = await Promise.all([1, 3].map((group_size) => training({ ...run, group_size })));
    expect(three?.advantage.lower).toBeGreaterThan(one?.advantage.upper ?? 1);
  });

  test("fixed-size batches are no Poisson sampling", async () => {
    const options = { ...run, neighboring_relation: "replace_one", sampling: "without_replacement" };
    const { advantage, sampling } = await training(options);
    expect(sampling).toBe("without_replacement");
    expect(advantage.kind).toBe("upper");
    expect(advantage.lower).toBeGreaterThan(0.26435);
    expect(advantage.upper).toBeLessThan(1);
  });

  test.each([
    ['{"noise_multiplier":1,"sample_rate":0.01,"num_steps":1000,"sampling":"shuffle"}', "nothing is proven"],
    ['{"noise_multiplier":1,"sample_rate":0.01,"num_steps":1000,"sampling":"lottery"}', "balls_and_bins"],
    ['{"history":[[1,0.01]]}', "entry 1"],
    ['{"history":[]}', "0 phases"],
    ['{"history":[[1,0.01,10]],"num_steps":3}', "contradicts history"],
    ['{"noise_multiplier":1,"sample_rate":0.01,"num_steps":1000,"group_size":0}', "group_size is 0"],
  ])("refuses %s", async (json, reason) => {
    expect(await refusal(["training", json])).toContain(reason);
  });
});

describe("calibrate", () => {
  const safe = (figure: Figure | undefined, side: string, target: number) =>
    side === "at_most" ? (figure?.upper ?? Number.NaN) <= target : (figure?.lower ?? Number.NaN) >= target;

  test.each<[object, object]>([
    [{ advantage: 0.1 }, { solve_for: "noise_multiplier", sample_rate: 0.002, num_steps: 10000 }],
    [{ bayes_security: 0.95 }, { solve_for: "noise_multiplier", sample_rate: 0.01, num_steps: 1000 }],
    [
      { epsilon: 2, target_delta: 1e-5 },
      { solve_for: "noise_multiplier", sample_rate: 0.01, num_steps: 1000 },
    ],
    [{ tpr: 0.05 }, { fpr: 0.01, solve_for: "noise_multiplier", sample_rate: 0.01, num_steps: 1000 }],
    [
      { precision: 0.1, prior: 0.01, fpr: 0.001 },
      { solve_for: "num_steps", sample_rate: 0.01, noise_multiplier: 1 },
    ],
    [{ accuracy: 0.6 }, { prior: 0.5, solve_for: "sample_rate", num_steps: 1000, noise_multiplier: 1 }],
    [{ gdp_mu: 0.5 }, { fpr: [1e-4, 0.9], solve_for: "noise_multiplier", sample_rate: 0.01, num_steps: 1000 }],
    [{ advantage: 0.1 }, { solve_for: "num_steps", history: null, sample_rate: 0.01, noise_multiplier: 1 }],
    [
      { eta: 0.02, prior: 0.2 },
      { solve_for: "noise_multiplier", sample_rate: 0.01, num_steps: 1000 },
    ],
    [
      { positive_accuracy: 0.7, attack_rate: 0.05 },
      { solve_for: "num_steps", sample_rate: 0.01, noise_multiplier: 1 },
    ],
    [
      { advantage: 0.1 },
      {
        solve_for: "noise_factor",
        history: [
          [1, 0.01, 500],
          [2, 0.02, 500],
        ],
      },
    ],
    [{ advantage: 0.2 }, { solve_for: "batch_size", dataset_size: 60000, epochs: 15, noise_multiplier: 1 }],
  ])("%o of %o: safe, and its neighbour is not", async (target, rest) => {
    const result = await answer<CalibrateResult>(["calibrate", JSON.stringify({ target, ...rest })]);
    expect(safe(result.achieved, result.side, result.target)).toBe(true);
    expect(safe(result.unsafe_neighbour?.achieved, result.side, result.target)).toBe(false);
    expect(result.value).not.toBe(result.unsafe_neighbour?.value);
  });

  test.each([
    ['{"solve_for":"num_steps","target":{"advantage":0.001},"sample_rate":0.01,"noise_multiplier":1}', "even one step"],
    [
      '{"solve_for":"noise_multiplier","target":{"tpr":0.01},"fpr":0.02,"sample_rate":0.01,"num_steps":9}',
      "saw nothing",
    ],
    ['{"solve_for":"noise_multiplier","target":{"tpr":0.01},"sample_rate":0.01,"num_steps":9}', "fpr is missing"],
    ['{"solve_for":"noise_multiplier","target":{},"sample_rate":0.01,"num_steps":9}', "names 0 figures"],
    ['{"solve_for":"clipping","target":{"advantage":0.1},"sample_rate":0.01,"num_steps":9}', "noise_multiplier"],
    ['{"solve_for":"num_steps","target":{"advantage":0.1},"sample_rate":0.01,"num_steps":9}', "contradicts solve_for"],
    [
      '{"solve_for":"noise_multiplier","target":{"positive_accuracy":0.7},"sample_rate":0.01,"num_steps":9}',
      "attack_rate is missing",
    ],
    [
      '{"solve_for":"noise_multiplier","target":{"advantage":0.1},"history":[[1,0.01,9]]}',
      "history has no one noise_multiplier; what its phases share is noise_factor",
    ],
    ['{"solve_for":"noise_factor","target":{"advantage":0.1},"sample_rate":0.01,"num_steps":9}', "history is missing"],
  ])("refuses %s", async (json, reason) => {
    expect(await refusal(["calibrate", json])).toContain(reason);
  });
});

test("sweep falls as the noise grows", async () => {
  const options = {
    quantity: "advantage",
    over: "noise_multiplier",
    values: [1, 2, 4],
    sample_rate: 0.01,
    num_steps: 500,
  };
  const { upper, lower } = await answer<SweepResult>(["sweep", JSON.stringify(options)]);
  expect((upper[2] ?? 1) < (lower[1] ?? 0) && (upper[1] ?? 1) < (lower[0] ?? 0)).toBe(true);
});

test("guarantee: what follows from epsilon and delta alone", async () => {
  const result = await answer<GuaranteeResult>(["guarantee", '{"epsilon":1,"delta":1e-5,"target_delta":1e-5}']);
  expect(result.advantage).toMatchObject({ kind: "upper", lower: null });
  expect(result.advantage.estimate).toBeCloseTo((Math.E - 1 + 2e-5) / (Math.E + 1), 10);
  expect(result.epsilon?.estimate).toBeCloseTo(1, 9);
  expect(await refusal(["guarantee", '{"epsilon":1,"gdp_mu":1}'])).toContain("contradicts");
});

describe("the theorems", () => {
  test("guarantee with a sampled data set: E9", async () => {
    const options = '{"epsilon":1,"target_delta":0.05,"sampling_probability":0.1,"attack_rate":0.06}';
    const { advantage, positive_accuracy, negative_accuracy } = await answer<GuaranteeResult>(["guarantee", options]);
    expect(positive_accuracy).toMatchObject({ erratum: "E9", kind: "upper" });
    expect(positive_accuracy?.upper).toBeCloseTo(0.644405, 6);
    expect(negative_accuracy?.upper).toBeLessThanOrEqual(1);
    const bounds = [advantage.exact, advantage.humphries, advantage.erlingsson, advantage.yeom];
    const uppers = bounds.map((bound) => bound?.upper ?? Number.NaN);
    expect(uppers).toEqual([...uppers].sort((a, b) => a - b));
    expect(advantage.upper).toBe(advantage.exact.upper);
  });

  test("noise by every route: E12 and E13", async () => {
    const { scale } = await answer<NoiseResult>(["noise", '{"eta":0.1,"sigma_1":1,"dimension":3,"moment_order":2}']);
    expect(scale?.sharp.estimate).toBeCloseTo(4.9326, 4);
    expect(scale?.laplace_1d.estimate).toBeCloseTo(4.4814, 4);
    expect(scale?.gaussian.estimate).toBeCloseTo(3.9472, 4);
    expect(scale?.printed).toMatchObject({ kind: "approximation", erratum: "E12", proven_eta: null });
    expect(scale?.dimension_corrected.kind).toBe("upper");
    expect(scale?.swap).toBeNull();
  });

  test.each([
    ["gradient_distance", { num_steps: 1000, gradient_distance: 0.3 }],
    ["gradient_distances", { gradient_distances: Array(1000).fill(0.3) }],
  ])("attributes from %s", async (_, distances) => {
    const options = { noise_multiplier: 1, sample_rate: 0.01, clipping_norm: 1, ...distances };
    const { bayes_security, certified } = await answer<AttributesResult>(["attributes", JSON.stringify(options)]);
    expect(bayes_security.kind).toBe("approximation");
    expect(bayes_security.advantage).toBeCloseTo(0.037833, 6);
    // What some gradients attain is nearly twice what the closed form claims.
    expect(certified.advantage.lower).toBeGreaterThan(0.0718);
    expect(certified.advantage.upper).toBeLessThan(0.0727);
    expect(bayes_security.error_against_attained).toBeLessThan(-0.03);
  });

  test("Bayes security beside the truth: E8", async () => {
    const run = { noise_multiplier: 1, sample_rate: 0.01, num_steps: 1000, neighboring_relation: "replace_one" };
    const { closed_form, exact } = await answer<BayesSecurityResult>(["bayes-security", JSON.stringify(run)]);
    expect(exact.estimate).toBeCloseTo(1 - 0.264352204832, 10);
    expect(closed_form.error_against_exact).toBeCloseTo(0.016182, 6);
    expect(closed_form.vacuous).toBe(true);
  });

  test("a table of subsets: E11", async () => {
    const table = [
      [1, 0, 0.6, 0.4],
      [0, 1, 0.4, 0.6],
    ];
    const options = JSON.stringify({ table, records: 2, fpr: [0.4] });
    const { eta, records, tpr } = await answer<MipTableResult>(["membership-table", options]);
    expect(eta.estimate).toBeCloseTo(0.1, 12);
    expect(records.map((record) => record.says_member)).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(tpr[0]?.exact.estimate).toBeCloseTo(0.6, 12);
  });

  test("matrices: moments of outputs and distances of gradients", async () => {
    const moments = await answer<MomentResult>(["moments", '{"outputs":[[0],[2],[0],[2],[2],[0]]}']);
    expect(moments.sigma_1).toMatchObject({ kind: "estimate", erratum: "E16e" });
    expect(moments.sigma_1.estimate).toBeCloseTo(1.2, 12);
    const distance = await answer<GradientDistance>(["gradient-distance", '{"gradients":[[3,0],[0,0.5]]}']);
    expect(distance.diameter.estimate).toBeCloseTo(Math.sqrt(1.25), 12);
    expect(await refusal(["moments", '{"outputs":[[1,2],[3]]}'])).toContain("1 numbers in row 2");
    expect(await refusal(["moments", '{"outputs":[[1,"2"]]}'])).toContain("list of rows");
    expect(await refusal(["moments", '{"outputs":[]}'])).toContain("columns is 0");
  });

  test("noise to be released is another each time, and lies on its grid", async () => {
    const options = '{"noise":"gaussian","noise_scale":2,"dimension":3,"samples":2}';
    const one = await answer<NoiseSample>(["noise-sample", options]);
    const other = await answer<NoiseSample>(["noise-sample", options]);
    expect(one).toMatchObject({ purpose: "release", seed: null, grid: 2 ** -20 });
    expect(one?.values).toHaveLength(6);
    expect(one?.values.filter((x) => x % 2 ** -20 !== 0)).toEqual([]);
    expect(one?.values.filter((x) => other?.values.includes(x))).toEqual([]);
  });

  test("a seed gives the same noise, for demonstration", async () => {
    const options = '{"noise":"exponential_norm","noise_scale":2,"dimension":3,"samples":2,"seed":5}';
    const sample = await answer<NoiseSample>(["noise-sample", options]);
    expect(sample).toMatchObject({ purpose: "demonstration", seed: 5, grid: null });
    expect(sample.values).toHaveLength(6);
    expect(await answer(["noise-sample", options])).toEqual(sample);
  });

  test("the rest answers", async () => {
    for (const [name, options] of [
      ["dependent-data", '{"epsilon":1,"delta":1e-5,"dependent_records":1000,"subpopulations":20}'],
      ["iso-bound", '{"target_positive_accuracy":[0.6,0.8]}'],
      ["unlearning-curve", '{"epsilon":1,"dataset_size":10000,"target_absence":0.8}'],
      ["unbounded-example", "{}"],
      ["powers-of-two", '{"dataset_size":36,"eta":0.01}'],
      ["paper-figure", '{"figure":"membership_privacy_1"}'],
      ["errata", "{}"],
    ] as const) {
      expect(await answer([name, options])).toBeTruthy();
    }
  });

  test.each([
    ["guarantee", '{"epsilon":1,"attack_rate":2}', "attack_rate is 2"],
    ["noise", '{"eta":0.7,"sigma_1":1}', "eta is 0.7"],
    ["noise", '{"eta":0.1}', "sigma_1 is missing"],
    [
      "attributes",
      '{"noise_multiplier":1,"sample_rate":0.1,"num_steps":9,"gradient_distance":3}',
      "twice the clipping",
    ],
    ["attributes", '{"noise_multiplier":1,"sample_rate":0.1,"num_steps":9}', "gradient_distance is missing"],
    ["membership-table", '{"table":[[0.5,1]]}', "adds up to 0.5"],
    ["noise-sample", '{"noise":"uniform","noise_scale":1,"dimension":1,"seed":1}', "exponential_norm"],
  ])("%s refuses %s", async (name, json, reason) => {
    expect(await refusal([name, json])).toContain(reason);
  });
});

describe("monte-carlo", () => {
  const run = { noise_multiplier: 1, sample_rate: 0.1, num_steps: 20, samples: 20000, seed: 7 };
  type Timed = MonteCarloResult & { nanoseconds_per_step: number };
  const monteCarlo = async (more: object) => {
    const { nanoseconds_per_step, ...result } = await answer<Timed>([
      "monte-carlo",
      JSON.stringify({ ...run, ...more }),
    ]);
    expect(nanoseconds_per_step).toBeGreaterThan(0);
    return result;
  };
  const width = ({ advantage: { lower, upper } }: MonteCarloResult) => (upper ?? 1) - (lower ?? 0);

  test.each<object>([
    {},
    { estimator: "mixture", epsilon: [0.2], prior: 0.1, confidence: 0.99 },
    { estimator: "algorithm_1", fpr: [0.01, 0.1], roc_points: 5, histogram: true },
    { num_steps: 400, samples: 200000, width: 0.02 },
  ])("the number of workers changes no digit: %o", async (more) => {
    const [one, three] = await Promise.all([1, 3].map((workers) => monteCarlo({ ...more, workers })));
    expect(three).toEqual(one);
    expect(one?.advantage.kind).toBe("estimate");
  });

  test("near the exact answer, with what was asked for", async () => {
    const asked = { prior: 0.1, epsilon: [0.2], fpr: [0.01], roc_points: 3, histogram: true };
    const result = await monteCarlo({ ...asked, estimator: "control_variate" });
    const { samples: _, seed: __, ...rest } = run;
    const { histogram: ___, ...question } = asked;
    const exact = await answer<TrainingResult>(["training", JSON.stringify({ ...rest, ...question })]);
    expect(result).toMatchObject({ estimator: "control_variate", samples: 20000, seed: 7, side: "exact" });
    expect(Math.abs(result.advantage.estimate - exact.advantage.estimate)).toBeLessThan(6 * result.standard_error);
    expect(result.accuracy.lower).toBeLessThanOrEqual(exact.accuracy.estimate);
    expect(result.accuracy.upper).toBeGreaterThanOrEqual(exact.accuracy.estimate);
    expect(result.tv_a.map(({ epsilon }) => epsilon)).toEqual([0.2]);
    expect(result.tpr.map(({ fpr }) => fpr)).toEqual([0.01]);
    expect(result.roc?.upper.length).toBe(3);
    const { edges, out } = result.histogram ?? { edges: [], out: [] };
    expect(edges.length).toBe(out.length + 1);
    expect(out.reduce((sum, count) => sum + count, 0)).toBe(20000);
  });

  test("stops as soon as the interval is narrow", async () => {
    const result = await monteCarlo({ num_steps: 400, samples: 1e6, width: 0.02 });
    expect(result.width_reached).toBe(true);
    expect(result.samples).toBeLessThan(1e6);
    expect(width(result)).toBeLessThanOrEqual(0.02);
  });

  test.each([0, 65, 1.5, "2"])("refuses %s workers", async (workers) => {
    expect(await refusal(["monte-carlo", JSON.stringify({ ...run, workers })])).toContain("[1, 64]");
  });

  test.each<[object, string]>([
    [{ samples: -1 }, "samples"],
    [{ estimator: "best" }, "antithetic_control_variate"],
    [{ noise: "laplace", estimator: "control_variate" }, "needs Gaussian noise"],
    [{ sampling: "shuffle" }, "nothing is proven"],
    [{ roc_points: 201 }, "up to 200"],
  ])("refuses what the core refuses: %o", async (more, reason) => {
    expect(await refusal(["monte-carlo", JSON.stringify({ ...run, ...more })])).toContain(reason);
  });
});

describe("audit", () => {
  const run = { noise_multiplier: 1, sample_rate: 0.01, num_steps: 1000 };
  const counts = { true_positives: 60, positives: 1000, false_positives: 10, negatives: 1000 };

  test("counts against the declared run", async () => {
    const result = await answer<AuditResult>([
      "audit",
      JSON.stringify({ ...run, ...counts, level: 0.95, target_delta: 1e-5 }),
    ]);
    expect(result.refuted).toBe(true);
    expect(result.p_value).toBeCloseTo(0.009965, 5);
    // No less than two of Clopper and Pearson's intervals leave (0.0461 - 0.0183), and less than what was counted.
    expect(result.advantage.lower).toBeGreaterThan(0.0278);
    expect(result.advantage.lower).toBeLessThan(0.05);
    expect(result.noise_multiplier?.upper).toBeLessThan(1);
    expect(result.noise_multiplier?.upper).toBeGreaterThan(0.8);
    expect(result.epsilon?.lower).toBeGreaterThan(1);
  });

  test("guesses about the canaries of one run", async () => {
    const guesses = { canaries: 1000, guesses: 200, correct: 170 };
    const result = await answer<AuditResult>(["audit", JSON.stringify({ epsilon: 1, delta: 1e-5, ...guesses })]);
    expect(result.refuted).toBe(true);
    expect(result.thresholds).toEqual([]);
  });

  test("scores in a file, and a status for continuous integration", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mi-bounds-"));
    const path = join(folder, "scores.csv");
    const rows = Array.from({ length: 400 }, (_, i) => `${i % 2 === 0 ? "in" : "out"},${i % 2 === 0 ? i + 300 : i}`);
    writeFileSync(path, `member,loss\n${rows.join("\n")}\n`);
    const options = JSON.stringify(run);
    const { status, stdout } = await cli(["audit", options, "--scores", path, "--fail-if-refuted"]);
    expect(status).toBe(1);
    const { scores, refuted } = JSON.parse(stdout);
    expect(refuted).toBe(true);
    expect(scores).toMatchObject({
      rows: 400,
      members: 200,
      non_members: 200,
      missing: 0,
      score: "loss",
      format: "csv",
    });
    // With the direction turned the attack says "in" of those who are out.
    const turned = await answer<AuditResult>([
      "audit",
      JSON.stringify({ ...run, columns: { score: "loss", membership: "1", lower_is_in: true } }),
      "--scores",
      path,
      "--fail-if-refuted",
    ]);
    expect(turned.refuted).toBe(false);
    const columns = { score: "los" };
    expect(await refusal(["audit", JSON.stringify({ ...run, columns }), "--scores", path])).toContain(
      "the columns are member, loss",
    );
    expect(await refusal(["audit", JSON.stringify({ ...run, columns: { scor: "loss" } }), "--scores", path])).toContain(
      "scor is not a known parameter",
    );
    rmSync(folder, { recursive: true });
  });

  test("counts at several thresholds as lists, each with trials of its own", async () => {
    const lists = { true_positives: [60, 200], positives: [1000, 900], false_positives: [10, 90], negatives: 1000 };
    const result = await answer<AuditResult>(["audit", JSON.stringify({ ...run, ...lists })]);
    expect(result.thresholds.map(({ fpr, tpr }) => [fpr, tpr])).toEqual([
      [0.01, 0.06],
      [0.09, 200 / 900],
    ]);
    const asked = (options: object) => refusal(["audit", JSON.stringify({ ...run, ...lists, ...options })]);
    expect(await asked({ positives: [1, 2, 3] })).toContain(
      "positives has 3 entries; it must have one for all, or one for each of the 2 of true_positives",
    );
    expect(await asked({ false_positives: [10] })).toContain(
      "false_positives has 1 entries; it must have one for each of the 2",
    );
  });

  test("a plan before any trial", async () => {
    const plan = await answer<AuditPlan>(["audit-plan", JSON.stringify({ ...run, less_noise: 0.5, fpr: 0.01 })]);
    expect(plan.noise_multiplier).toBe(0.5);
    expect(plan.rates).toHaveLength(1);
    expect(plan.rates[0]?.trials).toBeGreaterThan(20);
    expect(await refusal(["audit-plan", JSON.stringify({ ...run, power: 1 })])).toContain(
      "power is 1; allowed is from 0.1",
    );
    expect(await refusal(["audit-plan", JSON.stringify({ ...run, epsilon: 1 })])).toContain(
      "epsilon is not a known parameter",
    );
  });

  test("refuses results of two kinds, a run beside a guarantee, and more than there were", async () => {
    const asked = (options: object) => refusal(["audit", JSON.stringify({ ...run, ...options })]);
    expect(await asked({})).toContain("true_positives");
    expect(await asked({ ...counts, canaries: 5 })).toContain("canaries stands beside true_positives");
    expect(await asked({ ...counts, epsilon: 1 })).toContain("epsilon");
    expect(await asked({ ...counts, true_positives: 1001 })).toContain(
      "true_positives is 1001; it must be at most positives, 1000",
    );
    expect(await asked({ ...counts, positives: 0 })).toContain("positives is 0; allowed is a whole number from 1");
    expect(await refusal(["audit", "{}", "--score", "x"])).toContain("--scores FILE");
    expect(await refusal(["audit", "{}", "--scores", "no-such-file"])).toContain("no file no-such-file");
  });
});

describe("experiment", () => {
  const game = { experiment: "gaussian_game", noise_multiplier: 1, trials: 2000, seed: 7 };
  const experiment = (more: object) => answer<ExperimentResult>(["experiment", JSON.stringify({ ...game, ...more })]);

  // The crate's tests count the same natively.
  test("the digits are those of the crate, for any number of threads", async () => {
    const result = await experiment({ workers: 1, num_steps: 3000 });
    expect(await experiment({ workers: 3, num_steps: 3000 })).toEqual(result);
    expect(result.units).toBeGreaterThan(3);
    const [setting] = (await experiment({})).settings;
    expect(setting?.attacks[0]?.advantage.estimate).toBe(0.2869999999999999);
    expect(setting?.proved[0]?.advantage.estimate).toBeCloseTo(0.2479598367653, 11);
  });

  test("help lists the experiments, and the options of each", async () => {
    const { stdout } = await cli(["help", "experiment"]);
    expect(stdout).toContain("  one_hot ");
    expect((await cli(["help", "experiment", "one_hot"])).stdout).toContain(
      "  dimension: a number (coordinates); a whole number",
    );
    expect(await refusal(["help", "experiment", "chess"])).toContain('"chess"; see mi-bounds help experiment');
  });

  test.each<[object, string]>([
    [{ experiment: "chess" }, 'experiment is "chess"; allowed is "gaussian_game"'],
    [{ seed: null }, "seed is missing"],
    [{ workers: 0 }, "workers must be an integer in [1, 64]"],
    [{ sample_rate: 2 }, "sample_rate is 2; allowed is above 0 up to 1"],
  ])("refuses %o", async (more, reason) => {
    expect(await refusal(["experiment", JSON.stringify({ ...game, ...more })])).toContain(reason);
  });
});
