// The answer of a calibration: a short value that is safe and what it keeps to; the exact one and its unsafe neighbour behind it.
import { html, nothing } from "lit";
import type { CalibrateResult } from "../../../src/boundary/wasm/core";
import { AdoptEvent } from "../../components/element/events";
import { LightElement } from "../../components/element/light-element";
import { CHOICES } from "../../state/parameters/choices";
import { type Parameters, print } from "../../state/parameters/table";
import { achievedInWords, alsoKnownAs, keptInWords, neighbourInWords, safeValue } from "../../words/calibration";
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
    const { solve_for, achieved } = result;
    const name = CHOICES.solve_for.options[solve_for];
    const full = print(result.value);
    return html`
      <p class="found">
        <span class="name">${name[0]?.toUpperCase()}${name.slice(1)}</span>
        <output data-figure="calibrated" data-value=${full}>${safeValue(result)}</output>
        <span class="also">${alsoKnownAs(result, values)}</span>
        <button type="button" class="primary" ?disabled=${!this.current} @click=${() => this.dispatchEvent(new AdoptEvent())}>
          Open in Training
        </button>
      </p>
      <p class="kept">${keptInWords(result, values)}</p>
      ${result.warnings.map((warning) => html`<p class="notice">${warning.message}</p>`)}
      <details class="kind">
        <summary>Exactly ${full.length > 10 ? `${full.slice(0, 10)}…` : full}: what it achieves, and the next value that does not</summary>
        <p>${full === safeValue(result) ? nothing : html`The value that was found is ${full}; above it is rounded to the safe side.`}</p>
        <p>
          It achieves ${quantityInWords(result.quantity, values, solve_for)}
          <strong data-figure="achieved">${achievedInWords(result)}</strong> (${kindInWords(achieved)}).
        </p>
        <p data-figure="neighbour">${neighbourInWords(result)}</p>
        <p>${result.status}</p>
      </details>
    `;
  }
}

MiSolution.define("mi-solution");
