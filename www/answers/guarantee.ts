// The questions of the guarantee view: the answer itself first, what stands beside it after.
import type {
  DependentDataOptions,
  GuaranteeOptions,
  GuaranteeResult,
  IsoBoundOptions,
  UnboundedExampleOptions,
  UnlearningCurveOptions,
} from "../../src/boundary/wasm/core";
import type { ExactEngine } from "../engine/exact-engine";
import type { Questions } from "../engine/protocol";
import type { Inputs } from "../state/inputs/inputs";
import type { Parameters } from "../state/parameters/table";
import {
  guaranteeNames,
  guaranteeOptions,
  isoOptions,
  isPure,
  recordOptions,
  unlearningOptions,
} from "../state/questions/guarantee";
import { type Asked, ask, askIf, following } from "./ask";
import type { Following } from "./following-question";

export class GuaranteeAnswers {
  readonly main: Following<GuaranteeOptions, GuaranteeResult>;
  readonly iso: Following<IsoBoundOptions, Questions["iso_bound"]["answer"]>;
  readonly deletion: Following<UnlearningCurveOptions, Questions["unlearning_curve"]["answer"]>;
  readonly example: Following<UnboundedExampleOptions, Questions["unbounded_example"]["answer"]>;
  readonly dependent: Following<DependentDataOptions, Questions["dependent_data"]["answer"]>;

  readonly records: Asked<"records">;

  clear(): void {
    for (const each of [this.main, this.records, this.iso, this.deletion, this.example, this.dependent]) each.clear();
  }

  constructor(main: ExactEngine, secondary: ExactEngine, changed: () => void) {
    this.main = following(main, "guarantee", changed);
    this.records = following(secondary, "records", changed);
    this.iso = following(secondary, "iso_bound", changed);
    this.deletion = following(secondary, "unlearning_curve", changed);
    this.example = following(secondary, "unbounded_example", changed);
    this.dependent = following(secondary, "dependent_data", changed);
  }

  async follow(inputs: Inputs): Promise<void> {
    const { values, tables } = inputs;
    const names = guaranteeNames(values);
    const answered = await askIf(this.main, inputs, names, () => guaranteeOptions(values));
    if (!answered) return;
    await Promise.all([
      ask(this.records, tables.probabilities ? recordOptions(values, tables.probabilities) : null),
      askIf(this.iso, inputs, ["attack_rate", "target_positive_accuracy"], () => isoOptions(values)),
      askIf(this.deletion, inputs, [], () => (isPure(values) ? unlearningOptions(values) : null)),
      askIf(this.example, inputs, ["example_noise_multiplier"], () => ({
        noise_multiplier: values.example_noise_multiplier,
      })),
      askIf(this.dependent, inputs, ["dependent_records", "subpopulations"], () => dependentOptions(this.main, values)),
    ]);
  }
}

/** The guarantee is taken as that of the whole group. */
function dependentOptions(main: Following<GuaranteeOptions, GuaranteeResult>, values: Parameters) {
  const { value, current } = main;
  const epsilon = value?.epsilon?.upper ?? null;
  if (!current || epsilon === null) return null;
  const { dependent_records, subpopulations } = values;
  return { epsilon, delta: value?.delta ?? 0, dependent_records, subpopulations };
}
