// The agreement panel: the stored file has its shape, and a difference names its sign in words.
import { describe, expect, it } from "vitest";
import type { Figure } from "../../../src/boundary/wasm/core";
import { AGREEMENT, difference, presetOptions } from "../../../www/words/other-tools";

const EXACT: Figure = {
  lower: 0.1133,
  estimate: 0.1134,
  upper: 0.1135,
  kind: "exact",
  method: "",
  theorem: "",
  sources: [],
};

describe("the stored figures", () => {
  it("name a tool, a version and a reason for each", () => {
    const tools = new Map(AGREEMENT.tools.map((tool) => [tool.name, tool.version]));
    for (const { rows, label, parameters } of AGREEMENT.presets) {
      expect(label).not.toBe("");
      expect(presetOptions({ id: "", label, parameters, rows }).fpr).toEqual([parameters.fpr]);
      for (const row of rows) {
        expect(tools.get(row.tool), row.tool).toBeTruthy();
        expect(["advantage", "epsilon", "tpr"]).toContain(row.quantity);
        expect(row.value === null || Number.isFinite(row.value)).toBe(true);
        expect(row.note).not.toBe("");
      }
    }
  });
});

describe("a difference", () => {
  it("says on which side the tool is", () => {
    expect(difference(0.1133476, EXACT)).toMatchObject({ absolute: "0", verdict: "inside the exact interval" });
    expect(difference(0.1, EXACT)).toEqual({ absolute: "−0.013", relative: "−12%", verdict: "understates the risk" });
    expect(difference(0.2, EXACT)).toEqual({ absolute: "+0.087", relative: "+76%", verdict: "overstates the risk" });
  });
});
