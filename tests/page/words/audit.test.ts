// An audit in words: the verdict, what the attack shows of what is possible, and what a pass does not say.
import { beforeAll, describe, expect, it } from "vitest";
import type { AuditPlan, AuditResult } from "../../../src/boundary/wasm/core";
import type { Parameters } from "../../../www/state/parameters/table";
import {
  auditLimits,
  auditRows,
  chanceInWords,
  neededInWords,
  readInWords,
  refutingInWords,
  shareInWords,
} from "../../../www/words/audit";
import { plannedInWords, plannedNumber } from "../../../www/words/audit-plan";
import { verdict } from "../../../www/words/verdict";
import { core, loadCore, subject } from "../share/subject";

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

describe("counts at several thresholds", () => {
  it("share the level, and say which of them refute", () => {
    const [result, values] = audited({ results: "thresholds" });
    expect(result.thresholds).toHaveLength(3);
    expect(verdict(result, values)).toContain("These results refute the declared run");
    expect(refutingInWords(result.thresholds)).toMatch(/^Thresholds 1, 2 and 3 refute it at its share of the level/);
    const [alone] = audited({ results: "thresholds", thresholds: [[75, 1000, 10, 1000]] });
    const [shared] = audited({
      results: "thresholds",
      thresholds: [
        [75, 1000, 10, 1000],
        [1, 1000, 1, 2000],
      ],
    });
    expect(shared.p_value / alone.p_value).toBeCloseTo(2, 1);
    expect(refutingInWords(shared.thresholds)).toContain("Threshold 1 refutes");
    expect(auditLimits(values).join()).toContain("the level is divided evenly among them");
  });
});

describe("a plan", () => {
  it("tells how many trials it takes before anything is tried, and where no number is enough", () => {
    const options = { noise_multiplier: 1, sample_rate: 0.01, num_steps: 1000, less_noise: 0.5, fpr: [0.01] };
    const outcome = core.audit_plan(options);
    if (!outcome.ok) throw new Error(outcome.error.message);
    const [rate] = outcome.value.rates;
    expect(rate?.trials).toBeGreaterThan(20);
    expect(rate?.trials).toBeLessThan(1000);
    expect(plannedInWords(outcome.value)).toMatch(
      /^About \d+ members and as many others, .* noise 0\.5 instead with a chance of 80%, by the best attack at 1% false/,
    );
    const none = { ...outcome.value, rates: [{ ...outcome.value.rates[0], trials: null }] } as AuditPlan;
    expect(plannedInWords(none)).toContain("would 10¹² trials refute");
    expect(plannedNumber(8118)).toBe("about 8100");
    expect(plannedNumber(null)).toBeNull();
  });

  it("refuses what is out of range by its name", () => {
    const outcome = core.audit_plan({ noise_multiplier: 1, sample_rate: 0.01, num_steps: 1000, less_noise: 1 });
    expect(outcome.ok ? "" : outcome.error.message).toBe("less_noise is 1; allowed is from 0.01 up to 0.9");
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
