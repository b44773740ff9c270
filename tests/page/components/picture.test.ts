// A chart as a file: light, complete, and readable by other programs.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inLight, lightTokens, pictureSvg, wrapped } from "../../../www/components/charts/picture";

const css = readFileSync(new URL("../../../www/components/styles/tokens.css", import.meta.url), "utf8");

describe("the light palette", () => {
  it("is that of the first block of the tokens", () => {
    const light = lightTokens(css);
    expect(light.get("--paper")).toBe("#fdfcf9");
    const [first = "", dark = ""] = css.split("@media screen and (prefers-color-scheme: dark)");
    for (const name of ["--paper", "--ink", "--line", "--accent", "--gain"]) {
      const value = light.get(name) ?? "none";
      expect(first).toContain(`${name}: ${value};`);
      expect(dark).not.toContain(`${name}: ${value};`);
    }
  });

  it("takes the place of every variable that a chart may name", () => {
    const markup = '<g fill="var(--gain)" stroke="currentColor" style="fill: var(--plot-background, white)">';
    const light = lightTokens(css);
    expect(inLight(markup, light)).toBe(
      `<g fill="${light.get("--gain")}" stroke="${light.get("--ink")}" style="fill: ${light.get("--paper")}">`,
    );
  });

  it("has a value for every colour that the charts use", () => {
    const light = lightTokens(css);
    const folder = new URL("../../../www/charts/", import.meta.url);
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [...readFileSync(new URL(file, folder), "utf8").matchAll(/var\((--[\w-]+)\)/g)])
      .map(([, name = ""]) => name);
    expect(names).toContain("--gain");
    for (const name of names) expect(light.get(name), name).toBeDefined();
  });
});

describe("a picture", () => {
  const text = pictureSvg({
    drawing: { inside: '<path stroke="var(--gain)" d="M0,0L9,9"/>', width: 560, height: 448 },
    title: "ROC curve & more",
    legend: [{ name: "certified: at most", sample: '<line x1="0" x2="34" y1="4" y2="4" stroke="var(--accent)"/>' }],
    description: "TPR < 1",
    lines: ["Noise multiplier 1.1", `mi-bounds 0.1.0: https://example.org/#${"x".repeat(200)}`],
  });

  it("stands for itself", () => {
    expect(text).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="592" height="(\d+)" viewBox="0 0 592 \1"/,
    );
    expect(text).not.toMatch(/var\(|currentcolor|<script|<style|system-ui/i);
    expect(text).toContain("ROC curve &amp; more");
    expect(text).toContain("<desc>TPR &lt; 1</desc>");
    for (const said of ["certified: at most", "Noise multiplier 1.1", "mi-bounds 0.1.0:"]) expect(text).toContain(said);
  });

  it("closes what it opens", () => {
    const open: string[] = [];
    for (const [, close, name = "", empty] of text.matchAll(/<(\/?)([\w]+)[^>]*?(\/?)>/g)) {
      if (close) expect(open.pop()).toBe(name);
      else if (!empty) open.push(name);
    }
    expect(open).toEqual([]);
  });

  it("cuts lines at spaces, and an address where it must", () => {
    expect(wrapped("one two three", 8)).toEqual(["one two", "three"]);
    expect(wrapped("x".repeat(20), 8).map(({ length }) => length)).toEqual([8, 8, 4]);
    expect(wrapped("", 8)).toEqual([]);
  });
});
