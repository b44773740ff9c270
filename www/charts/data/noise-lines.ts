// The charts of the noise view as data: scales over eta, and the data set of powers of two.
import type { Figure, NoiseResult, PowersOfTwo } from "../../../src/boundary/wasm/core";
import type { Series } from "../../engine/protocol";
import { type Parameters, print } from "../../state/parameters/table";
import { atMost } from "../../words/figure";
import { rounded } from "../../words/number";
import { linearAxis, logAxis } from "./axes";
import type { LineKind, Lines } from "./lines";

const read = (y: number) => rounded(y, 4, "up");

export function scaleLines({ values: xs, answers }: Series<NoiseResult>, values: Parameters): Lines {
  const pick = (name: keyof NonNullable<NoiseResult["scale"]>) =>
    answers.map((answer) => {
      const found = answer?.scale?.[name];
      return found && Number.isFinite(atMost(found)) ? atMost(found) : Number.NaN;
    });
  const names = {
    sharp: "sharper bound",
    laplace_1d: "Laplace, one number",
    gaussian: "Gaussian",
    printed: "as printed",
    dimension_corrected: "corrected for the dimension",
    laplace_dp: "Laplace mechanism",
    swap: "by exchange",
  } as const;
  const lines = Object.entries(names)
    .map(([key, words]) => {
      const name = key as keyof typeof names;
      const known = answers.find((answer) => answer?.scale?.[name])?.scale?.[name];
      return { name: words, kind: kindOf(known), ys: pick(name) };
    })
    .filter(({ ys }) => ys.some(Number.isFinite));
  const ys = lines.flatMap((line) => line.ys).filter(Number.isFinite);
  return {
    caption: "Scale of the noise over eta",
    summary:
      "Half the eta takes about twice the noise by the sharper bounds, and four times as much by the printed one at M = 2.",
    xs,
    lines,
    x: logAxis([Math.min(...xs), Math.max(...xs)], "eta (log scale)"),
    y: logAxis([Math.min(...ys) / 1.2, Math.max(...ys) * 1.2], "scale"),
    markedX: values.noise_question === "eta" ? { at: values.eta, name: "the eta that is wanted" } : null,
    read,
  };
}

/** A scale that suffices bounds the noise from above; one without a promise is a formula. */
function kindOf(scale: Pick<Figure, "kind"> | null | undefined): LineKind {
  return scale?.kind === "approximation" ? "formula" : "upper";
}

export function powersLines(examples: PowersOfTwo[], values: Parameters): Lines {
  const xs = examples.map(({ dataset_size }) => dataset_size);
  const lines = [
    {
      name: "Laplace mechanism (DP)",
      kind: "upper" as const,
      ys: examples.map(({ laplace_dp }) => atMost(laplace_dp)),
    },
    { name: "as printed", kind: kindOf(examples[0]?.printed), ys: examples.map(({ printed }) => atMost(printed)) },
    { name: "sharper bound", kind: "upper" as const, ys: examples.map(({ sharp }) => atMost(sharp)) },
    {
      name: "Laplace, sharper bound",
      kind: "upper" as const,
      ys: examples.map(({ laplace_1d }) => atMost(laplace_1d)),
    },
  ];
  const ys = lines.flatMap((line) => line.ys);
  return {
    caption: "Noise for the data set 1, 2, 4, …",
    summary: `At eta ${print(values.eta)}. The more records, the more one of them can change the output, so differential privacy needs ever more noise. The output of a random half hardly varies, so hiding membership does not.`,
    xs,
    lines,
    x: linearAxis([Math.min(...xs), Math.max(...xs)], "records"),
    y: logAxis([Math.min(...ys) / 1.5, Math.max(...ys) * 1.5], "scale"),
    read,
  };
}
