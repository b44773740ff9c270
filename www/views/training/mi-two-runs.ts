// Two runs side by side: keep the present one as B, change places, let it go, and what each figure says of both.
import { html, nothing } from "lit";
import type { Figure, TrainingResult } from "../../../src/boundary/wasm/core";
import { type CompareAction, CompareEvent } from "../../components/element/events";
import { LightElement } from "../../components/element/light-element";
import type { Problem } from "../../engine/protocol";
import { print } from "../../state/parameters/table";
import type { Run } from "../../state/questions/run";
import { differences } from "../../words/differences";
import { sideInWords } from "../../words/figure";
import { percent } from "../../words/number";

export class MiTwoRuns extends LightElement {
  static override properties = {
    run: { attribute: false },
    runB: { attribute: false },
    result: { attribute: false },
    other: { attribute: false },
    problem: { attribute: false },
    current: { type: Boolean },
  };

  declare run: Run;
  declare runB: Run | null;
  declare result: TrainingResult | null;
  declare other: TrainingResult | null;
  /** Why B has no answer. */
  declare problem: Problem | null;
  /** Whether the controls hold a run. */
  declare current: boolean;
  /** Whether a button of ours was pressed that may be gone or disabled by its own effect. */
  private pressed = false;

  protected override updated(): void {
    if (!this.pressed) return;
    this.pressed = false;
    const at = document.activeElement;
    if (at && this.contains(at) && at.matches(":enabled")) return;
    this.querySelector<HTMLElement>(this.runB ? ".told" : '[data-action="keep"]')?.focus();
  }

  protected override render() {
    if (!this.runB) {
      return html`<p class="buttons">${this.button("keep", "Keep these settings as B to compare", this.current)}</p>`;
    }
    const rows = differences(this.run, this.runB);
    return html`
      <p class="buttons">
        <strong class="told" tabindex="-1">A is what the controls say, B is kept.</strong>
        ${this.button("swap", "Swap A and B", this.current)} ${this.button("drop", "Drop B", true)}
        ${this.button("keep", "Keep A as B", this.current && rows.length > 0)}
      </p>
      ${this.problem ? html`<p class="remark problem">B: ${this.problem.message}</p>` : nothing}
      <div class="scroll" tabindex="0" role="region" aria-label="Table: A and B">
        <table>
          <thead>
            <tr>
              <th scope="col">A against B</th>
              <th scope="col">A</th>
              <th scope="col">B</th>
            </tr>
          </thead>
          <tbody>
            ${
              rows.length === 0
                ? html`<tr>
                    <th scope="row">Settings</th>
                    <td colspan="2">the same: change a control, and A differs from B</td>
                  </tr>`
                : rows.map(
                    ({ label, a, b }) => html`<tr class="setting">
                      <th scope="row">${label}</th>
                      <td>${a}</td>
                      <td>${b}</td>
                    </tr>`,
                  )
            }
            ${this.figures()}
          </tbody>
        </table>
      </div>
    `;
  }

  private button(action: CompareAction, words: string, enabled: boolean) {
    return html`<button type="button" data-action=${action} ?disabled=${!enabled} @click=${() => this.act(action)}>${words}</button>`;
  }

  private act(action: CompareAction): void {
    this.pressed = true;
    this.dispatchEvent(new CompareEvent(action));
  }

  private figures() {
    const { result, other } = this;
    if (!result || !other) return nothing;
    const row = (label: string, of: (result: TrainingResult) => Figure | null | undefined, inPercent = false) => {
      const cell = (figure: Figure | null | undefined) =>
        figure ? sideInWords(figure, inPercent ? 100 : 1, inPercent ? "%" : "") : "–";
      return html`<tr>
        <th scope="row">${label}</th>
        <td>${cell(of(result))}</td>
        <td>${cell(of(other))}</td>
      </tr>`;
    };
    return html`
      ${row("Advantage", ({ advantage }) => advantage)} ${row("Bayes security", ({ bayes_security }) => bayes_security)}
      ${row("Accuracy", ({ accuracy }) => accuracy, true)}
      ${result.tpr.map(({ fpr }, i) => row(`TPR at ${percent(fpr)} FPR`, ({ tpr }) => tpr[i], true))}
      ${result.tpr.map(({ fpr }, i) => row(`Precision at ${percent(fpr)} FPR`, ({ tpr }) => tpr[i]?.precision, true))}
      ${result.epsilon ? row(`Epsilon at delta ${print(result.epsilon.target_delta)}`, ({ epsilon }) => epsilon) : nothing}
      ${row("GDP mu", ({ gdp_mu }) => gdp_mu)}
    `;
  }
}

MiTwoRuns.define("mi-two-runs");
