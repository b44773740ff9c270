// The simulated attack: samples, seed, start, cancel, and its estimate beside the exact value.
import { html, nothing } from "lit";
import type { Figure, MonteCarloResult } from "../../src/wasm";
import { count, percent, rounded } from "../format";
import type { MonteCarloState } from "../monte-carlo";
import type { Inputs } from "../state/inputs";
import { agreement, sideInWords } from "../words";
import { numberField } from "./controls";
import { type MonteCarloAction, MonteCarloEvent } from "./events";
import { LightElement } from "./light-element";

export class MiMonteCarloPanel extends LightElement {
  static override properties = {
    inputs: { attribute: false },
    state: { attribute: false },
    exact: { attribute: false },
    steps: { type: Number },
    ready: { type: Boolean },
  };

  declare inputs: Inputs;
  declare state: MonteCarloState;
  /** The exact advantage of the same run. */
  declare exact: Figure | null;
  declare steps: number | null;
  /** Whether the controls hold a run that can be simulated. */
  declare ready: boolean;

  protected override render() {
    const running = this.state.status === "running";
    return html`
      <div class="panel-controls">
        ${numberField(this.inputs, "samples")}
        <div>
          ${numberField(this.inputs, "seed")}
          <button type="button" class="quiet" @click=${() => this.act("fresh-seed")}>Draw a fresh seed</button>
        </div>
        <p class="cost">${this.cost()}</p>
        <p class="buttons">
          <button type="button" class="primary" ?disabled=${running || !this.ready} @click=${() => this.act("start")}>
            Start the simulation
          </button>
          <button type="button" ?disabled=${!running} @click=${() => this.act("cancel")}>Cancel</button>
        </p>
      </div>
      <div class="panel-result">
        <progress max="1" .value=${this.state.share} aria-label="Progress of the simulation"></progress>
        <p class="status" role="status">${this.status()}</p>
        <dl>
          <dt>Simulated</dt>
          <dd data-figure="monte-carlo">${this.state.result ? this.estimate(this.state.result) : "–"}</dd>
          <dt>${this.exact && this.exact.kind !== "exact" ? "Bound" : "Exact"}</dt>
          <dd>${this.exact ? sideInWords(this.exact) : "–"}</dd>
        </dl>
        <p class="agreement">${this.verdict()}</p>
      </div>
    `;
  }

  private act(action: MonteCarloAction): void {
    this.dispatchEvent(new MonteCarloEvent(action));
  }

  private cost(): string {
    if (this.steps === null) return "";
    const { samples } = this.inputs.values;
    return `${count(samples)} trainings of ${count(this.steps)} steps: ${rounded(samples * this.steps, 2)} noisy gradients.`;
  }

  private status(): string {
    const { status, share, problem } = this.state;
    switch (status) {
      case "idle":
        return "Not started.";
      case "running":
        return `Running: ${percent(Math.floor(share * 10) / 10, 3)} done.`;
      case "done":
        return "Done.";
      case "cancelled":
        return "Cancelled. The estimate uses what was simulated until then.";
      case "failed":
        return `Failed: ${problem?.message ?? "no reason given"}`;
    }
  }

  private estimate({ advantage, samples, confidence }: MonteCarloResult) {
    const { lower, estimate, upper } = advantage;
    return html`${rounded(estimate, 4)}
      <span class="kind">estimate</span><br />
      <span class="interval"
        >${percent(confidence)} interval ${rounded(lower ?? 0, 4, "down")} to ${rounded(upper ?? 1, 4, "up")}, from
        ${count(samples)} simulated trainings</span
      >`;
  }

  private verdict() {
    const { result, status } = this.state;
    return result && this.exact && status === "done" ? agreement(result, this.exact) : nothing;
  }
}

customElements.define("mi-monte-carlo-panel", MiMonteCarloPanel);
