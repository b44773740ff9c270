// docs/embedding.md against the code: its tables are printed from it, its examples are read by it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { OWN_ATTRIBUTES, readAttributes, stateAttributes } from "../../../www/embed/attributes";
import { EMBEDS } from "../../../www/embed/names";
import { tokensOf } from "../../../www/embed/sheet";
import { CHOICES, type ChoiceKey } from "../../../www/state/parameters/choices";
import { allowed } from "../../../www/state/parameters/parameter";
import { type Key, type Name, PARAMS, print } from "../../../www/state/parameters/table";
import { QUANTITY } from "../../../www/state/questions/quantity";
import { RUN_NAMES } from "../../../www/state/questions/run";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const docs = readFileSync(`${root}docs/embedding.md`, "utf8");
const QUESTIONS: Name[] = ["target_delta", "prior", "fpr", "attack_rate", "solve_for", "target"];
const TARGETS = [...(Object.keys(QUANTITY) as Name[]), "fpr_min", "fpr_max"] as Name[];

/** One row of the table of attributes. */
function row(name: Name): string {
  const found = stateAttributes().find((each) => each.name === name);
  const words = [found?.attribute, ...(found?.aliases ?? [])].map((word) => `\`${word}\``).join(", ");
  if (name === "history")
    return `| ${words} | Phases \`noise,rate,steps;…\`, in place of the numbers above | none | each as above |`;
  if (name in CHOICES) {
    const { label, default: start, options } = CHOICES[name as ChoiceKey];
    return `| ${words} | ${label} | \`${start}\` | ${Object.keys(options)
      .map((word) => `\`${word}\``)
      .join(", ")} |`;
  }
  const { label, unit, default: start, range } = PARAMS[name as Key];
  return `| ${words} | ${label}${unit ? ` (${unit})` : ""} | ${start === null ? "from the others" : print(start)} | ${allowed(range)} |`;
}

describe("docs/embedding.md", () => {
  it("lists the attributes of a run and of a question, with the code's defaults and ranges", () => {
    const rows = [...RUN_NAMES, ...QUESTIONS, ...TARGETS].map(row).join("\n");
    expect(docs).toContain(rows);
  });

  it("names every element, every attribute of their own, and every property of the theme", () => {
    for (const name of EMBEDS) expect(docs).toContain(`\`<${name}>\``);
    for (const name of OWN_ATTRIBUTES) expect(docs).toContain(`\`${name}`);
    const css = readFileSync(`${root}www/components/styles/tokens.css`, "utf8");
    const properties = tokensOf(css).filter(({ property }) => !/space|font-|size-|measure|height|page/.test(property));
    for (const { property, light, dark } of properties) {
      expect(docs).toContain(`| \`${property}\` | ${dark ? `\`${light}\` | \`${dark}\`` : "the page's | the same"} |`);
    }
  });

  it("has examples without a fault", () => {
    const tags = [...docs.matchAll(/<(mi-[a-z]+)([^>]*)>/g)].filter(([, , text]) => text?.trim());
    expect(tags.length).toBeGreaterThan(3);
    for (const [, name, text] of tags) {
      const attributes = [...(text ?? "").matchAll(/([a-z-]+)(?:="([^"]*)")?/g)].map(([, key = "", value = ""]) => ({
        name: key,
        value,
      }));
      expect(readAttributes(attributes, name === "mi-calibrate" ? "calibrate" : "training").faults).toEqual([]);
    }
  });
});
