// What a field says of what was typed into it: in its own words, and what to enter.
import { describe, expect, it } from "vitest";
import { inPlainWords, whatToEnter } from "../../../www/state/parameters/entry";
import { type Key, NUMBER_KEYS, PARAMS } from "../../../www/state/parameters/table";

describe("what to enter", () => {
  it.each<[Key, string, string]>([
    ["dataset_size", "many", "Enter the data set size as a whole number, such as 60,000"],
    ["dataset_size", "60000.5", "Enter the data set size as a whole number, such as 60,000"],
    ["noise_multiplier", "", "Enter the noise multiplier as a number, such as 1.1"],
    ["noise_multiplier", "0", "Enter a noise multiplier above 0: without noise, nothing is hidden"],
    ["noise_multiplier", "0.00001", "The noise multiplier must be between 0.0001 and 10,000"],
    ["prior", "2", "The prior must be between 1e-9 and 0.999999999"],
    ["tpr", "x", "Enter the target TPR as a percentage, such as 1%"],
    ["fpr", "150%", "The FPR must be between 1e-12 and 100%"],
  ])("%s %j: %s", (key, text, words) => {
    expect(whatToEnter(key, text)).toBe(words);
  });

  it("names no parameter as the module does", () => {
    for (const key of NUMBER_KEYS) {
      expect(whatToEnter(key, "?")).toMatch(/^Enter the .+ as (a whole number|a percentage|a number), such as \S+$/);
      if (key.includes("_")) expect(whatToEnter(key, "?")).not.toContain(key);
    }
    expect(inPlainWords("batch_size is 70000; allowed is up to dataset_size")).toBe(
      "the batch size is 70000; allowed is up to the data set size",
    );
    expect(PARAMS.batch_size.label).toBe("Batch size");
  });
});
