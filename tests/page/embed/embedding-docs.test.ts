// docs/embedding.md against the code: its tables are printed from it, its examples are read by it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { OWN_ATTRIBUTES, readAttributes, stateAttributes } from "../../../www/embed/attributes";
import { EMBEDS, type EmbedName, viewOf } from "../../../www/embed/names";
import { tokensOf } from "../../../www/embed/sheet";
import type { EmbeddedView } from "../../../www/state/embeds";
import { CHOICES, type ChoiceKey } from "../../../www/state/parameters/choices";
import { allowed } from "../../../www/state/parameters/parameter";
import { type Key, type Name, PARAMS, print } from "../../../www/state/parameters/table";
import { RESULTS_FORM } from "../../../www/state/questions/audit";
import { FORM } from "../../../www/state/questions/guarantee";
import { QUANTITY } from "../../../www/state/questions/quantity";
import { RUN_NAMES } from "../../../www/state/questions/run";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const docs = readFileSync(`${root}docs/embedding.md`, "utf8");
const QUESTIONS: Name[] = ["target_delta", "prior", "fpr", "attack_rate", "solve_for", "target"];
const TARGETS = [...(Object.keys(QUANTITY) as Name[]), "fpr_min", "fpr_max"] as Name[];

/** Of an audit, but for the list of thresholds. */
const COUNTED = Object.values(RESULTS_FORM)
  .flat()
  .filter((name) => name !== "thresholds");

/** One row of the table of attributes. */
function row(name: Name, view: EmbeddedView = "training"): string {
  const found = stateAttributes(view).find((each) => each.name === name);
  const words = [found?.attribute, ...(found?.aliases ?? [])].map((word) => `\`${word}\``).join(", ");
  if (name === "history")
    return `| ${words} | Phases \`noise,rate,steps;…\`, in place of the numbers above | none | each as above |`;
  if (name === "thresholds")
    return `| ${words} | Counts \`TP,P,FP,N;…\` at several thresholds | an example | each as below |`;
  if (name in CHOICES) {
    const { label, default: start, options } = CHOICES[name as ChoiceKey];
    return `| ${words} | ${label} | \`${start}\` | ${Object.keys(options)
      .map((word) => `\`${word}\``)
      .join(", ")} |`;
  }
  const { label, unit, default: start, range, optional } = PARAMS[name as Key];
  return `| ${words} | ${label}${unit ? ` (${unit})` : ""} | ${start === null ? (optional ? "none" : "from the others") : print(start)} | ${allowed(range)} |`;
}

describe("docs/embedding.md", () => {
  it("lists the attributes of a run and of a question, with the code's defaults and ranges", () => {
    const rows = [...RUN_NAMES, ...QUESTIONS, ...TARGETS].map((name) => row(name)).join("\n");
    expect(docs).toContain(rows);
  });

  it.each([
    ["guarantee", ["guarantee", ...new Set(Object.values(FORM).flat())].filter((name) => name !== "rdp")],
    ["attributes", ["clipping_norm", "gradient_distance", "attributes_over"]],
    [
      "noise",
      ["noise_question", "eta", "noise_scale", "noise_moment", "sigma_1", "sigma_m", "moment_order", "dimension"],
    ],
    ["noise", ["subset_fraction", "sensitivity", "swap_distance"]],
    ["audit", ["declared", "results", "scores_from", "thresholds", ...COUNTED, "level"]],
  ] as [EmbeddedView, Name[]][])("lists those of the %s view", (view, names) => {
    expect(docs).toContain(names.map((name) => row(name, view)).join("\n"));
  });

  it("names every element, every attribute of their own, and every property of the theme", () => {
    const types = readFileSync(`${root}www/embed/types/elements.d.ts`, "utf8");
    for (const name of EMBEDS) {
      expect(docs).toContain(`\`<${name}>\``);
      expect(types).toContain(`"${name}": HTMLElement;`);
    }
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
      const attributes = [...(text ?? "").matchAll(/([a-z][a-z0-9-]*)(?:="([^"]*)")?/g)].map(
        ([, key = "", value = ""]) => ({
          name: key,
          value,
        }),
      );
      expect(readAttributes(attributes, viewOf(name as EmbedName)).faults).toEqual([]);
    }
  });
});
