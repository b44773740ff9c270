// A schedule from text: what people paste is read, what cannot be read is placed by line and column.
import { describe, expect, it } from "vitest";
import { readHistory } from "../../../www/state/files/schedule";
import { inWords } from "../../../www/state/parameters/text-problem";

const TWO: [number, number, number][] = [
  [1.1, 0.0043, 3516],
  [0.9, 0.01, 500],
];

function problems(text: string): string[] {
  const reading = readHistory(text);
  return reading.ok ? [] : reading.problems.map(inWords);
}

describe("what is read", () => {
  it.each([
    ["CSV", "1.1,0.0043,3516\n0.9,0.01,500\n"],
    ["CSV with a header", "noise_multiplier,sample_rate,num_steps\r\n1.1,0.0043,3516\r\n0.9,0.01,500"],
    ["CSV in another order", "steps;q;epoch;sigma\n3516;0.0043;1;1.1\n500;1%;2;0.9"],
    ["CSV with comments, quotes and empty lines", '# schedule\n\n"1.1", "0.0043", "3516"\n\n0.9,1/100,500\n'],
    ["decimal commas", "1,1;0,0043;3516\n0,9;0,01;500"],
    ["tabs", "1.1\t0.0043\t3516\n0.9\t0.01\t500"],
    ["spaces", "1.1 0.0043 3516\n0.9  0.01  500"],
    ["a byte order mark", "\uFEFF1.1,0.0043,3516\n0.9,0.01,500"],
    ["JSON", "[[1.1, 0.0043, 3516], [0.9, 0.01, 500]]"],
    ["Python", "[(1.1, 0.0043, 3516), (0.9, 1e-2, 500),]"],
    ["an Opacus state in JSON", '{"history": [[1.1,0.0043,3516],[0.9,0.01,500]], "mechanism": "rdp"}'],
    ["an Opacus state in Python", "{'history': [(1.1, 0.0043, 3516), (0.9, 0.01, 500)], 'mechanism': 'prv'}"],
    ["NumPy numbers", "[(np.float64(1.1), np.float64(0.0043), 3516), (0.9, 0.01, np.int64(500))]"],
  ])("%s", (_, text) => {
    expect(readHistory(text)).toMatchObject({ ok: true, history: TWO });
  });

  it("one phase", () => {
    expect(readHistory("(1.1, 0.0043, 3516)")).toMatchObject({ history: [TWO[0]] });
    expect(readHistory("1.1,0.0043,3516")).toMatchObject({ history: [TWO[0]] });
  });

  it("ten thousand phases, and not one more", () => {
    expect(readHistory("1,0.01,5\n".repeat(10_000))).toMatchObject({ ok: true });
    expect(problems("1,0.01,5\n".repeat(10_001))[0]).toContain("10001 phases; allowed is from 1 up to 10000");
  });
});

describe("what is refused", () => {
  it("by line and column, with parameter, value and range", () => {
    expect(problems("1.1,0.0043,3516\n0.9,1.5,500\n0,0.1,1.5")).toEqual([
      "Line 2, column 2: sample_rate is 1.5; allowed is above 0 up to 1",
      "Line 3, column 1: noise_multiplier is 0; allowed is from 0.0001 up to 10000",
      "Line 3, column 3: num_steps is 1.5; allowed is a whole number from 1 up to 1000000000",
    ]);
  });

  it("in a literal, by character", () => {
    expect(problems("[(1.1, 0.0043, 3516),\n (0.9, -1, 500)]")).toEqual([
      "Line 2, column 8: sample_rate is -1; allowed is above 0 up to 1",
    ]);
  });

  it.each([
    ["", "empty"],
    ["  \n ", "empty"],
    ["NaN,0.1,10", 'noise_multiplier "NaN" is not a number'],
    ["[(nan, 0.1, 10)]", 'noise_multiplier "nan" is not a number'],
    ["[[1, 0.1, Infinity]]", "num_steps"],
    ["1,0.1", "num_steps  is empty"],
    ["1,0.1,10,7", "4 numbers"],
    ["sigma,rate_of_light\n1,2", "has no sample_rate, no num_steps"],
    ["noise_multiplier,sample_rate,num_steps\n", "no phase follows"],
    ["[[1, 0.1, 10]", "not closed"],
    ["[[1, 0.1, 10]] trailing", "goes on"],
    ["[[1 0.1 10]]", "a comma is missing"],
    ["{'mechanism': 'rdp'}", 'no "history"'],
    ["{'history': 5}", "not a list"],
    ["[]", "empty"],
    ["[[1, 0.1]]", "phase 1 is not"],
    ["[['1', 0.1, 10]]", "not a number"],
    ["[".repeat(1000), "nested too deeply"],
    ["PK\u0003\u0004\u0000binary", "not text"],
    ["\u0089PNG\uFFFD", "not text"],
    ["{'__proto__': [[1,0.1,1]]}", 'no "history"'],
  ])("%j", (text, why) => {
    expect(problems(text).join(" ")).toContain(why);
  });

  it("what is too long", () => {
    expect(problems("x".repeat(10_000_000))[0]).toContain("10000000 characters; at most");
  });

  it("many faults by the first of them", () => {
    const found = problems("0,0,0\n".repeat(100));
    expect(found.length).toBe(21);
    expect(found[20]).toContain("and 280 more");
  });
});
