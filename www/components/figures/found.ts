// The members found at a rate of false positives, as the views show them beside their answer.
import { html } from "lit";
import type { TprFigure } from "../../../src/boundary/wasm/core";
import { foundInWords } from "../../words/figure";
import { percent } from "../../words/number";
import "./mi-figure";

/** `found` is null until it is known. */
export function foundFigure(fpr: number, found: TprFigure | null) {
  const { says, chance } = found ? foundInWords(found) : { says: undefined, chance: "" };
  return html`<mi-figure
    name="tpr-${fpr}"
    label="Members found at ${percent(fpr)} FPR"
    inPercent
    .figure=${found}
    .says=${says}
    words=${chance}
    .footnote=${found ? `Precision: ${found.precision.theorem}` : undefined}
  ></mi-figure>`;
}
