// Advantage of attribute inference over steps or gradient distance, as data.
import type { AttributesResult } from "../../../src/boundary/wasm/core";
import type { Series } from "../../engine/protocol";
import { CHOICES } from "../../state/parameters/choices";
import type { Parameters } from "../../state/parameters/table";
import { atMost } from "../../words/figure";
import { rounded } from "../../words/number";
import { linearAxis, logAxis } from "./axes";
import type { Lines } from "./lines";

export function attributeLines(
  { values: xs, answers }: Series<AttributesResult>,
  result: AttributesResult,
  over: Parameters["attributes_over"],
): Lines {
  const pick = (read: (answer: AttributesResult) => number) =>
    answers.map((answer) => (answer ? read(answer) : Number.NaN));
  const lines = [
    { name: "certified: at most", kind: "upper" as const, ys: pick(({ certified }) => atMost(certified.advantage)) },
    {
      name: "attained by some gradients",
      kind: "lower" as const,
      ys: pick(({ certified }) => certified.attained.lower ?? certified.attained.estimate),
      read: (y: number) => rounded(y, 4, "down"),
    },
    {
      name: "closed form, no promise",
      kind: "formula" as const,
      ys: pick(({ bayes_security }) => bayes_security.advantage),
      read: (y: number) => rounded(y, 4),
    },
    {
      name: "closed form with an honest error",
      kind: "upper" as const,
      ys: pick(({ certified }) => Math.min(1, atMost(certified.closed_form_bound))),
    },
  ];
  const { num_steps, largest_gradient_distance } = result.parameters;
  const name = CHOICES.attributes_over.options[over];
  return {
    caption: `Advantage over ${name}`,
    summary:
      "The truth for the worst gradients lies between the first line and the second. Where the closed form runs below the second, it understates the risk.",
    xs,
    lines,
    x: logAxis([Math.min(...xs), Math.max(...xs)], `${name} (log scale)`),
    y: linearAxis([0, Math.min(1, 1.05 * largest(lines.flatMap(({ ys }) => ys)))], "advantage"),
    markedX: { at: over === "num_steps" ? num_steps : largest_gradient_distance, name: "the present setting" },
    read: (y) => rounded(y, 4, "up"),
  };
}

function largest(ys: number[]): number {
  return ys.reduce((most, y) => (y > most ? y : most), 1e-9);
}
