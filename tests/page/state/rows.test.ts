// Counts at several thresholds as they are pasted: from a spreadsheet, with or without a header, and what is wrong by line.
import { describe, expect, it } from "vitest";
import { inputsOf, rowsTextOf, rowsTyped } from "../../../www/state/inputs/inputs";
import { readRows, rowsText, writeRows } from "../../../www/state/parameters/rows";
import { defaults } from "../../../www/state/parameters/table";

const ROWS = [
  [30, 1000, 10, 1200],
  [200, 1000, 100, 1200],
];

describe("thresholds", () => {
  it.each([
    ["commas", "30,1000,10,1200\n200, 1000, 100, 1200\n"],
    ["tabs, with groups of thousands", "30\t1,000\t10\t1,200\r\n200\t1,000\t100\t1,200\r\n"],
    ["spaces", "30 1000 10 1200\n\n200 1k 100 1.2k"],
    ["a header", "TP\tP\tFP\tN\n30\t1000\t10\t1200\n200\t1000\t100\t1200"],
    ["a header in another order", "fp,tp,negatives,members\n10,30,1200,1000\n100,200,1200,1000"],
    ["the link's own form", "30,1000,10,1200;200,1000,100,1200"],
  ])("are read with %s", (_, text) => {
    expect(readRows("thresholds", text)).toEqual({ ok: true, value: ROWS });
  });

  it("come back from what is written", () => {
    const { thresholds } = defaults();
    for (const text of [rowsText(thresholds), writeRows(thresholds)])
      expect(readRows("thresholds", text)).toEqual({ ok: true, value: thresholds });
  });

  it.each([
    ["30,1000,10", 'Line 1, column 1: "30,1000,10" is not TP, P, FP and N'],
    [
      "30,1000,10,1200\n1001,1000,10,1200",
      "Line 2, column 1: true_positives is 1001; it must be at most positives, 1000",
    ],
    ["30,1000,10,9", "Line 1, column 3: false_positives is 10; it must be at most negatives, 9"],
    ["tp,p,fp,n\n30,1000,x,1200", "Line 2, column 3: false_positives is not a number such as"],
    ["30,0,10,1200", "Line 1, column 2: positives is 0; allowed is a whole number from 1 up to 1000000000000"],
    ["tp,total,fp,n\n1,2,1,2", 'Line 1, column 1: "tp,total,fp,n" is not a header of TP, P, FP and N'],
    [" \n", "thresholds is empty: write TP, P, FP and N in each line"],
    ["1,2,1,2\n".repeat(101), "thresholds has more than 100 rows"],
  ])("are refused by line: %j", (text, message) => {
    const reading = readRows("thresholds", text);
    expect(reading.ok ? "" : reading.message).toContain(message);
  });

  it("stay as typed while they are refused", () => {
    const start = inputsOf({ ...defaults(), view: "audit", results: "thresholds" });
    const bad = rowsTyped(start, "thresholds", "1,2");
    expect(rowsTextOf(bad, "thresholds")).toBe("1,2");
    expect(bad.values.thresholds).toEqual(start.values.thresholds);
    expect(bad.problems.thresholds).toContain("Line 1");
  });
});
