// Drawn noise as a file: what it says of itself, and that its numbers can be read back.
import { describe, expect, it } from "vitest";
import type { NoiseSample } from "../../../src/boundary/wasm/core";
import { drawnInWords, sampleCsv, sampleFile } from "../../../www/share/noise-file";

const RELEASE: NoiseSample = {
  ...{ library_version: "1.2.3", purpose: "release", seed: null, grid: 2 ** -20, columns: 2 },
  ...{ values: [2 ** -20, -3, 0.5, 7 * 2 ** -20], method: "independent", erratum: null },
};
const DEMONSTRATION: NoiseSample = { ...RELEASE, purpose: "demonstration", seed: 5, grid: null };
const LAW = { noise: "gaussian", noise_scale: 3 } as const;

describe("noise as a file", () => {
  it("is called by its use; a seed stands in the name of a demonstration alone", () => {
    expect(sampleFile(RELEASE)).toBe("noise-to-release.csv");
    expect(sampleFile(DEMONSTRATION)).toBe("noise-demonstration-seed-5.csv");
    expect(drawnInWords(RELEASE)).toBe("2 vectors drawn to be released: independent");
    expect(drawnInWords(DEMONSTRATION)).toBe("2 vectors drawn for demonstration: independent");
  });

  it("names the grid, and holds each number to its last digit", () => {
    const lines = sampleCsv(RELEASE, LAW).split("\n");
    expect(lines[0]).toMatch(/^# To be released: .* delete this file/);
    expect(lines[1]).toContain("multiples of 2^-20 = 9.5367431640625e-7.");
    expect(lines[2]).toBe("# Law gaussian, scale 3: independent. mi-bounds 1.2.3");
    expect(lines[3]).toBe("noise_1,noise_2");
    expect(lines.slice(4, -1).flatMap((line) => line.split(",").map(Number))).toEqual(RELEASE.values);
  });

  it("says of a demonstration that it is none to release", () => {
    const [first, second] = sampleCsv(DEMONSTRATION, LAW).split("\n");
    expect(first).toMatch(/^# For demonstration only, not for release: .* seed 5 /);
    expect(second).toMatch(/^# Law gaussian/);
  });
});
