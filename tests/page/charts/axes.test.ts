// The axes: round ticks inside of their ends, and labels that cannot be misread.
import { describe, expect, it } from "vitest";
import { labelled, linearTicks, logTicks, plain, rate, rateAxis, spreadAxis } from "../../../www/charts/data/axes";
import { sweepPoints } from "../../../www/charts/data/lines";

describe("ticks", () => {
  it("of a log axis are round, fewer where there are many decades", () => {
    expect(logTicks([0.08, 1])).toEqual([0.1, 0.2, 0.5, 1]);
    expect(logTicks([0.09, 14])).toEqual([0.1, 0.3, 1, 3, 10]);
    expect(logTicks([1e-6, 1])).toEqual([1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1]);
    expect(logTicks([1e-12, 1]).length).toBeLessThan(9);
  });

  it("have labels that do not touch, the last one among them", () => {
    const axis = rateAxis([1e-6, 1], "FPR");
    const shown = (width: number) => axis.ticks.map(labelled(axis, width)).filter(Boolean);
    expect(shown(640)).toHaveLength(7);
    expect(shown(276)).toEqual(["0.0001%", "0.01%", "1%", "100%"]);
    expect(shown(40)).toEqual(["100%"]);
  });

  it("of a linear axis are round", () => {
    expect(linearTicks([0, 1])).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(linearTicks([0.28, 0.52])).toEqual([0.3, 0.35, 0.4, 0.45, 0.5]);
  });

  it("are in the scale that the values ask for", () => {
    expect(spreadAxis([1e-6, 1], "advantage").type).toBe("log");
    expect(spreadAxis([0, 1], "advantage").type).toBe("linear");
    expect(spreadAxis([0.5, 0.5], "accuracy").domain).toEqual([expect.any(Number), expect.any(Number)]);
    expect(spreadAxis([], "epsilon").domain).toEqual([0, 1]);
  });

  it.each([
    [1, "100%", "1"],
    [0.001, "0.1%", "0.001"],
    [1e-4, "0.01%", "0.0001"],
    [1e-6, "0.0001%", "10⁻⁶"],
    [3e-9, "3×10⁻⁹", "3×10⁻⁹"],
    [0, "0%", "0"],
  ])("read %d as %s and %s", (value, asRate, asNumber) => {
    expect([rate(value), plain(value)]).toEqual([asRate, asNumber]);
  });

  it("count large numbers in groups", () => {
    expect(plain(300_000)).toBe("300,000");
  });
});

describe("a sweep", () => {
  it("leaves out what has no figure, and counts in the reader's unit", () => {
    const sweep = { quantity: "epsilon", over: "sample_rate", kind: "exact", theorem: "", second: null } as const;
    const values = { values: [0.01, 0.02], lower: [1, null], estimate: [2, null], upper: [3, null] };
    expect(sweepPoints({ ...sweep, bounds: [], ...values }, 1 / 6000)).toEqual([{ x: 60, lower: 1, upper: 3 }]);
  });
});
