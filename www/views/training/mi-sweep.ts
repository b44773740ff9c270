// What another noise, rate or length would give: any quantity over any of them, while the controls move.
import { html, nothing } from "lit";
import type { SweepResult } from "../../../src/boundary/wasm/core";
import { type Sweep, sweepPoints } from "../../charts/data/lines";
import { choice } from "../../components/controls/controls";
import { LightElement } from "../../components/element/light-element";
import type { Problem } from "../../engine/protocol";
import type { Inputs } from "../../state/inputs/inputs";
import { CHOICES } from "../../state/parameters/choices";
import type { Parameters } from "../../state/parameters/table";
import { QUANTITY, sweptOver } from "../../state/questions/quantity";
import { rateOf, stepsOf } from "../../state/questions/run";
import { quantityInWords } from "../../words/setting";
import "../../components/charts/mi-sweep-chart";

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

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("result") || changed.has("other")) this.sweep = this.toSweep();
  }

  protected override render() {
    const { values, runB } = this.inputs;
    const scheduled = sweptOver(values, runB) === "noise_factor";
    return html`
      <div class="ask">${choice(this.inputs, "sweep", true)} ${scheduled ? nothing : choice(this.inputs, "over", true)}</div>
      ${scheduled ? html`<p class="detail">Over a factor on the noise multipliers of all phases; 1 is the schedule as it stands.</p>` : nothing}
      ${this.problem ? html`<p class="detail problem">${this.problem.message}</p>` : nothing}
      <mi-sweep-chart .sweep=${this.sweep}></mi-sweep-chart>
    `;
  }

  /** Drawn as it was asked: the inputs of this moment belong to the newest answer. */
  private toSweep(): Sweep | null {
    const { result, other } = this;
    if (!result) return null;
    const { over, quantity } = result;
    const beside = other?.over === over && other.quantity === quantity ? other : null;
    return {
      series: [
        { name: beside ? "A" : "", points: sweepPoints(result) },
        ...(beside ? [{ name: "B", points: sweepPoints(beside) }] : []),
      ],
      over: CHOICES.solve_for.options[over],
      quantity: quantityInWords(quantity, this.inputs.values),
      percent: QUANTITY[quantity].percent,
      marked: { x: present(this.inputs.values)[over], name: "the present setting" },
      target: null,
      kind: result.kind,
    };
  }
}

function present(values: Parameters) {
  const { noise_multiplier } = values;
  return {
    noise_multiplier,
    sample_rate: rateOf(values),
    num_steps: stepsOf(values),
    noise_factor: 1,
    prior: values.prior,
  };
}

MiSweep.define("mi-sweep");
