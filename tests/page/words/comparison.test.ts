// The bounds side by side: their sides in words, and those that say nothing.
import { describe, expect, it } from "vitest";
import type { Figure, MonteCarloResult, TrainingResult } from "../../../src/boundary/wasm/core";
import { bounds } from "../../../www/words/comparison";
import { headline, namedInWords, sideInWords, tprInWords } from "../../../www/words/figure";

function figure(kind: Figure["kind"], value: number): Figure {
  const certified = kind === "exact";
  return {
    lower: certified ? value - 1e-14 : null,
    estimate: value,
    upper: certified ? value + 1e-14 : kind === "upper" ? value : null,
    kind,
    method: "test",
    theorem: "test",
    sources: ["mibounds"],
  };
}

const RESULT = {
  advantage: figure("exact", 0.1133476),
  closed_form: { ...figure("approximation", 0.0915), error_term: 1.7, error_against_exact: -0.0218 },
  closed_form_upper: figure("upper", 1.7915),
  chi_square: figure("upper", 0.14521),
  pinsker: figure("upper", 0.1604),
  humphries: figure("upper", 0.61),
  erlingsson: figure("upper", 0.75),
  yeom: figure("upper", 1.6),
} as unknown as TrainingResult;

const ALONE = { simulated: null, other: null };

describe("bounds", () => {
  const rows = new Map(bounds(RESULT, ALONE).map((row) => [row.name, row]));

  it("says the side of each in words", () => {
    expect(rows.get("Exact")?.says).toBe("0.1133");
    expect(rows.get("Chi-square")?.says).toBe("at most 0.1453, 1.29 × exact");
    expect(rows.get("Closed form")?.says).toBe("about 0.09150, too low by 19%");
  });

  it("marks what is above 1 as saying nothing", () => {
    expect(rows.get("Yeom")).toMatchObject({ vacuous: true, says: expect.stringContaining("says nothing") });
    expect(rows.get("Closed form + error term")?.vacuous).toBe(true);
    expect(rows.get("Humphries")?.vacuous).toBe(false);
    const [almost] = bounds({ ...RESULT, yeom: figure("upper", 0.99995) }, ALONE).filter(({ name }) => name === "Yeom");
    expect(almost?.vacuous).toBe(true);
  });

  it("leaves out what was not computed", () => {
    expect(rows.has("Monte Carlo")).toBe(false);
    expect(bounds({ ...RESULT, yeom: null }, ALONE).some((row) => row.name === "Yeom")).toBe(false);
  });

  it("does without the figures that only one phase of Gaussian noise has", () => {
    const none = { closed_form: null, closed_form_upper: null, gaussian_limit: null, chi_square: null, pinsker: null };
    const names = bounds({ ...RESULT, ...none }, ALONE).map(({ name }) => name);
    expect(names).toEqual(["Exact", "Humphries", "Erlingsson", "Yeom"]);
  });

  it("compares with nothing where the run's own figure is only a bound", () => {
    const advantage = { ...figure("upper", 0.4), lower: 0.1 };
    const says = new Map(bounds({ ...RESULT, advantage }, ALONE).map((row) => [row.name, row.says]));
    expect(says.get("The core's bound")).toBe("between 0.1000 and 0.4000");
    expect(says.get("Chi-square")).toBe("at most 0.1453");
  });

  it.each([
    ["exact", "Monte Carlo"],
    ["upper", "Monte Carlo of an upper bound"],
    ["lower", "Monte Carlo of a lower bound"],
  ] as const)("names what was simulated: %s", (side, name) => {
    const advantage: Figure = { ...RESULT.advantage, kind: "estimate" };
    const simulated = { side, advantage } as MonteCarloResult;
    expect(bounds(RESULT, { simulated, other: null }).map((row) => row.name)).toContain(name);
  });

  it("has the run that is compared as a row", () => {
    const other = { ...RESULT, advantage: figure("exact", 0.25) };
    const row = bounds(RESULT, { simulated: null, other }).find(({ name }) => name === "The same for B");
    expect(row?.says).toBe("0.2500");
  });
});

describe("sentences", () => {
  it("give the headline of the example", () => {
    expect(headline(RESULT.advantage)).toBe(
      "Of 1000 guesses, the best possible attacker gets at most 557 right; blind guessing gets 500.",
    );
  });

  it("say in the headline what is known of a bound", () => {
    expect(headline({ ...figure("upper", 0.2), lower: 0.1 })).toBe(
      "Of 1000 guesses, the best possible attacker gets between 550 and 600 right; blind guessing gets 500. Both ends are proven; where between them the truth lies is not known.",
    );
    expect(headline({ ...figure("upper", 0.2), lower: 0.2 - 1e-9 })).toMatch(
      /at most 600 right; blind guessing gets 500\.$/,
    );
    expect(headline({ ...figure("lower", 0.1), lower: 0.1 })).toContain("gets at least 550 right");
    expect(headline(figure("upper", 0.2))).toContain("at most 600 right");
  });

  it.each<[Figure, string]>([
    [figure("exact", 0.1133476), "0.1133"],
    [figure("upper", 0.14521), "at most 0.1453"],
    [{ ...figure("upper", 0.14521), lower: 0.11117 }, "between 0.1111 and 0.1453"],
    [{ ...figure("upper", 0.14521), lower: 0 }, "at most 0.1453"],
    [{ ...figure("lower", 0.11117), lower: 0.11117 }, "at least 0.1111"],
    [{ ...figure("estimate", 0.2), lower: 0.18004, upper: 0.21001 }, "about 0.2000 (0.1800 to 0.2101)"],
    [figure("approximation", 0.0915), "about 0.09150"],
  ])("say the side of a figure: %#", (given, words) => {
    expect(sideInWords(given)).toBe(words);
  });

  it("give precision in natural frequencies, rounded up", () => {
    expect(namedInWords(figure("exact", 0.03811), 0.01)).toBe(
      "Of 1000 records the attacker names, at most 39 are members; by blind luck, it would be 10.",
    );
    expect(namedInWords(figure("exact", 4.1e-6), 1e-6)).toBe(
      "Of 1,000,000 records the attacker names, at most 5 are members; by blind luck, it would be 1.",
    );
  });

  it("round the members that are found up", () => {
    const tpr = { ...figure("exact", 0.0022), fpr: 0.001, precision: figure("exact", 0.69) };
    expect(tprInWords(tpr)).toContain("Of 1000 members at most 3 are found while 1 of 1000 others is named wrongly.");
  });
});
