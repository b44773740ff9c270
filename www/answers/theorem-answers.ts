// The questions of the guarantee, noise and attributes views: the answer itself first, what stands beside it after.
import type {
  DependentDataOptions,
  GuaranteeOptions,
  GuaranteeResult,
  IsoBoundOptions,
  UnboundedExampleOptions,
  UnlearningCurveOptions,
} from "../../src/wasm";
import type { ExactEngine, LatestKind } from "../engine/exact-engine";
import type { Questions, Series } from "../engine/protocol";
import { type Inputs, problemIn } from "../state/inputs/inputs";
import type { Name, Parameters } from "../state/parameters/table";
import {
  attributesCurveOptions,
  attributesNames,
  attributesOptions,
  guaranteeNames,
  guaranteeOptions,
  isoOptions,
  isPure,
  matrixOf,
  noiseCurveOptions,
  noiseNames,
  noiseOptions,
  recordOptions,
  unlearningOptions,
} from "../state/questions/theorem-options";
import { Following } from "./following-question";
import { Sweeps } from "./sweep";

type Asked<K extends LatestKind> = Following<Questions[K]["options"], Questions[K]["answer"]>;

/** One question that follows, answered by `engine`. */
function following<K extends LatestKind>(engine: ExactEngine, kind: K, changed: () => void): Asked<K> {
  return new Following(
    (options) => engine.latest(kind, kind, options),
    changed,
    () => engine.cancel(kind),
  );
}

/** Asks with what there is, or lets the answer go. */
async function ask<O, V>(question: Following<O, V>, options: O | null): Promise<boolean> {
  if (options !== null) return question.follow(options);
  question.drop();
  return true;
}

/** Asks unless an input is refused; the answer of the last good ones stays then. */
async function askIf<O, V>(question: Following<O, V>, inputs: Inputs, names: Name[], options: () => O | null) {
  if (problemIn(inputs, names) === null) return ask(question, options());
  question.rest();
  return false;
}

const PART = 4;

function inParts<O extends { values: number[] }, A>(askPart: ConstructorParameters<typeof Sweeps<O, Series<A>>>[0]) {
  return new Sweeps<O, Series<A>>(
    askPart,
    (one, next) => ({ values: [...one.values, ...next.values], answers: [...one.answers, ...next.answers] }),
    PART,
  );
}

export class GuaranteeAnswers {
  readonly main: Following<GuaranteeOptions, GuaranteeResult>;
  readonly iso: Following<IsoBoundOptions, Questions["iso_bound"]["answer"]>;
  readonly deletion: Following<UnlearningCurveOptions, Questions["unlearning_curve"]["answer"]>;
  readonly example: Following<UnboundedExampleOptions, Questions["unbounded_example"]["answer"]>;
  readonly dependent: Following<DependentDataOptions, Questions["dependent_data"]["answer"]>;

  readonly records: Asked<"records">;

  drop(): void {
    for (const each of [this.main, this.records, this.iso, this.deletion, this.example, this.dependent]) each.drop();
  }

  constructor(main: ExactEngine, beside: ExactEngine, changed: () => void) {
    this.main = following(main, "guarantee", changed);
    this.records = following(beside, "records", changed);
    this.iso = following(beside, "iso_bound", changed);
    this.deletion = following(beside, "unlearning_curve", changed);
    this.example = following(beside, "unbounded_example", changed);
    this.dependent = following(beside, "dependent_data", changed);
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

export class NoiseAnswers {
  readonly main: Asked<"noise">;
  readonly curve: Asked<"noise_curve">;
  readonly moments: Asked<"moments">;
  readonly table: Asked<"membership_table">;
  readonly examples: Asked<"powers_of_two">;

  constructor(main: ExactEngine, beside: ExactEngine, changed: () => void) {
    this.main = following(main, "noise", changed);
    this.curve = following(beside, "noise_curve", changed);
    this.moments = following(beside, "moments", changed);
    this.table = following(beside, "membership_table", changed);
    this.examples = following(beside, "powers_of_two", changed);
  }

  drop(): void {
    for (const each of [this.main, this.curve, this.moments, this.table, this.examples]) each.drop();
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

export class AttributeAnswers {
  readonly main: Asked<"attributes">;
  readonly curve: Asked<"attributes_curve">;
  /** From raw gradients. */
  readonly distance: Asked<"gradient_distance">;

  constructor(main: ExactEngine, beside: ExactEngine, changed: () => void) {
    this.main = following(main, "attributes", changed);
    const curve = inParts<Questions["attributes_curve"]["options"], Questions["attributes"]["answer"]>((part) =>
      beside.latest("attributes_curve", "attributes_curve", part),
    );
    this.curve = new Following((options) => curve.ask(options), changed);
    this.distance = following(main, "gradient_distance", changed);
  }

  drop(): void {
    for (const each of [this.main, this.curve, this.distance]) each.drop();
  }

  async follow(inputs: Inputs): Promise<void> {
    const { values, tables } = inputs;
    const { clipping_norm, attributes_values } = values;
    const measured = await askIf(this.distance, inputs, ["clipping_norm", "attributes_values"], () =>
      values.distance_source === "gradients" && tables.gradients
        ? {
            gradients: matrixOf(tables.gradients),
            clipping_norm,
            ...(attributes_values === null ? {} : { values: attributes_values }),
          }
        : null,
    );
    if (!measured) {
      this.main.rest();
      return;
    }
    const options = attributesQuestion(inputs, this.distance);
    if (!(await askIf(this.main, inputs, attributesNames(values), () => options)) || !options) return;
    await ask(this.curve, attributesCurveOptions(values, options));
  }
}

/** Null while what it asks about is not known: a file, or the diameter of its gradients. */
export function attributesQuestion(inputs: Inputs, distance: AttributeAnswers["distance"]) {
  const diameter = distance.current ? distance.value?.diameter : null;
  const most = 2 * inputs.values.clipping_norm;
  return attributesOptions(inputs, diameter ? Math.min(diameter.upper ?? diameter.estimate, most) : null);
}
