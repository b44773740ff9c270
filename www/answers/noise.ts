// The questions of the Noise view: noise for an accuracy, its curve, and what dropped tables say.
import type { ExactEngine } from "../engine/exact-engine";
import { matrixOf } from "../state/files/table";
import type { Inputs } from "../state/inputs/inputs";
import { noiseCurveOptions, noiseNames, noiseOptions } from "../state/questions/noise";
import { type Asked, ask, askIf, following } from "./ask";

export class NoiseAnswers {
  readonly main: Asked<"noise">;
  readonly curve: Asked<"noise_curve">;
  readonly moments: Asked<"moments">;
  readonly table: Asked<"membership_table">;
  readonly examples: Asked<"powers_of_two">;

  constructor(main: ExactEngine, secondary: ExactEngine, changed: () => void) {
    this.main = following(main, "noise", changed);
    this.curve = following(secondary, "noise_curve", changed);
    this.moments = following(secondary, "moments", changed);
    this.table = following(secondary, "membership_table", changed);
    this.examples = following(secondary, "powers_of_two", changed);
  }

  clear(): void {
    for (const each of [this.main, this.curve, this.moments, this.table, this.examples]) each.clear();
  }

  async follow(inputs: Inputs): Promise<void> {
    const { values, tables } = inputs;
    const { moment_order, bootstrap, seed, table_records, subset_fraction } = values;
    const answered = await askIf(this.main, inputs, noiseNames(values), () => noiseOptions(values));
    await Promise.all([
      answered ? ask(this.curve, noiseCurveOptions(values)) : null,
      askIf(this.moments, inputs, ["moment_order", "bootstrap", "seed"], () =>
        tables.outputs ? { outputs: matrixOf(tables.outputs), moment_order, bootstrap, seed } : null,
      ),
      askIf(this.table, inputs, ["table_records", "subset_fraction"], () =>
        tables.membership
          ? {
              table: matrixOf(tables.membership),
              ...(table_records === null ? { subset_fraction } : { records: table_records }),
            }
          : null,
      ),
      askIf(this.examples, inputs, ["eta", "example_size"], () => ({
        sizes: sizesTo(values.example_size),
        eta: values.eta,
      })),
    ]);
  }
}

/** Every even size up to the wanted one. */
function sizesTo(most: number): number[] {
  const sizes = Array.from({ length: Math.floor(most / 2) - 1 }, (_, i) => 2 * i + 4);
  return sizes.at(-1) === most ? sizes : [...sizes, most];
}
