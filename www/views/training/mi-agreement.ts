// What other tools say of a preset, with the difference to the exact interval and why.
import { html, nothing, type PropertyValues } from "lit";
import type { TrainingOptions, TrainingResult } from "../../../src/boundary/wasm/core";
import { agreementAnswer } from "../../answers/answers";
import type { Following } from "../../answers/following-question";
import { ChoiceEvent } from "../../components/element/events";
import { LightElement } from "../../components/element/light-element";
import type { ExactEngine } from "../../engine/exact-engine";
import type { Choices } from "../../state/parameters/choices";
import { print } from "../../state/parameters/table";
import { sideInWords } from "../../words/figure";
import { percent, rounded } from "../../words/number";
import {
  AGREEMENT,
  type AgreementRow,
  difference,
  figureOf,
  type Preset,
  presetOptions,
} from "../../words/other-tools";

function quantityOf(quantity: AgreementRow["quantity"]): string {
  return quantity === "tpr" ? "TPR" : quantity;
}

/** "riskcal, epsilon, in 0.28 s". */
function answerOf({ tool, quantity, seconds }: AgreementRow): string {
  return `${tool}, ${quantityOf(quantity)}${seconds === null ? "" : `, in ${rounded(seconds, 2)} s`}`;
}

/** Several answers have the same reason: it is said once. */
function byNote(rows: AgreementRow[]): [note: string, rows: AgreementRow[]][] {
  const found = new Map<string, AgreementRow[]>();
  for (const row of rows) found.set(row.note, [...(found.get(row.note) ?? []), row]);
  return [...found];
}

export class MiAgreement extends LightElement {
  static override properties = {
    engine: { attribute: false },
    chosen: { type: String },
    preset: { state: true },
  };

  declare engine: ExactEngine;
  /** The name of the run that is shown. */
  declare chosen: Choices["agreement"];
  declare preset: Preset | null;
  private asked: Following<TrainingOptions, TrainingResult> | null = null;

  /** The run of the tools' answers, exactly. */
  private get exact(): Following<TrainingOptions, TrainingResult> {
    this.asked ??= agreementAnswer(this.engine, () => this.requestUpdate());
    return this.asked;
  }

  constructor() {
    super();
    this.preset = null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("chosen")) return;
    const preset = AGREEMENT.presets.find(({ id }) => id === this.chosen);
    if (!preset) return;
    this.preset = preset;
    void this.exact.follow(presetOptions(preset));
  }

  protected override render() {
    if (AGREEMENT.presets.length === 0) {
      return html`<p class="detail">
        The stored figures have not been generated yet: the script in benches/peers runs the other tools and writes them.
      </p>`;
    }
    return html`
      <div class="ask">
        <label for="agreement-preset"><strong>Preset</strong></label>
        <select id="agreement-preset" @change=${this.onChoice}>
          ${AGREEMENT.presets.map(({ id, label }) => html`<option value=${id} ?selected=${id === this.preset?.id}>${label}</option>`)}
        </select>
      </div>
      ${this.preset ? this.table(this.preset) : nothing}
      <p class="detail">
        Run on ${AGREEMENT.generated} by the script in benches/peers, which anyone can run again:
        ${AGREEMENT.tools.map(({ name, version, license }) => `${name} ${version}${license ? ` (${license})` : ""}`).join(", ")}.
        The exact column is computed now, in this page.
        <a href="validation.html">Many more settings are on the validation page.</a>
      </p>
    `;
  }

  private table({ parameters, rows }: Preset) {
    const { noise_multiplier, sample_rate, num_steps, neighboring_relation, target_delta, fpr } = parameters;
    return html`
      <p class="detail">
        Noise multiplier ${print(noise_multiplier)}, sample rate ${rounded(sample_rate, 4)}, ${print(num_steps)} steps,
        ${neighboring_relation.replaceAll("_", " ")}; epsilon at delta ${print(target_delta)}, TPR at FPR ${percent(fpr)}.
      </p>
      <div class="scroll" tabindex="0" role="region" aria-label="Table: other tools against exact">
        <table>
          <thead>
            <tr>
              <th scope="col">Tool</th>
              <th scope="col">Quantity</th>
              <th scope="col">It says</th>
              <th scope="col">Exact</th>
              <th scope="col">Difference</th>
              <th scope="col">Verdict</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map((row) => this.row(row))}
          </tbody>
        </table>
      </div>
      <details>
        <summary>Why they differ, and how long each took</summary>
        <dl class="notes">
          ${byNote(rows).map(
            ([note, of]) => html`<dt>${of.map(answerOf).join("; ")}</dt>
              <dd>${note}</dd>`,
          )}
        </dl>
      </details>
    `;
  }

  private row({ tool, quantity, value }: AgreementRow) {
    const { value: result, current } = this.exact;
    const exact = result && current ? figureOf(result, quantity) : null;
    const problem = this.exact.problem?.message ?? "…";
    const inTpr = quantity === "tpr";
    const gap = value !== null && exact ? difference(value, exact) : null;
    return html`<tr>
      <th scope="row">${tool}</th>
      <td>${quantityOf(quantity)}</td>
      <td>${value === null ? "no value" : inTpr ? percent(value, 6) : print(Number(value.toPrecision(6)))}</td>
      <td>${exact ? sideInWords(exact, inTpr ? 100 : 1, inTpr ? "%" : "") : problem}</td>
      <td>${gap ? (inTpr ? gap.relative : html`${gap.absolute} (${gap.relative})`) : nothing}</td>
      <td class="kind">${gap?.verdict.replace(/ the risk$/, "")}</td>
    </tr>`;
  }

  private readonly onChoice = (event: Event) => {
    this.dispatchEvent(new ChoiceEvent("agreement", (event.target as HTMLSelectElement).value));
  };
}

MiAgreement.define("mi-agreement");
