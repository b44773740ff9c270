// An audit in words: the verdict, what the attack shows of what is possible, and what a pass does not say.
import { beforeAll, describe, expect, it } from "vitest";
import type { AuditResult } from "../../../src/boundary/wasm/core";
import type { Parameters } from "../../../www/state/parameters/table";
import {
  auditLimits,
  auditRows,
  chanceInWords,
  neededInWords,
  readInWords,
  shareInWords,
} from "../../../www/words/audit";
import { verdict } from "../../../www/words/verdict";
import { loadCore, subject } from "../share/subject";

beforeAll(loadCore);

function audited(set: Partial<Parameters> = {}): [AuditResult, Parameters] {
  const { answered, values } = subject({ view: "audit", ...set });
  return [answered.result as AuditResult, values];
}

describe("the verdict", () => {
  it("refutes at the start values, an attack on half the noise", () => {
    const [result, values] = audited();
    expect(verdict(result, values)).toMatch(
      /^These results refute the declared run\. .* less than once in a billion times \(p = .*\), whatever the attack\.$/,
    );
    expect(chanceInWords(result)).toMatch(/^≤ \d\.\d×10⁻³¹$/);
    expect(result.noise_multiplier?.upper).toBeGreaterThan(0.55);
    expect(result.noise_multiplier?.upper).toBeLessThan(1.1);
  });

  it("counts how seldom, rounded to the careful side", () => {
    const [result, values] = audited({ true_positives: 75 });
    const [, times] = /at most once in (\d+) times/.exec(verdict(result, values)) ?? [];
    expect(Number(times)).toBe(Math.floor(1 / result.p_value));
  });

  it("does not refute the best attack on the declared noise, and says that this proves little", () => {
    const [result, values] = audited({ true_positives: 42 });
    expect(verdict(result, values)).toMatch(/^These results do not refute the declared run\. p = 1/);
    expect(shareInWords(result)).toMatch(/of 0\.114: a weak attack, whose pass says little$/);
    expect(neededInWords(result, values)).toContain("no number of trials of each class");
  });

  it("speaks of a guarantee where one is declared", () => {
    const [result, values] = audited({ declared: "guarantee", guarantee_epsilon: 0.1 });
    expect(verdict(result, values)).toMatch(
      /^These results refute the declared guarantee\. .* a mechanism with this guarantee/,
    );
    expect(result.noise_multiplier).toBeNull();
  });
});

describe("every form of a guarantee", () => {
  it.each(["approximate_dp", "pure_dp", "gdp", "zcdp", "rdp"] as const)("is held against results: %s", (guarantee) => {
    const [result, values] = audited({ declared: "guarantee", guarantee });
    expect(result.epsilon).not.toBeNull();
    expect(auditRows(result, values).length).toBeGreaterThan(6);
  });
});

describe("guesses of one run", () => {
  it("have no threshold, and two bounds of epsilon", () => {
    const [result, values] = audited({ results: "one_run", correct: 95 });
    expect(result.thresholds).toEqual([]);
    expect(verdict(result, values)).toContain("refute the declared run");
    expect(auditRows(result, values).map(({ name }) => name)).toContain("table-epsilon_by_guesses");
    expect(neededInWords(result, values)).toMatch(/\d canaries would have been enough/);
    expect(auditLimits(values).join()).toContain("fair coin");
  });
});

describe("a file", () => {
  it("says what was read, what was left out, and what is tied", () => {
    const read = { rows: 12_000, members: 6000, non_members: 5999, missing: 1, tied: 2, columns: ["in", "s"] };
    expect(readInWords({ ...read, score: "s", membership: "in", format: "csv" })).toBe(
      "12,000 rows of CSV: 6000 members and 5999 non-members by “in”, scores by “s”; 1 without a score left out; 2 members tie with a non-member, which chance decides.",
    );
  });
});
