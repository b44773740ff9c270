// An attack's points on log axes: where these begin, and the steps that are certain.
import { describe, expect, it } from "vitest";
import type { AuditThreshold } from "../../../src/boundary/wasm/core";
import { certainSteps, leastRate, shownPoints } from "../../../www/charts/data/audit-points";

function at(fpr: number, tpr: number, corner: [number, number]): AuditThreshold {
  return {
    fpr,
    tpr,
    corner,
    fpr_interval: [fpr / 2, fpr * 2 + 0.003],
    tpr_interval: [tpr / 2, Math.min(1, tpr * 2)],
    refutes: false,
  };
}

describe("the axes", () => {
  it("begin a decade below what was seen, and at most at the usual place", () => {
    expect(leastRate([])).toBeCloseTo(1e-4, 12);
    expect(leastRate([at(0.1, 0.2, [0.2, 0.1])])).toBeCloseTo(1e-4, 12);
    expect(leastRate([at(2e-5, 0.2, [0.2, 0.1])])).toBeCloseTo(1e-6, 12);
    expect(leastRate([at(1e-9, 0.2, [0.2, 0.1])])).toBe(1e-6);
  });

  it("hold points without a false positive at their end", () => {
    expect(shownPoints([at(0, 0.1, [0.003, 0.05])], 1e-4)[0]).toMatchObject({ x: 1e-4, left: 1e-4, right: 0.003 });
  });
});

describe("the certain steps", () => {
  it("go up at each corner that adds something, and never down", () => {
    const steps = certainSteps([at(0.1, 0.3, [0.2, 0.2]), at(0.01, 0.1, [0.02, 0.05]), at(0.2, 0.3, [0.4, 0.1])], 1e-4);
    expect(steps).toEqual([
      { x: 0.02, y: 1e-4 },
      { x: 0.02, y: 0.05 },
      { x: 0.2, y: 0.05 },
      { x: 0.2, y: 0.2 },
      { x: 1, y: 0.2 },
    ]);
    expect(certainSteps([], 1e-4)).toEqual([]);
  });
});
