// The advantage, as every view shows it beside its answer.
import { html } from "lit";
import type { Figure } from "../../../src/boundary/wasm/core";
import "./mi-figure";

export function advantageFigure(figure: Figure | null) {
  return html`<mi-figure name="advantage" label="Advantage" .figure=${figure} words="0: learns nothing, 1: knows all"></mi-figure>`;
}
