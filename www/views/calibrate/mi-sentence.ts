// The question of a calibration as a sentence whose words and numbers can be changed.
import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { ChoiceEvent, FieldEvent } from "../../components/element/events";
import { LightElement } from "../../components/element/light-element";
import { type Inputs, textOf } from "../../state/inputs/inputs";
import { CHOICES, type ChoiceKey, optionsOf } from "../../state/parameters/choices";
import { type Key, PARAMS, type Parameters } from "../../state/parameters/table";
import { growsWithPrior, QUANTITY, solvedFor, takenBy } from "../../state/questions/quantity";
import { deltaOf } from "../../state/questions/run";

export class MiSentence extends LightElement {
  static override properties = { inputs: { attribute: false } };

  declare inputs: Inputs;

  protected override render() {
    const { target } = this.inputs.values;
    const { side } = QUANTITY[target];
    const takes = takenBy(this.inputs.values);
    return html`
      <p class="question">
        Find the ${this.words("solve_for")} so that the ${this.words("target")} ${this.condition()} stays ${side}
        <span class="last">${this.number(target)}.</span>
      </p>
      <ul class="problems">
        ${["solve_for" as const, "target" as const, target, ...takes].map((name) => {
          const problem = this.inputs.problems[name];
          return html`<li id="sentence-${name}" class=${problem ? "problem" : ""}>
            ${problem ?? this.inputs.notes[name] ?? nothing}
          </li>`;
        })}
      </ul>
    `;
  }

  private condition() {
    switch (this.inputs.values.target) {
      case "tpr":
        return html`at FPR ${this.number("fpr")}`;
      case "precision":
        return html`at ${this.prior()} FPR ${this.number("fpr")}`;
      case "accuracy":
      case "eta":
        return html`at prior ${this.number("prior")}`;
      case "positive_accuracy":
        return html`at ${this.prior()} attack rate ${this.number("attack_rate")}`;
      case "epsilon":
        return html`at delta ${this.number("target_delta", deltaOf(this.inputs.values))}`;
      case "gdp_mu":
        return html`over FPR ${this.number("fpr_min")} to ${this.number("fpr_max")}`;
      default:
        return nothing;
    }
  }

  /** Unless it is what is solved for. */
  private prior() {
    return takenBy(this.inputs.values).includes("prior") ? html`prior ${this.number("prior")} and` : nothing;
  }

  private words(key: Extract<ChoiceKey, "solve_for" | "target">) {
    const { values } = this.inputs;
    const value = key === "solve_for" ? solvedFor(values) : values[key];
    return html`<select
      id="choice-${key}"
      aria-label=${CHOICES[key].label}
      aria-describedby="sentence-${key}"
      .value=${live(value)}
      @change=${(event: Event) => this.dispatchEvent(new ChoiceEvent(key, (event.target as HTMLSelectElement).value))}
    >
      ${optionsOf(key)
        .filter(([option]) => key !== "solve_for" || isOffered(option, value, values))
        .map(([option, words]) => html`<option value=${option} ?selected=${option === value}>${words}</option>`)}
    </select>`;
  }

  private number(key: Key, derived: number | null = null) {
    const text = textOf(this.inputs, key, derived);
    return html`<input
      id="field-${key}"
      type="text"
      inputmode=${PARAMS[key].range.integer ? "numeric" : "decimal"}
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      size=${Math.max(4, Math.min(18, text.length))}
      aria-label=${PARAMS[key].label}
      aria-describedby="sentence-${key}"
      aria-invalid=${this.inputs.problems[key] ? "true" : "false"}
      .value=${live(text)}
      @input=${(event: Event) => this.dispatchEvent(new FieldEvent(key, (event.target as HTMLInputElement).value))}
    />`;
  }
}

/** The factor is for a schedule alone, whose run has nothing else to solve for; the prior for what grows with it. */
function isOffered(option: string, solved: string, { history, target }: Parameters): boolean {
  if (option === "prior") return growsWithPrior(target);
  return option === solved || (option === "noise_factor") === (history !== null);
}

MiSentence.define("mi-sentence");
