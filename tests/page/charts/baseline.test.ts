// The chart of guesses: what the core says of each baseline, from one question.
import { describe, expect, it } from "vitest";
import { loadCore } from "../../../bin/core.mjs";
import { baselineChart } from "../../../www/charts/data/baseline";
import { defaults } from "../../../www/state/parameters/table";
import { baselinesOfGuarantee, baselinesOfRun } from "../../../www/state/questions/baseline";

const core = await loadCore();

function chartOf(question: ReturnType<typeof baselinesOfRun>) {
  const outcome = question.kind === "training" ? core.training(question.options) : core.guarantee(question.options);
  if (!outcome.ok) throw new Error(outcome.error.message);
  return baselineChart(outcome.value.baseline);
}

describe("the chart of guesses", () => {
  it.each([
    ["a run", baselinesOfRun(defaults())],
    ["a guarantee", baselinesOfGuarantee({ ...defaults(), view: "guarantee" })],
  ] as const)("runs from one in 1e12 to a coin, above blind guessing: %s", (_, question) => {
    const { xs, lines, read } = chartOf(question);
    expect([xs.length, xs[0], xs.at(-1)]).toEqual([200, 1e-12, 0.5]);
    const [certified, closed, blind] = [lines[0], lines[1], lines.at(-1)];
    expect(certified?.name).toBe("certified (upper bound)");
    expect([closed?.name, blind?.name]).toEqual(["closed form of Bayes security (upper bound)", "blind guessing"]);
    expect(blind?.ys).toEqual(xs);
    for (const [i, x] of xs.entries()) {
      const [sure, formula] = [certified?.ys[i] ?? 0, closed?.ys[i] ?? 0];
      expect(sure).toBeGreaterThanOrEqual(x);
      expect(sure).toBeGreaterThanOrEqual((i > 0 ? certified?.ys[i - 1] : 0) ?? 0);
      expect(formula).toBeLessThanOrEqual(1);
    }
    expect(read(0.25)).toBe("once in 4");
  });

  it("has the closed form of the Gaussian mechanism where batches are the whole data set", () => {
    const whole = chartOf(baselinesOfRun({ ...defaults(), sample_rate: 1, num_steps: 10, noise_multiplier: 10 }));
    expect(whole.lines.map(({ name }) => name)).toContain("closed form of the Gaussian mechanism (upper bound)");
  });
});
