// The colours of both themes against each other, by the formula of WCAG 2.2; paper has the light ones.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (name: string) =>
  readFileSync(new URL(`../../../www/components/styles/${name}.css`, import.meta.url), "utf8");
const TOKENS = read("tokens");

function colours(block: string): Map<string, string> {
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6});/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const LIGHT = colours(/:root \{([^}]*)\}/.exec(TOKENS)?.[1] ?? "");
const DARK = colours(/@media screen and \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/.exec(TOKENS)?.[1] ?? "");
/** The dark ones are for screens: what print.css says goes on top of the light ones. */
const PAPER = new Map([...LIGHT, ...colours(/:root \{([^}]*)\}/.exec(read("print"))?.[1] ?? "")]);

function luminance(hex: string): number {
  const long = hex.length === 4 ? [...hex.slice(1)].map((one) => one + one).join("") : hex.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(long.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** What is written in a colour, and on what. */
const TEXT: Record<string, string[]> = {
  ink: ["paper", "field", "notice"],
  "ink-soft": ["paper", "field"],
  accent: ["paper", "field", "notice"],
  alarm: ["paper", "field"],
  gain: ["paper"],
  upper: ["paper"],
  lower: ["paper"],
  estimate: ["paper"],
  formula: ["paper"],
  blind: ["paper"],
  other: ["paper"],
};
/** Lines, areas and edges that something is known by. */
const SHAPES: Record<string, string[]> = { chance: ["paper"], edge: ["paper"] };

describe.each([
  ["light", LIGHT],
  ["dark", DARK],
  ["paper", PAPER],
])("the colours of %s", (_, theme) => {
  const pairs = (of: Record<string, string[]>) =>
    Object.entries(of).flatMap(([name, grounds]) => grounds.map((ground) => [name, ground] as const));
  const between = (name: string, ground: string) => contrast(theme.get(name) ?? "#fff", theme.get(ground) ?? "#fff");

  it.each(pairs(TEXT))("%s can be read on %s", (name, ground) => {
    expect(between(name, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(SHAPES))("%s can be seen on %s", (name, ground) => {
    expect(between(name, ground)).toBeGreaterThanOrEqual(3);
  });

  it("chance and gain can be told apart in the bar, and what is exact from bounds in charts", () => {
    expect(theme.get("gain")).not.toBe(theme.get("chance"));
    const kinds = ["gain", "upper", "lower", "estimate", "formula", "blind", "other"].map((name) => theme.get(name));
    expect(new Set(kinds).size).toBe(kinds.length);
  });
});

it("paper has the light colours, on white", () => {
  expect(Object.fromEntries(PAPER)).toEqual({ ...Object.fromEntries(LIGHT), paper: "#fff" });
});

it("the formula gives the ends of its scale", () => {
  expect(contrast("#000", "#ffffff")).toBeCloseTo(21, 6);
  expect(contrast("#777", "#fff")).toBeCloseTo(4.48, 2);
});
