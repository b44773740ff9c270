// Rounding never flatters: upper bounds up, lower bounds down, printed intervals contain the true one.
import { describe, expect, it } from "vitest";
import { readNumber } from "../../../www/state/parameters/number-text";
import { certified, count, interval, percent, rightGuesses, rounded } from "../../../www/words/number";

function value(text: string): number {
  const reading = readNumber(text, false);
  if (!reading.ok) throw new Error(`${text} ${reading.problem}`);
  return reading.value;
}

describe("rounded", () => {
  it.each([
    [0.1133476027, 7, "nearest", "0.1133476"],
    [0.1133476027, 4, "up", "0.1134"],
    [0.1133476027, 4, "down", "0.1133"],
    [0.25, 2, "up", "0.25"],
    [0.25, 2, "down", "0.25"],
    [0.999999, 3, "up", "1.00"],
    [0.1000001, 1, "down", "0.1"],
    [0.0999999, 1, "down", "0.09"],
    [-1.25, 2, "up", "-1.2"],
    [-1.25, 2, "down", "-1.3"],
    [1234567, 2, "up", "1300000"],
    [4.1e-14, 2, "nearest", "4.1×10⁻¹⁴"],
    [3.516e8, 2, "nearest", "3.5×10⁸"],
    [9.99e-5, 1, "up", "0.0001"],
    [0, 3, "up", "0"],
  ] as const)("%d to %d digits, %s: %s", (number, digits, direction, text) => {
    expect(rounded(number, digits, direction)).toBe(text);
  });

  it("keeps its direction on a sweep of values", () => {
    for (let i = 1; i < 2000; i++) {
      const number = Math.abs(Math.sin(i)) * 10 ** ((i % 40) - 20);
      for (const digits of [1, 2, 4, 7]) {
        expect(value(rounded(number, digits, "up"))).toBeGreaterThanOrEqual(number);
        expect(value(rounded(number, digits, "down"))).toBeLessThanOrEqual(number);
      }
    }
  });
});

describe("interval", () => {
  it("shows a tight one as value and width, and the printed one contains it", () => {
    for (const half of [3e-14, 7.7e-12, 1e-9]) {
      const estimate = 0.11334760271234;
      const text = interval(estimate - half, estimate, estimate + half, 4);
      const [middle = "", width = ""] = text.split("±");
      expect(value(middle) - value(width)).toBeLessThanOrEqual(estimate - half);
      expect(value(middle) + value(width)).toBeGreaterThanOrEqual(estimate + half);
      expect(value(width)).toBeLessThan(3 * half);
    }
  });

  it("shows a wide one by its ends, rounded outwards", () => {
    expect(interval(0.11019, 0.1137, 0.11721, 3)).toBe("between 0.110 and 0.118");
  });

  it("shows a point as itself", () => {
    expect(interval(0.5, 0.5, 0.5, 4)).toMatch(/^0\.50*$|^0\.50* ±/);
  });
});

describe("certified", () => {
  it("drops digits that the interval leaves open, and gives way to the interval when it is wide", () => {
    expect(certified(0.1, 0.1, 0.1, 7)).toBe("0.1000000");
    expect(certified(0.1133476 - 4e-14, 0.1133476, 0.1133476 + 4e-14, 7)).toBe("0.1133476");
    expect(certified(0.112, 0.1133, 0.1145, 7)).toBe("0.11");
    expect(certified(0.00036, 0.0005, 0.00071, 7)).toBe("0.00036 to 0.00071");
    expect(certified(0.001, 0.5, 1, 7)).toBe("0.0010 to 1.0");
  });
});

describe("natural frequencies", () => {
  it("are rounded against the reader's comfort", () => {
    expect(rightGuesses(0.1133476027)).toEqual({ of: 1000, right: 557, blind: 500 });
    expect(rightGuesses(1)).toEqual({ of: 1000, right: 1000, blind: 500 });
  });

  it("use a crowd large enough for a small advantage", () => {
    expect(rightGuesses(1e-4)).toEqual({ of: 100_000, right: 50_005, blind: 50_000 });
    expect(rightGuesses(0).of).toBe(1e9);
  });
});

describe("words for counts and shares", () => {
  it("groups large counts only", () => {
    expect([count(1000), count(3516), count(60_000), count(1e9)]).toEqual(["1000", "3516", "60,000", "1,000,000,000"]);
  });

  it("prints shares in per cent", () => {
    expect([percent(0.001), percent(0.1), percent(1), percent(0.1234567, 3, "up")]).toEqual([
      "0.1%",
      "10%",
      "100%",
      "12.4%",
    ]);
  });
});
