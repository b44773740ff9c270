// <mi-register>: an entry of the register, its claim beside what is certified of it; without one, all entries as a chart.
import { html } from "lit";
import { RegisterAnswers } from "../answers/register";
import type { Problem } from "../engine/protocol";
import { ENTRIES, FROZEN, frozenOf, frozenRows } from "../state/published";
import styles from "../views/register/register.css?inline";
import { entryAnswer, entryFigures, entrySource } from "../views/register/register-entry";
import { registerSummary } from "../views/register/register-summary";
import { comparison, comparisonInWords } from "../words/register";
import { firstProblem, Session } from "./session";
import { adopt } from "./sheet";
import { sharedEngine } from "./worker-ports";
import "../views/register/mi-register-chart";

export class RegisterSession extends Session {
  protected override readonly label = "Published privacy parameters";
  private readonly register = new RegisterAnswers(sharedEngine(), this.draw);
  private readonly rows = frozenRows();

  constructor(...args: ConstructorParameters<typeof Session>) {
    super(...args);
    adopt(args[0].root, styles);
  }

  protected override ask(): void {
    void this.register.follow(this.inputs);
  }

  private get wanted(): string {
    return this.inputs.values.entry;
  }

  /** The frozen figures stand until the engine has answered. */
  protected override get answered(): boolean {
    return this.inputs.faults.length === 0 && (!this.wanted || this.register.entry !== null);
  }

  protected override get problem(): Problem | null {
    const fault = firstProblem(this.inputs, []);
    if (fault || !this.wanted || ENTRIES.some(({ id }) => id === this.wanted)) return fault;
    const message = `entry is ${JSON.stringify(this.wanted.slice(0, 60))}; the register has none of that name`;
    return { code: "out_of_range", parameter: "entry", message };
  }

  protected override figure() {
    const { entry, reading, main } = this.register;
    if (!entry) {
      return html`<div class="register">
        ${registerSummary()}
        <mi-register-chart .published=${this.rows}></mi-register-chart>
        <p class="detail">Figures computed on ${FROZEN.date} with version ${FROZEN.library_version}.</p>
      </div>`;
    }
    const opened = { entry, live: reading, problem: main?.problem?.message ?? null, all: null };
    return html`<div class="register">
      ${entryAnswer(opened)} ${entryFigures(opened)}
      <p class="detail">${entrySource(entry)}</p>
    </div>`;
  }

  protected override said(): string {
    const { entry, reading } = this.register;
    const known = entry && (reading ?? frozenOf(entry.id)?.claimed);
    return this.problem?.message ?? (entry && known ? comparisonInWords(comparison(entry, known), known.epsilon) : "");
  }

  protected override origin(): string {
    return `mi-bounds ${FROZEN.library_version}`;
  }
}
