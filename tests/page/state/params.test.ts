// The table of parameters: every text reads back, every refusal names parameter, value and range.
import { describe, expect, it } from "vitest";
import { chosen, inputsOf, problemIn, textOf, typed, withLocal } from "../../../www/state/inputs/inputs";
import { nearestStop, stops } from "../../../www/state/parameters/slider-stops";
import {
  defaults,
  inRange,
  NUMBER_KEYS as KEYS,
  PARAMS,
  parse,
  print,
  printed,
} from "../../../www/state/parameters/table";

describe("the table", () => {
  it.each(KEYS)("%s has a default and slider ends inside its range", (key) => {
    const { range, slider, default: start } = PARAMS[key];
    if (start !== null) expect(inRange(start, range)).toBe(true);
    if (slider) expect([slider.min, slider.max].every((end) => inRange(end, range))).toBe(true);
  });

  it.each(KEYS)("%s prints what reads back as the same number", (key) => {
    for (const value of [...stops(PARAMS[key]), PARAMS[key].range.max]) {
      expect(parse(key, print(value))).toEqual({ ok: true, value });
    }
  });

  it.each(KEYS)("%s refuses what is outside of its range, by name, value and range", (key) => {
    const { range } = PARAMS[key];
    const parsed = parse(key, "-1");
    expect(parsed).toEqual({
      ok: false,
      message: expect.stringContaining(`${PARAMS[key].name ?? key} is -1; allowed is`),
    });
    if (!parsed.ok) expect(parsed.message).toContain(print(range.max));
  });

  it("echoes the number where the text is not plainly it", () => {
    expect(parse("batch_size", "256")).toEqual({ ok: true, value: 256 });
    expect(parse("target_delta", "1e-5")).toEqual({ ok: true, value: 1e-5 });
    expect(parse("sample_rate", "1/4")).toEqual({ ok: true, value: 0.25, echo: "= 0.25" });
    expect(parse("noise_multiplier", "1,1")).toMatchObject({
      value: 1.1,
      echo: expect.stringContaining("= 1.1 (comma"),
    });
  });

  it.each(KEYS)("%s stands in its field as what reads back as the same number", (key) => {
    const start = PARAMS[key].default;
    for (const value of [0.001, 0.1, 1 / 3, 1e-9, 0.07, start ?? 0.5].filter((one) =>
      inRange(one, PARAMS[key].range),
    )) {
      expect(parse(key, printed(key, value))).toMatchObject({ ok: true, value });
    }
  });

  it("prints a rate as per cent: a bare 0.1 is ambiguous", () => {
    expect(printed("fpr", 0.001)).toBe("0.1%");
    expect(printed("fpr", 1e-9)).toBe("1e-9");
    expect(printed("prior", 0.1)).toBe("0.1");
  });

  it("refuses a fraction where a whole number is needed", () => {
    expect(parse("num_steps", "2.5")).toMatchObject({ ok: false, message: expect.stringContaining("whole number") });
  });
});

describe("what stands in the controls", () => {
  it("keeps a refused text and the last good value", () => {
    const inputs = typed(typed(inputsOf(), "noise_multiplier", "2"), "noise_multiplier", "2x");
    expect(textOf(inputs, "noise_multiplier")).toBe("2x");
    expect(inputs.values.noise_multiplier).toBe(2);
    expect(problemIn(inputs, ["prior", "noise_multiplier"])).toBe(
      "Enter the noise multiplier as a number, such as 1.1",
    );
    expect(problemIn(inputs, ["prior"])).toBeNull();
    expect(typed(inputs, "noise_multiplier", "3").problems).toEqual({});
  });

  it("forgets text and problem when the value is chosen elsewhere", () => {
    const inputs = chosen(typed(inputsOf(), "seed", "?"), "seed", 7);
    expect(textOf(inputs, "seed")).toBe("7");
    expect(inputs.problems).toEqual({});
  });

  it("keeps the settings of this machine when another link is opened", () => {
    const before = typed(typed(inputsOf(), "workers", "3"), "width", "0.01");
    expect(withLocal(defaults(), before)).toEqual({ ...defaults(), workers: 3 });
  });

  it.each(["width", "seconds", "workers"] as const)("an empty %s asks for none", (key) => {
    const inputs = typed(typed(inputsOf(), key, "1"), key, " ");
    expect(inputs.values[key]).toBeNull();
    expect(inputs.problems).toEqual({});
    expect(textOf(inputs, key, 5)).toBe(" ");
    expect(textOf(inputsOf(), key, 5)).toBe("5");
  });

  it("leaves the defaults alone", () => {
    typed(inputsOf(), "seed", "5");
    expect(defaults().seed).toBe(PARAMS.seed.default);
  });
});

describe("the stops of a slider", () => {
  it("are steps in the second significant digit", () => {
    expect(stops(PARAMS.dataset_size).slice(0, 3)).toEqual([100, 110, 120]);
    expect(stops(PARAMS.num_steps).slice(0, 12)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(stops(PARAMS.seed)).toEqual([]);
  });

  it("are found from any value", () => {
    const values = stops(PARAMS.noise_multiplier);
    expect(values[nearestStop(values, 1.1)]).toBe(1.1);
    expect(values[nearestStop(values, 1.137)]).toBe(1.1);
    expect(nearestStop(values, 0.01)).toBe(0);
    expect(nearestStop(values, 1e4)).toBe(values.length - 1);
  });
});
