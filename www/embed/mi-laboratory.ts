// <mi-laboratory>: one experiment, run in the reader's browser: by itself where that is short, else by its button.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { LaboratoryAnswers } from "../answers/laboratory";
import { carrying } from "../engine/own-table";
import type { Problem, WorkerLike } from "../engine/protocol";
import { chosen, type Inputs } from "../state/inputs/inputs";
import { EXPERIMENT_NAMES, namedExperiment } from "../state/laboratory";
import { VERSION } from "../state/version";
import { experimentFinding } from "../views/laboratory/experiment-finding";
import styles from "../views/laboratory/laboratory.css?inline";
import { findings } from "../words/laboratory";
import { firstProblem, Session } from "./session";
import { adopt } from "./sheet";
import { laboratoryWorker } from "./static/spawn.js";
import "../views/laboratory/mi-experiment-form";
import "../views/laboratory/mi-experiment-results";

export class LaboratorySession extends Session {
  protected override readonly label = "An experiment of the laboratory";
  private readonly laboratory = new LaboratoryAnswers(this.draw, (own) =>
    carrying(laboratoryWorker() as unknown as WorkerLike, own),
  );

  constructor(...args: ConstructorParameters<typeof Session>) {
    super(...args);
    adopt(args[0].root, styles);
  }

  protected override follow(inputs: Inputs): void {
    super.follow(chosen(inputs, "section", namedExperiment(inputs.values.section)));
  }

  protected override ask(): void {
    if (this.inputs.faults.length > 0) this.laboratory.leave();
    else void this.laboratory.follow(this.inputs);
  }

  /** The controls are something to show. */
  protected override get answered(): boolean {
    return this.laboratory.sheet !== null;
  }

  protected override get problem(): Problem | null {
    const fault = firstProblem(this.inputs, []);
    if (fault || this.laboratory.sheet) return fault;
    const { section } = this.inputs.values;
    const message = `experiment is ${JSON.stringify(section)}; allowed are ${EXPERIMENT_NAMES.join(", ")}`;
    return { code: "out_of_range", parameter: "experiment", message };
  }

  /** What is refused of an option stands beside it, or with the buttons. */
  protected override form(bare = false) {
    const { state, refusal, cost, sheet, preview } = this.laboratory;
    const stamp = [state, refusal, cost, sheet?.fields, preview];
    return html`<mi-experiment-form
      .inputs=${this.inputs}
      .answers=${this.laboratory}
      .stamp=${stamp}
      .bare=${bare}
    ></mi-experiment-form>`;
  }

  protected override figure() {
    const { sheet, state } = this.laboratory;
    if (!sheet) return html``;
    const { options, result, between, times } = state;
    const link = () => this.link() ?? `#${this.fragment()}`;
    return html`<div class="laboratory">
      ${sheet.remarks.map((remark) => html`<p class="notice">${remark}</p>`)}
      <p class="sentence"><b>${sheet.page.title}.</b> ${sheet.page.question}</p>
      <p class="about">${sheet.page.about}</p>
      ${this.controls === "full" ? nothing : html`${this.wrong()} ${this.form(true)}`} ${experimentFinding(this.laboratory, sheet)}
      ${
        result && options
          ? guard(
              [result, between, times],
              () =>
                html`<mi-experiment-results .shown=${{ options, result }} .between=${between} .times=${times} .link=${link}></mi-experiment-results>`,
            )
          : nothing
      }
    </div>`;
  }

  /** What stands beside no control where there are none. */
  private wrong() {
    const { sheet, refusal } = this.laboratory;
    const problems = sheet?.fields.flatMap(({ problem }) => problem ?? []) ?? [];
    const said = refusal && sheet?.fields.some(({ name }) => name === refusal.parameter) ? [refusal.message] : [];
    return [...problems, ...said].map((message) => html`<p class="notice problem">${message}.</p>`);
  }

  protected override said(): string {
    const { result } = this.laboratory.state;
    return this.problem?.message ?? (result ? findings(result).join(" ") : "");
  }

  protected override origin(): string {
    return `mi-bounds ${this.laboratory.state.result?.library_version ?? VERSION}: counted, with intervals`;
  }
}
