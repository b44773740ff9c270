// What the page says of a simulation: never more than its side and its interval allow.
import { describe, expect, it } from "vitest";
import type { Figure, MonteCarloResult } from "../../../src/boundary/wasm/core";
import type { MonteCarloState } from "../../../www/answers/simulation";
import { CHOICES } from "../../../www/state/parameters/choices";
import {
  about,
  agreement,
  duration,
  ESTIMATOR_IN_WORDS,
  estimatorInWords,
  paceInWords,
  simulatedInWords,
  statusInWords,
  verdict,
} from "../../../www/words/simulation";

function figure(kind: Figure["kind"], lower: number | null, estimate: number, upper: number | null): Figure {
  return { lower, estimate, upper, kind, method: "", theorem: "", sources: [] };
}

const exact = figure("exact", 0.0999, 0.1, 0.1001);
const simulated = (lower: number, upper: number) => figure("estimate", lower, (lower + upper) / 2, upper);

describe("the verdict", () => {
  it("is the overlap of the intervals", () => {
    expect(verdict(simulated(0.09, 0.11), "exact", exact)).toBe("agrees");
    expect(verdict(simulated(0.1001, 0.11), "exact", exact)).toBe("agrees");
    expect(verdict(simulated(0.101, 0.11), "exact", exact)).toBe("differs");
    expect(verdict(simulated(0.09, 0.0998), "exact", exact)).toBe("differs");
  });

  it("lets a simulated bound lie on its side of the truth, and not on the other", () => {
    expect(verdict(simulated(0.2, 0.3), "upper", exact)).toBe("allowed");
    expect(verdict(simulated(0.01, 0.02), "upper", exact)).toBe("differs");
    expect(verdict(simulated(0.01, 0.02), "lower", exact)).toBe("allowed");
    expect(verdict(simulated(0.2, 0.3), "lower", exact)).toBe("differs");
  });

  it("knows figures of which one end is known", () => {
    expect(verdict(simulated(0.2, 0.3), "exact", figure("lower", 0.1, 0.1, null))).toBe("agrees");
    expect(verdict(simulated(0.01, 0.02), "exact", figure("lower", 0.1, 0.1, null))).toBe("differs");
    expect(verdict(simulated(0.01, 0.02), "exact", figure("upper", null, 0.1, 0.1))).toBe("agrees");
  });

  it("is said with its odds", () => {
    const result = (lower: number, upper: number, side: MonteCarloResult["side"] = "exact") =>
      ({ advantage: simulated(lower, upper), side, confidence: 0.95, standard_error: 0.001 }) as MonteCarloResult;
    expect(agreement(result(0.09, 0.11), exact)).toMatch(/They agree: the exact value .* at least 95% of such runs/);
    expect(agreement(result(0.102, 0.104), exact)).toMatch(/3\.0 standard errors .* at most 5% of runs/);
    expect(agreement(result(0.2, 0.3, "upper"), exact)).toContain("do not contradict");
  });

  it("names what was simulated, where that is not the training itself", () => {
    const status = "an upper bound: nothing tighter is proven.";
    expect(simulatedInWords({ side: "exact", status })).toBe("");
    expect(simulatedInWords({ side: "upper", status })).toContain("an estimate of the upper bound");
    expect(simulatedInWords({ side: "lower", status })).toMatch(/an estimate of the lower bound.*nothing tighter/);
  });
});

describe("the estimators", () => {
  it("each have their line", () => {
    const { automatic: _, ...estimators } = CHOICES.estimator.options;
    expect(Object.keys(ESTIMATOR_IN_WORDS)).toEqual(Object.keys(estimators));
  });

  it("are named where the module chooses", () => {
    const plan = { estimator: "antithetic" } as Parameters<typeof estimatorInWords>[1];
    expect(estimatorInWords("automatic", plan)).toMatch(/^For this run: mirrored pairs\./);
    expect(estimatorInWords("automatic", null)).toContain("least variance");
    expect(estimatorInWords("mixture", plan)).toBe(ESTIMATOR_IN_WORDS.mixture);
  });
});

describe("times", () => {
  it("have one digit or two", () => {
    expect([0.2, 4.4, 44.4, 200, 8000, 1e6].map(duration)).toEqual([
      "less than a second",
      "4 s",
      "44 s",
      "3.3 min",
      "2.2 hours",
      "12 days",
    ]);
    expect([0.2, 4.4].map(about)).toEqual(["less than a second", "about 4 s"]);
  });
});

describe("the state", () => {
  const state = (more: Partial<MonteCarloState>): MonteCarloState => ({
    status: "running",
    reason: null,
    options: null,
    plan: null,
    belongs: true,
    problem: null,
    share: 0.25,
    samples: 2000,
    seconds: 2,
    left: 6,
    result: null,
    points: [],
    ...more,
  });

  it("says why a run is over", () => {
    expect(statusInWords(state({}))).toBe("Running: 25.0% done.");
    expect(statusInWords(state({ status: "done", reason: "samples" }))).toBe("Done: all 2000 trainings, in 2 s.");
    expect(statusInWords(state({ status: "done", reason: "width" }))).toContain("as narrow as asked");
    expect(statusInWords(state({ status: "done", reason: "time" }))).toContain("Time is up after 2.00 s");
    expect(statusInWords(state({ status: "done", reason: "time", samples: 0 }))).toContain(
      "before there was an estimate",
    );
    expect(statusInWords(state({ status: "ending" }))).toMatch(/^Cancelled\. The estimate .* follows\.$/);
    expect(statusInWords(state({ status: "cancelled" }))).toContain("uses the 2000 trainings");
    expect(statusInWords(state({ status: "cancelled", samples: 0 }))).toContain("before there was an estimate");
  });

  it("says how fast it goes and how long it takes", () => {
    expect(paceInWords(state({}))).toBe("1000 trainings a second; about 6 s left.");
    expect(paceInWords(state({ status: "done", left: null }))).toBe("1000 trainings a second.");
    expect(paceInWords(state({ status: "idle", samples: 0 }))).toBe("");
  });
});
