// The answer of a calibration in figures: the safe value, what it achieves, and its unsafe neighbour.
import { html, nothing } from "lit";
import type { CalibrateResult } from "../../../src/boundary/wasm/core";
import { AdoptEvent } from "../../components/element/events";
import { LightElement } from "../../components/element/light-element";
import { CHOICES } from "../../state/parameters/choices";
import { type Parameters, print, printed } from "../../state/parameters/table";
import { achievedInWords, alsoKnownAs, neighbourInWords, safeValue } from "../../words/calibration";
import { kindInWords } from "../../words/figure";
import { quantityInWords } from "../../words/setting";

export class MiSolution extends LightElement {
  static override properties = {
    result: { attribute: false },
    values: { attribute: false },
    current: { type: Boolean },
  };

  declare result: CalibrateResult;
  declare values: Parameters;
  /** Whether the result answers the sentence as it stands. */
  declare current: boolean;

  protected override render() {
    const { result, values } = this;
    const { solve_for, quantity, target, achieved } = result;
    const name = CHOICES.solve_for.options[solve_for];
    const full = print(result.value);
    const shown = safeValue(result);
    return html`
      <p class="found">
        <span class="name">${name[0]?.toUpperCase()}${name.slice(1)}</span>
        <output data-figure="calibrated" data-value=${full}>${shown}</output>
        <span class="also">${alsoKnownAs(result, values)}</span>
      </p>
      <p class="achieved">
        It achieves ${quantityInWords(quantity, values)} <strong data-figure="achieved">${achievedInWords(result)}</strong>
        <span class="kind">(${kindInWords(achieved)})</span>, for a target of ${printed(quantity, target)}.
      </p>
      <p class="detail" data-figure="neighbour">${neighbourInWords(result)}</p>
      ${
        Number.isInteger(result.value) || full === shown
          ? nothing
          : html`<p class="detail">In full ${full}; above it is rounded to the safe side.</p>`
      }
      <p class="detail">${result.status}</p>
      ${result.warnings.map((warning) => html`<p class="notice">${warning.message}</p>`)}
      <p class="buttons">
        <button type="button" class="primary" ?disabled=${!this.current} @click=${() => this.dispatchEvent(new AdoptEvent())}>
          Open in Training
        </button>
      </p>
    `;
  }
}

MiSolution.define("mi-solution");
