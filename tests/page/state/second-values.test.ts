// The list of a sweep's second parameter: what is read, refused and asked.
import { describe, expect, it } from "vitest";
import { inputsOf, secondTyped } from "../../../www/state/inputs/inputs";
import { readFragment } from "../../../www/state/link/fragment";
import { defaults } from "../../../www/state/parameters/table";
import { secondOf } from "../../../www/state/questions/overlay";
import { sweepOptions } from "../../../www/state/questions/quantity";

const RATES = { ...defaults(), second: "sample_rate" as const };

describe("the values of a second parameter", () => {
  it("are asked for with it, and are half and twice the run's where none are given", () => {
    expect(sweepOptions({ ...RATES, second_values: "0.01,0.02" })).toMatchObject({
      second: "sample_rate",
      second_values: [0.01, 0.02],
    });
    const noises = { ...defaults(), over: "num_steps" as const, second: "noise_multiplier" as const };
    expect(sweepOptions(noises).second_values).toEqual([0.55, 2.2]);
  });

  it("change no question of a link of old", () => {
    const { values } = readFragment("#v=1&section=settings&sweep=epsilon&over=num_steps");
    expect(Object.keys(sweepOptions(values))).not.toEqual(expect.arrayContaining(["bounds"]));
    expect(sweepOptions(values)).not.toHaveProperty("second");
  });

  it("are refused with their name, value and range, and what is typed stays", () => {
    const typed = secondTyped(inputsOf(RATES), "0.01, 2");
    expect(typed.problems.second_values).toBe("second_values: sample_rate is 2; allowed is above 0 up to 1");
    expect(typed.texts.second_values).toBe("0.01, 2");
    expect(secondTyped(inputsOf(RATES), "1,2,3,4,5").problems.second_values).toContain("allowed are 1 to 4");
    expect(secondOf({ ...RATES, second_values: "2" }, "noise_multiplier")?.problem).toContain("allowed is above 0");
    expect(secondOf({ ...RATES, over: "sample_rate" }, "sample_rate")?.problem).toContain("choose another");
  });

  it("damage a link that has too many or no numbers", () => {
    for (const text of ["1,2,3,4,5", "0.1,x"]) {
      const [fault] = readFragment(`#v=1&second=sample_rate&second_values=${text}`).faults;
      expect(fault?.parameter).toBe("second_values");
      expect(fault?.remedies.map(({ values }) => values)).toEqual([{ second_values: "" }]);
    }
  });
});
