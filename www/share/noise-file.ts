// Drawn noise as a file that says what it may be used for.
import type { NoiseSample, NoiseSampleOptions } from "../../src/boundary/wasm/core";
import { count } from "../words/number";

/** A name that tells nothing of noise to be released. */
export function sampleFile({ seed }: NoiseSample): string {
  return seed === null ? "noise-to-release.csv" : `noise-demonstration-seed-${seed}.csv`;
}

export function drawnInWords({ values, columns, purpose, method }: NoiseSample): string {
  const vectors = values.length / columns;
  const use = purpose === "release" ? "to be released" : "for demonstration";
  return `${count(vectors)} ${vectors === 1 ? "vector" : "vectors"} drawn ${use}: ${method}`;
}

/** Remarks, a header and one vector a row. */
export function sampleCsv(
  sample: NoiseSample,
  { noise, noise_scale }: Pick<NoiseSampleOptions, "noise" | "noise_scale">,
): string {
  const { columns, values, method, library_version } = sample;
  const rows = [
    ...purposeLines(sample).map((line) => `# ${line}`),
    `# Law ${noise}, scale ${noise_scale}: ${method}. mi-bounds ${library_version}`,
    Array.from({ length: columns }, (_, i) => `noise_${i + 1}`).join(","),
  ];
  for (let at = 0; at < values.length; at += columns) rows.push(values.slice(at, at + columns).join(","));
  return `${rows.join("\n")}\n`;
}

function purposeLines({ seed, grid }: NoiseSample): string[] {
  if (seed !== null)
    return [
      `For demonstration only, not for release: whoever knows or guesses seed ${seed} takes this noise off again.`,
    ];
  return [
    "To be released: add one row, once, publish the sum only, and delete this file. It is as secret as the output without noise.",
    ...(grid === null
      ? []
      : [
          `All numbers are multiples of 2^${Math.log2(grid)} = ${grid}. Round each number of the output to a multiple first.`,
        ]),
  ];
}
