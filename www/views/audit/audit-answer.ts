// The verdict of an audit, and the figures beside it.
import { html, nothing } from "lit";
import type { AuditResult } from "../../../src/boundary/wasm/core";
import { type Parameters, print } from "../../state/parameters/table";
import { auditDelta } from "../../state/questions/audit";
import { chanceInWords, declaredNoise, noiseInWords, noiseLabel, pValue, shareInWords } from "../../words/audit";
import { verdictParts } from "../../words/verdict";
import "../../components/figures/mi-figure";

export function auditSentence(result: AuditResult, values: Parameters) {
  const { says, adds } = verdictParts(result, values);
  return html`<p class="big-sentence" data-verdict=${result.refuted ? "refuted" : "not-refuted"}>
    ${says} <small>${adds}</small>
  </p>`;
}

/** How sure the verdict is, how strong the attack, and which noise is left. */
export function auditFigures(result: AuditResult, values: Parameters) {
  const { share_of_possible, noise_multiplier, epsilon } = result;
  return html`<div class="figures">
    <mi-figure
      name="p_value"
      label="p-value"
      .figure=${pValue(result)}
      .says=${chanceInWords(result)}
      words="chance of such results, if it was kept"
    ></mi-figure>
    <mi-figure
      name="share_of_possible"
      label="Shown of what is possible"
      inPercent
      .figure=${share_of_possible}
      words=${shareInWords(result)}
    ></mi-figure>
    ${
      noise_multiplier
        ? html`<mi-figure
            name="noise_multiplier"
            label=${noiseLabel(values)}
            .figure=${noise_multiplier}
            .says=${noiseInWords(noise_multiplier)}
            words=${declaredNoise(values)}
          ></mi-figure>`
        : epsilon
          ? html`<mi-figure
              name="least_epsilon"
              label="Epsilon at delta ${print(auditDelta(values))}"
              .figure=${epsilon}
              words="the attack shows at least this"
            ></mi-figure>`
          : nothing
    }
  </div>`;
}
