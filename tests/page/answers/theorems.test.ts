// Guarantee, noise and attributes against the module itself: the page's own questions, and what is said of answers.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import * as core from "../../../pkg/mi_bounds.js";
import type { AttributesResult, GuaranteeResult, NoiseResult, Outcome } from "../../../src/boundary/wasm/core";
import { attributeLines } from "../../../www/charts/data/attribute-lines";
import { deletionLines, exampleLines, halfPlanes, isoLines } from "../../../www/charts/data/guarantee-lines";
import { powersLines, scaleLines } from "../../../www/charts/data/noise-lines";
import { chosen, inputsOf, rowsTyped, typed, withRefusal, withTable } from "../../../www/state/inputs/inputs";
import { readRows, rowsText } from "../../../www/state/parameters/rows";
import { defaults, type Parameters } from "../../../www/state/parameters/table";
import { attributesCurveOptions, attributesNames, attributesOptions } from "../../../www/state/questions/attributes";
import {
  FORM,
  guaranteeNames,
  guaranteeOptions,
  isoOptions,
  unlearningOptions,
} from "../../../www/state/questions/guarantee";
import { noiseCurveOptions, noiseNames, noiseOptions } from "../../../www/state/questions/noise";
import * as attribute from "../../../www/words/attribute";
import * as promise from "../../../www/words/guarantee";
import * as noise from "../../../www/words/noise";

const root = fileURLToPath(new URL("../../../", import.meta.url));

function value<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}

function given(change: Partial<Parameters>): Parameters {
  return { ...defaults(), ...change };
}

beforeAll(() => {
  core.initSync({ module: readFileSync(`${root}pkg/mi_bounds_bg.wasm`) });
});

describe("a guarantee", () => {
  const forms = Object.keys(FORM) as Parameters["guarantee"][];
  const answer = (values: Parameters): GuaranteeResult => value(core.guarantee(guaranteeOptions(values)));

  it.each(forms)("%s is asked for and answered", (guarantee) => {
    const values = given({ view: "guarantee", guarantee });
    const result = answer(values);
    expect(result.guarantee).toBe(guarantee);
    expect(guaranteeNames(values)).toEqual(expect.arrayContaining(FORM[guarantee]));
    expect(promise.guaranteeRows(result, values).every(({ figure }) => figure.theorem !== "")).toBe(true);
    expect(new Set(promise.guaranteeRows(result, values).map(({ name }) => name)).size).toBe(
      promise.guaranteeRows(result, values).length,
    );
  });

  it("says what epsilon 8 means without rounding it away", () => {
    const result = answer(given({}));
    expect(promise.answerInWords(result, given({}))).toContain(
      "Of 10,000 guesses, the best possible attacker gets at most 9997 right",
    );
    expect(promise.notFollowing(result, given({})).join(" ")).toContain(
      "Epsilon 8 allows an output to be 2981 times as likely, not 8 times",
    );
  });

  it("orders its bounds", () => {
    const values = promise.guaranteeBounds(answer(given({ guarantee_epsilon: 0.5 }))).map((bound) => bound.value);
    expect(values.length).toBe(4);
    // Each is rounded up by its own route, which differ in the last digits.
    for (const [i, next] of values.slice(1).entries()) expect(next).toBeGreaterThan((values[i] ?? 1) - 1e-12);
  });

  it("gives the example of the issue (E9)", () => {
    const { positive_accuracy } = answer(
      given({ guarantee_epsilon: 1, guarantee_delta: 0.05, guarantee_sampling_probability: 0.1, attack_rate: 0.06 }),
    );
    expect(positive_accuracy?.estimate).toBeCloseTo(0.644405, 6);
    expect(positive_accuracy?.erratum).toBe("E9");
  });

  it("asks about deletion only where there is an answer", () => {
    expect(guaranteeOptions(given({}))).not.toHaveProperty("target_absence");
    const pure = given({ guarantee: "pure_dp", guarantee_epsilon: 1, guarantee_sampling_probability: 0.01 });
    const { unlearning } = answer(pure);
    // E10: c = 100 of 10,000 at B = 0.8.
    expect(unlearning?.capacity?.estimate).toBeCloseTo(8.24, 2);
    expect(unlearning?.printed_capacity).toBeCloseTo(60.16, 2);
    const lines = deletionLines(value(core.unlearning_curve(unlearningOptions(pure))), pure);
    expect(lines.lines.map(({ ys }) => ys.length)).toEqual(Array(3).fill(lines.xs.length));
  });

  it("draws its charts", () => {
    const values = given({ guarantee_epsilon: 1 });
    const planes = halfPlanes(answer(values), values);
    const [whole = [], first = [], second = []] = planes?.lines.map(({ ys }) => ys) ?? [];
    for (const [i, y] of whole.entries()) {
      const least = Math.min(first[i] || Number.POSITIVE_INFINITY, second[i] || Number.POSITIVE_INFINITY, 1);
      expect(Math.abs(y - least)).toBeLessThan(1e-9);
    }
    const iso = isoLines(value(core.iso_bound(isoOptions(values))), values, 1);
    expect(iso.lines.map(({ name }) => name)).toEqual(["55%", "60%", "70%", "80%", "90%", "99%"]);
    const example = exampleLines(value(core.unbounded_example({})));
    const [accuracy = [], bound = []] = example.lines.map(({ ys }) => ys);
    expect(accuracy.every((y, i) => y <= (bound[i] ?? 0) + 1e-9)).toBe(true);
  });

  it("is read from a list, by line", () => {
    const start = inputsOf(given({ view: "guarantee", guarantee: "rdp" }));
    const good = rowsTyped(start, "rdp", "2, 0.5\n\n4\t1");
    expect(good.values.rdp).toEqual([
      [2, 0.5],
      [4, 1],
    ]);
    const bad = rowsTyped(good, "rdp", "2, 0.5\n1, 3");
    expect(bad.problems.rdp).toBe("rdp, Line 2, column 1: order is 1; allowed is above 1 up to 1000000");
    expect(bad.values.rdp).toEqual(good.values.rdp);
    expect(readRows("rdp", rowsText(defaults().rdp))).toEqual({ ok: true, value: defaults().rdp });
  });

  it("puts a refusal beside the control that it is about", () => {
    const inputs = inputsOf(given({ view: "guarantee" }));
    const problem = { code: "out_of_range" as const, parameter: "epsilon", message: "epsilon is 1e5" };
    expect(withRefusal(inputs, problem).problems).toEqual({ guarantee_epsilon: "epsilon is 1e5" });
    expect(typed(inputs, "guarantee_epsilon", "-1").problems.guarantee_epsilon).toBe(
      "The epsilon must be between 0 and 10,000",
    );
  });

  it("counts the records above a level", () => {
    expect(promise.recordsInWords(Float64Array.of(0.5, 0.9), 0.8)).toContain("1 of 2 records");
    expect(promise.recordsInWords(Float64Array.of(0.5, 0.8), 0.8)).toContain("All 2 records");
  });
});

describe("noise", () => {
  const answer = (values: Parameters): NoiseResult => value(core.noise(noiseOptions(values)));

  it("says the scale and what it keeps to", () => {
    const values = given({ view: "noise", dimension: 1 });
    const result = answer(values);
    expect(noise.answerInWords(result)).toBe(
      "Laplace noise of scale 4.482 lets no attacker get more than 600 of 1000 guesses right; blind guessing gets 500.",
    );
    expect(noise.noiseStatement(result, values, "L")).toContain("Laplace noise of scale 4.48143");
  });

  it("names the printed scale as unproven", () => {
    const rows = noise.scaleRows(answer(given({ dimension: 3 })));
    expect(rows.map(({ name }) => name)).toEqual(["printed", "dimension_corrected", "sharp", "laplace_1d", "gaussian"]);
    expect(rows.map(({ scale }) => noise.sufficient(scale))).toEqual([
      "3795, not proven",
      "5626 suffices",
      "4.933 suffices",
      "4.482 suffices",
      "3.948 suffices",
    ]);
  });

  it("asks the other way round, for a moment, and beside other scales", () => {
    const scaled = answer(given({ noise_question: "noise_scale", noise_scale: 4.933 }));
    expect(scaled.achieved?.sharp.estimate).toBeCloseTo(0.1, 4);
    expect(noise.noiseRows(scaled).map(({ name }) => name)).toContain("eta-sharp");
    expect(noise.answerInWords(scaled)).toMatch(/^Noise of this scale lets no attacker get more than \d+ of/);
    const moment = given({ noise_moment: "sigma_m", sensitivity: 3, swap_distance: 0.1 });
    expect(noiseOptions(moment)).not.toHaveProperty("sigma_1");
    expect(noise.scaleRows(answer(moment)).length).toBe(7);
    expect(noiseNames(moment)).toContain("sigma_m");
  });

  it("draws its charts", () => {
    const { options, over, values: etas } = noiseCurveOptions(given({ sensitivity: 3 }));
    const answers = etas.map((eta) => value(core.noise({ ...options, [over]: eta })));
    const lines = scaleLines({ values: etas, answers }, given({ sensitivity: 3 }));
    expect(etas).toContain(0.1);
    for (const { ys } of lines.lines) expect(ys.every((y, i) => i === 0 || y <= (ys[i - 1] ?? 0))).toBe(true);
    const examples = [4, 20, 36].map((dataset_size) => value(core.powers_of_two({ dataset_size, eta: 0.1 })));
    expect(powersLines(examples, given({})).xs).toEqual([4, 20, 36]);
  });
});

describe("attributes", () => {
  const answer = (values: Parameters): AttributesResult => {
    const options = attributesOptions(inputsOf(values), null);
    if (!options) throw new Error("nothing to ask");
    const { distances, ...rest } = options;
    return value(core.attributes(rest, distances));
  };

  it("shows the closed form beside what is certified", () => {
    const result = answer(given({ view: "attributes" }));
    expect(attribute.errorInWords(result)).toMatch(
      /above 1: as a bound it says nothing.*less advantage than some gradients/,
    );
    expect(attribute.attributeBounds(result).map(({ kind }) => kind)).toEqual([
      "upper",
      "lower",
      "approximation",
      "approximation",
      "upper",
      "upper",
      "upper",
      "upper",
      "upper",
    ]);
    expect(attribute.attributeStatement(result, "L")).toContain("Closed form, not a bound");
    expect(attribute.answerInWords(result)).toContain("guesses which of two values a record has, the best");
  });

  it("waits for the file that it needs, and takes its length for the number of steps", () => {
    const inputs = inputsOf(given({ view: "attributes", distance_source: "steps" }));
    expect(attributesOptions(inputs, null)).toBeNull();
    const values = Float64Array.of(0.5, 0.25, 0.5);
    const table = { source: "x", rows: 3, columns: 1, header: null, reading: "", values };
    const options = attributesOptions(withTable(inputs, "distances", table), null);
    expect(options).toMatchObject({ num_steps: 3, distances: values });
    expect(options).not.toHaveProperty("gradient_distance");
    expect(attributesCurveOptions(inputs.values, { noise_multiplier: 1, sample_rate: 1, num_steps: 3 })).toBeNull();
    const gradients = inputsOf(given({ view: "attributes", distance_source: "gradients" }));
    expect(attributesOptions(gradients, null)).toBeNull();
    expect(attributesOptions(gradients, 0.3)).toMatchObject({ gradient_distance: 0.3 });
    expect(attributesNames(gradients.values)).toContain("attributes_values");
  });

  it.each(["num_steps", "gradient_distance"] as const)("varies the %s around what is set", (over) => {
    const values = given({ view: "attributes", attributes_over: over });
    const options = attributesOptions(inputsOf(values), null);
    if (!options) throw new Error("nothing to ask");
    const curve = attributesCurveOptions(values, options);
    expect(curve?.values).toContain(over === "num_steps" ? 3516 : 0.5);
    const some = curve?.values.filter((_, i) => i % 8 === 0) ?? [];
    const answers = some.map((one) => value(core.attributes({ ...options, [over]: one })));
    const [certified = [], attained = []] = attributeLines({ values: some, answers }, answer(values), over).lines.map(
      ({ ys }) => ys,
    );
    for (const [i, y] of attained.entries()) expect(y).toBeLessThanOrEqual(certified[i] ?? 0);
    const lines = attributeLines({ values: some, answers }, answer(values), over);
    expect(lines.lines.map(({ read = lines.read }) => read(0.123456))).toEqual([
      "0.1235",
      "0.1234",
      "0.1235",
      "0.1235",
    ]);
  });

  it("refuses a distance beyond twice the clipping norm, beside its control", () => {
    const inputs = chosen(inputsOf(given({ view: "attributes" })), "gradient_distance", 3);
    const outcome = core.attributes(attributesOptions(inputs, null) as never);
    if (outcome.ok) throw new Error("not refused");
    expect(withRefusal(inputs, outcome.error).problems.gradient_distance).toContain("the gradient distance R is 3");
  });
});
