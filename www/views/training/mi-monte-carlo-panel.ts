// The simulated attack: what to draw and for how long, its cost beforehand, its course, and what came out beside the exact values.
import { html, nothing } from "lit";
import type { MonteCarloResult, TrainingResult } from "../../../src/boundary/wasm/core";
import type { MonteCarloState } from "../../answers/simulation";
import type { Expected } from "../../answers/simulation-cost";
import { choice, numberField } from "../../components/controls/controls";
import { type MonteCarloAction, MonteCarloEvent } from "../../components/element/events";
import { LightElement } from "../../components/element/light-element";
import { type Inputs, problemIn, withRefusal } from "../../state/inputs/inputs";
import { defaults, type Name } from "../../state/parameters/table";
import { monteCarloNames } from "../../state/questions/run";
import { sideInWords } from "../../words/figure";
import { count, percent, rounded } from "../../words/number";
import {
  about,
  agreement,
  estimatorInWords,
  paceInWords,
  simulatedInWords,
  statusInWords,
} from "../../words/simulation";
import "../../components/charts/mi-convergence-chart";
import "../../components/charts/mi-loss-histogram";
import "./mi-repetition";
import "./mi-simulated-figures";

/** From here on a run is called long before it starts. */
const LONG_SECONDS = 60;

const OPTIONS: Name[] = ["estimator", "width", "seconds", "workers"];

/** Larger counts are written as powers of ten. */
const MOST_COUNTED = 1e8;

export class MiMonteCarloPanel extends LightElement {
  static override properties = {
    inputs: { attribute: false },
    state: { attribute: false },
    expected: { attribute: false },
    exact: { attribute: false },
    optionsOpen: { state: true },
  };

  declare inputs: Inputs;
  declare state: MonteCarloState;
  declare expected: Expected;
  /** The exact engine's answer to the same run. */
  declare exact: TrainingResult | null;
  declare optionsOpen: boolean;
  private optionsSet = false;
  private pressed: "start" | "cancel" | null = null;
  private watcher: IntersectionObserver | null = null;

  constructor() {
    super();
    this.optionsOpen = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      this.watcher?.disconnect();
      this.act("seen");
    });
    this.watcher.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watcher?.disconnect();
  }

  protected override render() {
    const { state } = this;
    const { result, belongs } = state;
    const exact = belongs ? this.exact : null;
    const idle = state.status === "idle";
    return html`
      <div class="run">
        ${this.controls()}
        <div class="panel-result">
          <progress max="1" .value=${state.share} aria-label="Progress of the simulation"></progress>
          <p class="status">${statusInWords(state)}</p>
          ${belongs ? nothing : html`<p class="notice" data-figure="other-settings">This simulation was run with other settings. Restore them, or start again.</p>`}
          <p class="pace">${paceInWords(state)}</p>
          <p class="visually-hidden" role="status">${this.spoken()}</p>
          <dl>
            <dt>Simulated</dt>
            <dd data-figure="monte-carlo">${result ? this.estimate(result) : "–"}</dd>
            <dt>${exact && exact.advantage.kind !== "exact" ? "Bound" : "Exact"}</dt>
            <dd>${exact ? sideInWords(exact.advantage) : "–"}</dd>
          </dl>
          <p class="agreement">${this.verdict()}</p>
          ${result && simulatedInWords(result) ? html`<p class="detail">${simulatedInWords(result)}</p>` : nothing}
          <mi-convergence-chart
            ?hidden=${idle}
            .points=${state.points}
            .exact=${exact?.advantage ?? null}
          ></mi-convergence-chart>
        </div>
      </div>
      <div class="evidence" ?hidden=${idle}>
        <div>
          <h3>What the attacker sees</h3>
          <mi-loss-histogram .histogram=${this.histogram()}></mi-loss-histogram>
        </div>
        <div>
          <mi-simulated-figures
            .result=${result}
            .exact=${exact}
            .prior=${this.inputs.values.prior}
          ></mi-simulated-figures></div>
      </div>
      ${this.isOver() ? html`<mi-repetition .state=${state} .exact=${exact}></mi-repetition>` : nothing}
    `;
  }

  private controls() {
    const inputs = withRefusal(this.inputs, this.expected.problem);
    const { values } = inputs;
    const running = this.state.status === "running";
    const { plan, problem, workers } = this.expected;
    const startable = !problem && problemIn(inputs, monteCarloNames(values)) === null;
    return html`<div class="panel-controls">
      ${numberField(inputs, "samples")}
      ${numberField(inputs, "seed")}
      ${this.cost()}
      <p class="buttons">
        <button type="button" class="primary" ?disabled=${running || !startable} @click=${() => this.act("start")}>
          Start the simulation
        </button>
        <button type="button" ?disabled=${!running} @click=${() => this.act("cancel")}>Cancel</button>
      </p>
      <details .open=${this.optionsOpen} @toggle=${this.onOptions}>
        <summary>Options</summary>
        <div class="limits-of-run">
          <button type="button" class="quiet" @click=${() => this.act("fresh-seed")}>Draw a fresh seed</button>
          ${choice(inputs, "estimator", true)}
          <p class="help">${estimatorInWords(values.estimator, plan)}</p>
          ${numberField(inputs, "width")} ${numberField(inputs, "seconds")} ${numberField(inputs, "workers", workers)}
        </div>
      </details>
    </div>`;
  }

  private readonly onOptions = (event: Event) => {
    this.optionsOpen = (event.target as HTMLDetailsElement).open;
  };

  /** A link that sets one of them, or a value that is refused, shows them. */
  protected override willUpdate(): void {
    const start = defaults();
    const { values, problems } = this.inputs;
    const set = OPTIONS.some((name) => problems[name] !== undefined || values[name] !== start[name]);
    if (set && !this.optionsSet) this.optionsOpen = true;
    this.optionsSet = set;
  }

  /** The button that was pressed is disabled by its own effect: the focus goes to the one that is not. */
  protected override updated(): void {
    if (!this.pressed) return;
    const [start, cancel] = this.querySelectorAll<HTMLButtonElement>(".panel-controls > .buttons button");
    const other = this.pressed === "start" ? cancel : start;
    if (other?.disabled !== false) return;
    this.pressed = null;
    if (document.activeElement === document.body || this.contains(document.activeElement)) other.focus();
  }

  private act(action: MonteCarloAction): void {
    if (action === "start" || action === "cancel") this.pressed = action;
    this.dispatchEvent(new MonteCarloEvent(action));
  }

  private cost() {
    const { plan, problem, seconds, workers } = this.expected;
    if (problem) return html`<p class="cost problem">This run cannot be simulated: ${problem.message}.</p>`;
    if (!plan) return html`<p class="cost"></p>`;
    const steps = plan.steps_drawn < MOST_COUNTED ? count(plan.steps_drawn) : rounded(plan.steps_drawn, 2);
    const work = `${count(plan.samples)} trainings of ${count(plan.num_steps)} steps, with the record and without: ${steps} noisy gradients.`;
    const onWorkers = `on ${workers} ${workers === 1 ? "worker" : "workers"}`;
    const time = seconds === null ? "" : ` ${capital(about(seconds))} ${onWorkers}, measured on this machine.`;
    if (seconds === null || seconds <= LONG_SECONDS) return html`<p class="cost">${work}${time}</p>`;
    return html`<p class="cost">${work}</p>
      <p class="cost notice">
        ${capital(about(seconds))} ${onWorkers}, measured on this machine. It can be cancelled at any time and keeps what it
        has; fewer samples, a width or a time limit end it earlier.
      </p>`;
  }

  /** Changes at the ends of a run and at its quarters: nobody wants to hear every per cent. */
  private spoken(): string {
    const { status, share } = this.state;
    if (status === "idle") return "";
    if (status === "running") return `Running, ${25 * Math.floor(4 * share)}% done.`;
    return `${statusInWords(this.state)} ${this.verdict()}`;
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

  private isOver(): boolean {
    return this.state.status === "done" || this.state.status === "cancelled";
  }

  private verdict(): string {
    const { result } = this.state;
    return result && this.exact && this.state.belongs && this.isOver() ? agreement(result, this.exact.advantage) : "";
  }

  private drawn: { points: MonteCarloState["points"]; histogram: MonteCarloResult["histogram"] } = {
    points: [],
    histogram: null,
  };

  /** Drawn anew as often as the course of the estimate, not with every estimate. */
  private histogram() {
    const { points, result } = this.state;
    if (points !== this.drawn.points) this.drawn = { points, histogram: result?.histogram ?? null };
    return this.drawn.histogram;
  }
}

function capital(text: string): string {
  return `${text[0]?.toUpperCase()}${text.slice(1)}`;
}

MiMonteCarloPanel.define("mi-monte-carlo-panel");
