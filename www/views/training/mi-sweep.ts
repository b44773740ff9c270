// What another noise, rate or length would give: any quantity over any of them, with published bounds and other values of a
// second parameter beside it.
import { html, nothing } from "lit";
import type { SweepResult } from "../../../src/boundary/wasm/core";
import { type Lines, type Sweep, sweepPoints } from "../../charts/data/lines";
import { groundsOf, sweepLines } from "../../charts/data/sweep-lines";
import { choice } from "../../components/controls/controls";
import { LightElement } from "../../components/element/light-element";
import type { Problem } from "../../engine/protocol";
import type { Inputs } from "../../state/inputs/inputs";
import { CHOICES } from "../../state/parameters/choices";
import { presentOf, secondOf } from "../../state/questions/overlay";
import { QUANTITY, sweptOver } from "../../state/questions/quantity";
import { fileName, quantityInWords } from "../../words/setting";
import "../../components/charts/mi-lines-chart";
import "../../components/charts/mi-sweep-chart";
import "../../components/element/mi-download-button";
import "./mi-second-values";

export class MiSweep extends LightElement {
  static override properties = {
    inputs: { attribute: false },
    result: { attribute: false },
    other: { attribute: false },
    problem: { attribute: false },
  };

  declare inputs: Inputs;
  declare result: SweepResult | null;
  /** The run B, or null. */
  declare other: SweepResult | null;
  declare problem: Problem | null;
  private sweep: Sweep | null = null;
  private lines: Lines | null = null;

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("result") && !changed.has("other")) return;
    const { result } = this;
    const more = result !== null && (result.bounds.length > 0 || result.second !== null);
    this.sweep = more ? null : this.toSweep();
    this.lines = more
      ? sweepLines(result, this.beside(), this.inputs.values, presentOf(this.inputs.values)[result.over])
      : null;
  }

  protected override render() {
    const { values, runB } = this.inputs;
    const over = sweptOver(values, runB);
    const scheduled = over === "noise_factor";
    const second = secondOf(values, over);
    return html`
      <div class="ask">${choice(this.inputs, "sweep", true)} ${scheduled ? nothing : choice(this.inputs, "over", true)}</div>
      <div class="ask">
        ${choice(this.inputs, "sweep_bounds", true)} ${scheduled ? nothing : choice(this.inputs, "second", true)}
        ${second ? html`<mi-second-values .inputs=${this.inputs} .chosen=${second}></mi-second-values>` : nothing}
      </div>
      ${scheduled ? html`<p class="detail">Over a factor on the noise multipliers of all phases; 1 is the schedule as it stands.</p>` : nothing}
      ${this.problem ? html`<p class="detail problem">${this.problem.message}</p>` : nothing}
      ${values.sweep_bounds === "shown" && this.result?.bounds.length === 0 ? html`<p class="detail">${NO_BOUND}</p>` : nothing}
      ${
        this.lines
          ? html`<mi-lines-chart data-chart="sweep" .chart=${this.lines}></mi-lines-chart>${this.grounds()}`
          : html`<mi-sweep-chart .sweep=${this.sweep}></mi-sweep-chart>`
      }
    `;
  }

  private grounds() {
    const { result } = this;
    if (!result) return nothing;
    const json = () => `${JSON.stringify(result, null, 2)}\n`;
    return html`<details class="grounds">
      <summary>What each line rests on</summary>
      <dl>
        ${groundsOf(result).map(
          ({ name, theorems }) => html`<dt>${name}</dt>
            ${theorems.map((theorem) => html`<dd>${theorem}</dd>`)}`,
        )}
      </dl>
      <mi-download-button
        label="These numbers as JSON"
        file=${fileName("sweep", this.inputs.values, "json")}
        kind="application/json"
        .text=${json}
      ></mi-download-button>
    </details>`;
  }

  private beside(): SweepResult | null {
    const { result, other } = this;
    return result && other?.over === result.over && other.quantity === result.quantity ? other : null;
  }

  /** Drawn as it was asked: the inputs of this moment belong to the newest answer. */
  private toSweep(): Sweep | null {
    const { result } = this;
    if (!result) return null;
    const { over, quantity } = result;
    const beside = this.beside();
    return {
      series: [
        { name: beside ? "A" : "", points: sweepPoints(result) },
        ...(beside ? [{ name: "B", points: sweepPoints(beside) }] : []),
      ],
      over: CHOICES.solve_for.options[over],
      quantity: quantityInWords(quantity, this.inputs.values),
      percent: QUANTITY[quantity].percent,
      marked: { x: presentOf(this.inputs.values)[over], name: "the present setting" },
      target: null,
      kind: result.kind,
    };
  }
}

const NO_BOUND = "No published bound of this quantity applies to this run.";

MiSweep.define("mi-sweep");
