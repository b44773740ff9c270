// The controls of a training run, the noise first; what can be given in two ways has a menu for its unit, and what is assumed
// stands in one line that opens. On a narrow screen all of it is one line until it is to be changed.
import { html, nothing } from "lit";
import type { SolveFor } from "../../../src/boundary/wasm/core";
import type { Inputs } from "../../state/inputs/inputs";
import { defaults, type Name, print } from "../../state/parameters/table";
import { SOLVED } from "../../state/questions/quantity";
import { deltaOf, epochsOf, rateOf, stepsOf } from "../../state/questions/run";
import { count } from "../../words/number";
import { assumptionInWords, runInBrief } from "../../words/run";
import { ReleaseEvent, ScheduleEvent } from "../element/events";
import { LightElement } from "../element/light-element";
import { cautionsBeside, choice, numberField, unseen } from "./controls";
import "./mi-presets";
import "./mi-schedule";

const RATE = ["batch_size", "sample_rate"] as const;
const LENGTH = ["epochs", "num_steps"] as const;
/** What is folded away until it is asked for or a link sets it. */
const SELDOM: Name[] = ["history", "group_size", "prior", "target_delta"];

export class MiTrainingForm extends LightElement {
  static override properties = {
    inputs: { attribute: false },
    steps: { type: Number },
    solved: { type: String },
    bare: { type: Boolean },
    whole: { type: Boolean },
    unfolded: { state: true },
    changing: { state: true },
  };

  declare inputs: Inputs;
  /** The count that the engine used for these inputs. */
  declare steps: number | null;
  /** What a calibration looks for: it has no control here. */
  declare solved: SolveFor | undefined;
  /** Whether only the numbers of a single phase are wanted. */
  declare bare: boolean;
  /** Whether it is the form of a whole view: with known settings, and one line on a narrow screen. */
  declare whole: boolean;
  declare unfolded: boolean;
  /** Whether a narrow screen shows the controls. */
  declare changing: boolean;
  private set = false;
  private wrong = false;

  constructor() {
    super();
    this.unfolded = false;
    this.changing = false;
  }

  protected override willUpdate(): void {
    const start = defaults();
    const { values, problems } = this.inputs;
    const set = SELDOM.some((name) => problems[name] !== undefined || values[name] !== start[name]);
    if (set && !this.set) this.unfolded = true;
    this.set = set;
    // What has to be put in anew must be there to be put in.
    const wrong = Object.keys(problems).length > 0;
    if (wrong && !this.wrong) this.changing = true;
    this.wrong = wrong;
  }

  protected override render() {
    const { inputs, solved, bare, whole } = this;
    const scheduled = !bare && Boolean(inputs.values.history ?? inputs.problems.history);
    return html`
      ${whole ? this.chip() : nothing}
      <form class="controls" data-open=${this.changing || !whole ? "yes" : "no"} @submit=${(event: Event) => event.preventDefault()}>
        <div class="form-head">
          <h2>${solved ? "The rest of the run" : "The training run"}</h2>
          ${whole ? html`<mi-presets .values=${inputs.values}></mi-presets>` : nothing}
        </div>
        ${scheduled ? this.scheduled() : this.single()}
        ${bare ? nothing : this.assumed()} ${bare ? nothing : this.seldom()}
        ${scheduled || this.seeks("num_steps") ? nothing : cautionsBeside(inputs, ...LENGTH)}
      </form>
    `;
  }

  private chip() {
    return html`<button
      type="button"
      class="chip"
      aria-expanded=${this.changing ? "true" : "false"}
      @click=${() => {
        this.changing = !this.changing;
      }}
    >
      <span>${runInBrief(this.inputs.values, this.solved)}</span> <b>${this.changing ? "Done" : "Change"}</b>
    </button>`;
  }

  /** Whether a calibration looks for what a name gives. */
  private seeks(name: Name): boolean {
    return this.solved !== undefined && SOLVED[this.solved].includes(name);
  }

  private single() {
    const { inputs } = this;
    const { values } = inputs;
    const [rate, length] = [this.seeks("sample_rate"), this.seeks("num_steps")];
    const rateKey = values.sample_rate === null ? "batch_size" : "sample_rate";
    const lengthKey = values.num_steps === null ? "epochs" : "num_steps";
    return html`
      ${this.seeks("noise_multiplier") ? nothing : html`${numberField(inputs, "noise_multiplier")} ${cautionsBeside(inputs, "noise_multiplier")}`}
      ${rate ? nothing : html`${numberField(inputs, rateKey, null, RATE)} ${cautionsBeside(inputs, ...RATE)}`}
      ${numberField(inputs, "dataset_size")}
      ${length ? nothing : numberField(inputs, lengthKey, null, LENGTH)}
      <p class="derived" data-derived="run">${this.derived(rate, length)}</p>
    `;
  }

  /** What follows for the other way of giving the run. */
  private derived(rateSolved: boolean, lengthSolved: boolean): string {
    const { values } = this.inputs;
    const rate =
      values.sample_rate === null
        ? `rate ${brief(rateOf(values))}`
        : `${brief(rateOf(values) * values.dataset_size)} records a step on average`;
    const length =
      values.num_steps === null ? `${count(this.steps ?? stepsOf(values))} steps` : `${brief(epochsOf(values))} epochs`;
    // While a rate is being solved for, the count follows from what is not known yet.
    const known = [...(rateSolved ? [] : [rate]), ...(lengthSolved || rateSolved ? [] : [length])];
    return known.length > 0 ? `= ${known.join(", ")}` : "";
  }

  private scheduled() {
    const { rows, notes } = this.inputs;
    return html`<mi-schedule .rows=${rows} .note=${notes.history}></mi-schedule> ${cautionsBeside(this.inputs, "history")}
      ${numberField(this.inputs, "dataset_size")}`;
  }

  private assumed() {
    const { inputs } = this;
    const { neighboring_relation, sampling, noise } = inputs.problems;
    const { said, asked } = assumptionInWords(inputs.values);
    return html`<details class="assumed" ?open=${Boolean(neighboring_relation ?? sampling ?? noise)}>
      <summary>Assumes ${said}.${asked ? html` <strong>${asked}</strong>` : nothing} <span class="change">Change</span></summary>
      ${choice(inputs, "sampling")} ${choice(inputs, "neighboring_relation")} ${choice(inputs, "noise")} ${unseen()}
    </details>`;
  }

  private seldom() {
    const { inputs, solved } = this;
    const parts = solved ? "Schedule, group of records" : `Schedule, group, ${this.hasPrior ? "prior, " : ""}delta`;
    return html`<details
      class="seldom"
      .open=${this.unfolded}
      @toggle=${(event: Event) => {
        this.unfolded = (event.target as HTMLDetailsElement).open;
      }}
    >
      <summary>${parts}</summary>
      ${this.toSchedule()} ${numberField(inputs, "group_size")} ${solved ? nothing : this.question()}
    </details>`;
  }

  private toSchedule() {
    const { values, problems, notes } = this.inputs;
    if (values.history || problems.history) return nothing;
    return html`<div>
      <button type="button" data-action="schedule" @click=${() => this.dispatchEvent(new ScheduleEvent({ kind: "on" }))}>
        Several phases: a schedule
      </button>
      ${notes.history ? html`<p class="remark">${notes.history}</p>` : nothing}
    </div>`;
  }

  private question() {
    return html`${this.hasPrior ? numberField(this.inputs, "prior") : nothing} ${numberField(this.inputs, "target_delta", deltaOf(this.inputs.values))}
    ${this.deltaOrigin()} ${cautionsBeside(this.inputs, "target_delta")}`;
  }

  /** Trials of an attack come in two classes of their own sizes. */
  private get hasPrior(): boolean {
    return this.inputs.values.view !== "audit";
  }

  private deltaOrigin() {
    const { target_delta, dataset_size } = this.inputs.values;
    if (target_delta === null) {
      return html`<p class="derived">Chosen: the smaller of 1e-5 and 1/${dataset_size} = ${print(deltaOf(this.inputs.values))}</p>`;
    }
    return html`<p class="derived">
      <button type="button" class="quiet" @click=${() => this.dispatchEvent(new ReleaseEvent("target_delta"))}>
        Use the smaller of 1e-5 and 1/${dataset_size} again
      </button>
    </p>`;
  }
}

/** Four digits, without trailing zeros. */
function brief(value: number): string {
  return print(Number(value.toPrecision(4)));
}

MiTrainingForm.define("mi-training-form");
