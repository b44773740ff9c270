// The words of charts with rows: broken where they have no room, whole where they have it.
import { describe, expect, it } from "vitest";
import { rowsIn } from "../../../www/charts/data/rows";

const LONG = { name: "Closed form + error term", says: "at most 1.849: says nothing" };
const SHORT = { name: "Yeom", says: "at most 0.2" };

describe("rows of a chart", () => {
  it("have one line of words each where there is room, and while the width is not known", () => {
    for (const width of [720, 2000, 0]) {
      expect(rowsIn([LONG, SHORT], width)).toEqual({
        words: ["Closed form + error term: at most 1.849: says nothing", "Yeom: at most 0.2"],
        extra: 0,
        height: 134,
      });
    }
  });

  it("are all as high as the longest needs, which has its name on a line of its own", () => {
    for (const width of [280, 340, 360]) {
      const rows = rowsIn([LONG, SHORT], width);
      expect(rows.words).toEqual(["Closed form + error term:\nat most 1.849: says nothing", "Yeom: at most 0.2"]);
      expect(rows.height).toBe(134 + 2 * rows.extra);
      expect(rows.extra).toBeGreaterThan(0);
    }
  });

  it("part words at spaces only, in as many lines as it takes, and lose none", () => {
    const rows = rowsIn([LONG], 150);
    const lines = rows.words[0]?.split("\n") ?? [];
    expect(lines.join(" ")).toBe(`${LONG.name}: ${LONG.says}`);
    for (const line of lines) expect(line.length * 8).toBeLessThanOrEqual(130);
    expect(rows.extra).toBe(18 * (lines.length - 1));
    expect(rowsIn([{ name: "Donaudampfschifffahrt", says: "x" }], 60).words).toEqual(["Donaudampfschifffahrt:\nx"]);
    expect(rowsIn([], 300).height).toBe(46);
  });
});
