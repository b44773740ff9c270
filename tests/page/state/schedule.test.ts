// The schedule editor: rows keep what is typed, and the last good history stays while a cell is wrong.
import { describe, expect, it } from "vitest";
import { chosen, inputsOf, scheduled, swapped, withSchedule } from "../../../www/state/inputs/inputs";
import { defaults } from "../../../www/state/parameters/table";
import { runOf } from "../../../www/state/questions/run";

const SINGLE = [[1.1, 256 / 60_000, 3516]];

describe("the schedule", () => {
  it("begins with the single phase", () => {
    expect(withSchedule(inputsOf()).values.history).toEqual(SINGLE);
  });

  it("adds, types, moves and removes", () => {
    let inputs = scheduled(withSchedule(inputsOf()), { kind: "add", row: 0 });
    inputs = scheduled(inputs, { kind: "type", row: 1, column: 0, text: "0.9" });
    inputs = scheduled(inputs, { kind: "type", row: 1, column: 2, text: "5" });
    expect(inputs.values.history).toEqual([...SINGLE, [0.9, 256 / 60_000, 5]]);
    inputs = scheduled(inputs, { kind: "move", row: 1, by: -1 });
    expect(inputs.values.history?.[0]?.[0]).toBe(0.9);
    inputs = scheduled(inputs, { kind: "remove", row: 0 });
    expect(inputs.values.history).toEqual(SINGLE);
    expect(scheduled(inputs, { kind: "remove", row: 0 }).values.history).toEqual(SINGLE);
  });

  it("keeps a refused text and the last good history", () => {
    const inputs = scheduled(withSchedule(inputsOf()), { kind: "type", row: 0, column: 1, text: "2" });
    expect(inputs.values.history).toEqual(SINGLE);
    expect(inputs.rows[0]?.texts[1]).toBe("2");
    expect(inputs.problems.history).toBe("history, row 1: sample_rate is 2; allowed is above 0 up to 1");
  });

  it("keeps the rows while a single phase is used", () => {
    const typed = scheduled(withSchedule(inputsOf()), { kind: "type", row: 0, column: 0, text: "3" });
    const single = chosen(typed, "history", null);
    expect(single.values.history).toBeNull();
    expect(withSchedule(single).values.history?.[0]?.[0]).toBe(3);
  });
});

describe("two runs", () => {
  it("change places and back, with the questions left alone", () => {
    const runB = runOf({ ...defaults(), noise_multiplier: 2, history: [[1, 0.1, 10]] });
    const start = inputsOf({ ...defaults(), prior: 0.1 }, runB);
    const there = swapped(start);
    expect(there.values).toEqual({ ...defaults(), ...runB, prior: 0.1 });
    expect(there.runB).toEqual(runOf(defaults()));
    expect(swapped(there)).toMatchObject({ values: start.values, runB });
  });
});
