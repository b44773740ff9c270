// What people type, and the number it stands for.
import { describe, expect, it } from "vitest";
import { readNumber } from "../../../www/state/parameters/number-text";

const READ: [text: string, value: number][] = [
  ["1e-5", 1e-5],
  ["1E-5", 1e-5],
  ["1/60000", 1 / 60000],
  ["256/60000", 256 / 60000],
  ["256 / 60k", 256 / 60000],
  ["0.1%", 0.001],
  ["0.1 %", 0.001],
  ["2.3%", 0.023],
  ["60k", 60_000],
  ["60 K", 60_000],
  ["2M", 2_000_000],
  ["2.3M", 2_300_000],
  ["1G", 1e9],
  ["1_000", 1000],
  ["1 000", 1000],
  ["1 000 000", 1_000_000],
  ["1\u202F000", 1000],
  ["1\u00A0000", 1000],
  ["1'000", 1000],
  ["1,000,000", 1_000_000],
  ["1,234.5", 1234.5],
  ["1.234,5", 1234.5],
  ["1.000.000", 1_000_000],
  ["\u22121", -1],
  ["1e\u22125", 1e-5],
  ["+3", 3],
  [".5", 0.5],
  ["5.", 5],
  ["  7  ", 7],
  ["10^-5", 1e-5],
  ["10⁻⁵", 1e-5],
  ["2×10⁻⁵", 2e-5],
  ["3.5*10^8", 3.5e8],
  ["0,5", 0.5],
  ["0,001", 0.001],
];

const REFUSED = [
  "",
  " ",
  "abc",
  "1/0",
  "1/2/3",
  "1e999",
  "NaN",
  "Infinity",
  "0x10",
  "1 2",
  "1_",
  "--1",
  "1,2,3",
  "1e",
  "%",
  "k",
  "e5",
  "1..2",
];

describe("readNumber", () => {
  it.each(READ)("reads %j as %d", (text, value) => {
    expect(readNumber(text, false)).toMatchObject({ ok: true, value });
  });

  it.each(REFUSED)("refuses %j and says why", (text) => {
    const reading = readNumber(text, false);
    expect(reading.ok).toBe(false);
    if (!reading.ok) expect(reading.problem).not.toBe("");
  });

  it("takes a lone comma before three digits as thousands where only whole numbers are allowed", () => {
    expect(readNumber("60,000", true)).toEqual({ ok: true, value: 60_000 });
    expect(readNumber("60,000", false)).toMatchObject({ value: 60, hint: expect.stringContaining("comma") });
  });

  it("says so when it reads a decimal comma", () => {
    expect(readNumber("1,5", true)).toMatchObject({ value: 1.5, hint: expect.stringContaining("decimal") });
  });

  // An expression that tries every way to group them would not end.
  it.each(["1", "1 ", "1,", "9'"])("refuses 50,000 times %j", (text) => {
    expect(readNumber(text.repeat(50_000), true).ok).toBe(false);
  });
});
