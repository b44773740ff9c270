// A simulation to take away: its record as JSON, and the lines that repeat it to the digit.
import { html, nothing } from "lit";
import type { TrainingResult } from "../../../src/boundary/wasm/core";
import type { MonteCarloState } from "../../answers/simulation";
import { LightElement } from "../../components/element/light-element";
import { crateLine, record, repeated, shellLine } from "../../words/simulation";
import "../../components/element/mi-copy-button";

const REVOKE_MS = 10_000;

export class MiRepetition extends LightElement {
  static override properties = { state: { attribute: false }, exact: { attribute: false } };

  declare state: MonteCarloState;
  declare exact: TrainingResult | null;

  protected override render() {
    const { options, result, reason } = this.state;
    if (!options || !result) return null;
    const again = repeated(options, result, reason);
    return html`
      <h3>Repeat it</h3>
      <p class="detail">
        The same parameters, seed and number of trainings give the same digits on every machine, with any number of
        workers.
        ${
          reason === "time" || reason === "cancelled"
            ? "This run ended early: the lines ask for the trainings that were added up, and count the same losses. What is said of the advantage leans on a pilot and on the number that is asked for: its interval, and below 8192 trainings its estimate, may come out slightly different."
            : nothing
        }
      </p>
      <div class="buttons">
        <mi-copy-button
          label="Copy as JSON"
          what="The simulation as JSON"
          said="Copied, with the seed and the lines that repeat it."
          .text=${() => this.text()}
        ></mi-copy-button>
        <button type="button" data-action="download" @click=${this.download}>Download as JSON</button>
      </div>
      <dl class="lines">
        <dt>From a shell</dt>
        <dd><code tabindex="0" aria-label="Line for a shell">${shellLine(again)}</code></dd>
        <dt>With the crate</dt>
        <dd><code tabindex="0" aria-label="Line for the crate">${crateLine(again)}</code></dd>
      </dl>
    `;
  }

  private text(): string {
    return record(this.state, this.exact) ?? "";
  }

  private download(): void {
    const url = URL.createObjectURL(new Blob([`${this.text()}\n`], { type: "application/json" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = `mi-bounds-simulation-seed-${this.state.options?.seed}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS);
  }
}

MiRepetition.define("mi-repetition");
