// A probability as people tell a risk: never smaller than it is.
import { describe, expect, it } from "vitest";
import { onceIn } from "../../../www/words/baseline";

describe("a risk in words", () => {
  it.each([
    [1e-6, "once in 1,000,000"],
    [4.4057e-4, "once in 2269"],
    [0.19, "once in 5"],
    [0.5, "once in 2"],
    [0.5000001, "51 times in 100"],
    [0.57, "57 times in 100"],
    [0.99, "99 times in 100"],
    [0.991, "every time"],
    [1, "every time"],
  ])("%d is %s", (probability, words) => {
    expect(onceIn(probability)).toBe(words);
  });
});
