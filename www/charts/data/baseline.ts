// How often a guess is right with what was trained, over how often it is right without: certified, by closed forms, and blind.
import type { BaselineFigure, Figure } from "../../../src/boundary/wasm/core";
import { onceIn } from "../../words/baseline";
import { atMost, kindInWords } from "../../words/figure";
import { logAxis } from "./axes";
import type { Line, Lines } from "./lines";

/** All that can be above blind guessing. */
export function baselineChart(figures: readonly BaselineFigure[]): Lines {
  const [first] = figures;
  const xs = figures.map(({ baseline }) => baseline);
  const ofAll = (figure: (each: BaselineFigure) => Figure | null) =>
    figures.map((each) => {
      const found = figure(each);
      return found ? atMost(found) : Number.NaN;
    });
  const lines: Line[] = [
    { name: `certified${side(first)}`, kind: "upper", ys: ofAll((each) => each) },
    {
      name: `closed form of Bayes security${side(first?.closed_form)}`,
      kind: "formula",
      ys: ofAll(({ closed_form }) => closed_form),
    },
    ...(first?.gaussian
      ? [
          {
            name: `closed form of the Gaussian mechanism${side(first.gaussian)}`,
            kind: "formula",
            ys: ofAll(({ gaussian }) => gaussian),
          } as const,
        ]
      : []),
    { name: "blind guessing", kind: "blind", ys: xs },
  ];
  const label = (model: string) => `right ${model} the model (log scale)`;
  return {
    caption: "A guess about a record, with the model and without",
    summary:
      "Over the chance that the best guess is right without the model: how likely it is right with it, at most. The closed form of Bayes security stays near the advantage, however unlikely the guess is.",
    xs,
    lines,
    x: logAxis([xs[0] ?? 1e-12, xs.at(-1) ?? 0.5], label("without")),
    y: logAxis([xs[0] ?? 1e-12, 1], label("with")),
    read: onceIn,
  };
}

/** " (upper bound)". */
function side(figure: Figure | undefined): string {
  return figure ? ` (${kindInWords(figure)})` : "";
}
