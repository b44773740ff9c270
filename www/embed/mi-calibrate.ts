// <mi-calibrate>: the value of one parameter that keeps a quantity to its target.
import { html, nothing, type TemplateResult } from "lit";
import type { CalibrateResult } from "../../src/boundary/wasm/core";
import { Answers } from "../answers/answers";
import type { Problem } from "../engine/protocol";
import type { Controls } from "../state/embeds";
import { CHOICES } from "../state/parameters/choices";
import { printed } from "../state/parameters/table";
import { calibrateNames, QUANTITY, solvedFor } from "../state/questions/quantity";
import { safeValue, valueInWords } from "../words/calibration";
import { quantityInWords } from "../words/setting";
import { firstProblem, Session } from "./session";
import { sharedEngine } from "./worker-ports";
import "../views/calibrate/mi-sentence";
import "../views/calibrate/mi-solution";
import "../views/calibrate/mi-solution-evidence";
import "../components/controls/mi-training-form";

export class CalibrateSession extends Session {
  protected override readonly label = "A training parameter that keeps to a target";
  private readonly answers = new Answers(sharedEngine(), sharedEngine(), this.draw);

  protected override ask(): void {
    void this.answers.follow(this.inputs);
  }

  protected override get answered(): boolean {
    return this.answers.calibration.value !== null;
  }

  protected override get problem(): Problem | null {
    return firstProblem(this.inputs, calibrateNames(this.inputs.values)) ?? this.answers.calibration.problem;
  }

  protected override figure() {
    const asked = this.controls === "full" ? nothing : html`<p class="asked">${this.question()}</p>`;
    return html`${asked} ${this.solution()} ${this.evidence()}`;
  }

  /** The answer stands between the question and the rest of the form, as in the calculator. */
  protected override arranged(controls: Controls, problem: Problem | null): TemplateResult {
    if (controls !== "full") return super.arranged(controls, problem);
    const { values } = this.inputs;
    return html`
      <mi-sentence .inputs=${this.refused}></mi-sentence>
      ${this.reason(problem)} ${this.solution()}
      <div class="beside">
        <mi-training-form .inputs=${this.refused} .steps=${null} .solved=${solvedFor(values)}></mi-training-form>
        ${this.evidence()}
      </div>
    `;
  }

  /** No value reaches the target: the last one that did would seem to. */
  private get found(): CalibrateResult | null {
    const { value, problem } = this.answers.calibration;
    return problem?.code === "unreachable" ? null : value;
  }

  private solution() {
    const { values } = this.inputs;
    if (!this.found) return nothing;
    return html`<mi-solution
      .result=${this.found}
      .values=${values}
      .current=${this.answers.calibration.current}
    ></mi-solution>`;
  }

  private evidence() {
    if (!this.found) return nothing;
    return html`<mi-solution-evidence
      .result=${this.found}
      .around=${this.answers.around.value}
      .values=${this.inputs.values}
    ></mi-solution-evidence>`;
  }

  private question(): string {
    const { values } = this.inputs;
    const { target } = values;
    const solved = solvedFor(values);
    const wanted = printed(target, values[target]);
    return `Which ${CHOICES.solve_for.options[solved]} keeps the ${quantityInWords(target, values, solved)} ${QUANTITY[target].side} ${wanted}?`;
  }

  protected override said(): string {
    const { value } = this.answers.calibration;
    return this.problem?.message ?? (value ? valueInWords(value.solve_for, safeValue(value)) : "");
  }

  protected override origin(): string {
    const { value } = this.answers.calibration;
    return value ? `mi-bounds ${value.library_version}: rounded to the side that keeps the target` : "";
  }
}
