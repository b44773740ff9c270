// The questions of the Attributes view: the bound, its curve, and the distance of dropped gradients.
import type { ExactEngine } from "../engine/exact-engine";
import type { Questions } from "../engine/protocol";
import { matrixOf } from "../state/files/table";
import type { Inputs } from "../state/inputs/inputs";
import { attributesCurveOptions, attributesNames, attributesOptions } from "../state/questions/attributes";
import { type Asked, ask, askIf, following, inParts } from "./ask";
import { Following } from "./following-question";

export class AttributeAnswers {
  readonly main: Asked<"attributes">;
  readonly curve: Asked<"attributes_curve">;
  /** From raw gradients. */
  readonly distance: Asked<"gradient_distance">;

  constructor(main: ExactEngine, secondary: ExactEngine, changed: () => void) {
    this.main = following(main, "attributes", changed);
    const curve = inParts<Questions["attributes_curve"]["options"], Questions["attributes"]["answer"]>((part) =>
      secondary.latest("attributes_curve", "attributes_curve", part),
    );
    this.curve = new Following((options) => curve.ask(options), changed);
    this.distance = following(main, "gradient_distance", changed);
  }

  clear(): void {
    for (const each of [this.main, this.curve, this.distance]) each.clear();
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
      this.main.pause();
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
