// The bounds side by side: their sides in words, and those that say nothing.
import { describe, expect, it } from "vitest";
import type { Figure, TrainingResult } from "../../src/wasm";
import { bounds } from "../../www/bounds";
import { headline, tprInWords } from "../../www/words";

function figure(kind: Figure["kind"], value: number): Figure {
  const certified = kind === "exact";
  return {
    lower: certified ? value - 1e-14 : null,
    estimate: value,
    upper: certified ? value + 1e-14 : kind === "upper" ? value : null,
    kind,
    method: "test",
    theorem: "test",
  };
}

const RESULT = {
  advantage: figure("exact", 0.1133476),
  closed_form: { ...figure("approximation", 0.0915), error_term: 1.7, error_against_exact: -0.0218 },
  chi_square: figure("upper", 0.14521),
  pinsker: figure("upper", 0.1604),
  humphries: figure("upper", 0.61),
  erlingsson: figure("upper", 0.75),
  yeom: figure("upper", 1.6),
} as unknown as TrainingResult;

describe("bounds", () => {
  const rows = new Map(bounds(RESULT, null).map((row) => [row.name, row]));

  it("says the side of each in words", () => {
    expect(rows.get("Exact")?.says).toBe("0.1133476");
    expect(rows.get("Chi-square")?.says).toBe("at most 0.1453, 1.29 × exact");
    expect(rows.get("Closed form")?.says).toBe("about 0.09150, too low by 19%");
  });

  it("marks what is above 1 as saying nothing", () => {
    expect(rows.get("Yeom")).toMatchObject({ vacuous: true, says: expect.stringContaining("says nothing") });
    expect(rows.get("Closed form + error term")?.vacuous).toBe(true);
    expect(rows.get("Humphries")?.vacuous).toBe(false);
    const [almost] = bounds({ ...RESULT, yeom: figure("upper", 0.99995) }, null).filter(({ name }) => name === "Yeom");
    expect(almost?.vacuous).toBe(true);
  });

  it("leaves out what was not computed", () => {
    expect(rows.has("Monte Carlo")).toBe(false);
    expect(bounds({ ...RESULT, yeom: null }, null).some((row) => row.name === "Yeom")).toBe(false);
  });
});

describe("sentences", () => {
  it("give the headline of the example", () => {
    expect(headline(RESULT.advantage)).toBe(
      "Of 1000 guesses, the best possible attacker gets at most 557 right; blind guessing gets 500.",
    );
  });

  it("round the members that are found up", () => {
    const tpr = { ...figure("exact", 0.0022), fpr: 0.001, precision: figure("exact", 0.69) };
    expect(tprInWords(tpr)).toContain("Of 1000 members at most 3 are found while 1 of 1000 others is named wrongly.");
  });
});
