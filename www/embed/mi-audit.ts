// <mi-audit>: whether what an attack has shown refutes what was declared, in words and against the declared curve.
import { html } from "lit";
import type { AuditResult } from "../../src/boundary/wasm/core";
import { AuditAnswers } from "../answers/audit";
import { assumed } from "../components/figures/all-figures";
import type { Problem } from "../engine/protocol";
import { auditNames } from "../state/questions/audit";
import { auditFigures, auditSentence } from "../views/audit/audit-answer";
import { verdict } from "../words/verdict";
import { firstProblem, Session } from "./session";
import { sharedEngine } from "./worker-ports";
import "../views/audit/mi-audit-chart";
import "../views/audit/mi-audit-form";

export class AuditSession extends Session {
  protected override readonly label = "An attack against what was declared";
  private readonly audit = new AuditAnswers(sharedEngine(), this.draw);

  /** No verdict on a default stands beside what an attribute has wrong. */
  protected override ask(): void {
    if (this.inputs.faults.length > 0) this.audit.clear();
    void this.audit.follow(this.inputs);
  }

  private get result(): AuditResult | null {
    return this.audit.main.value;
  }

  protected override get answered(): boolean {
    return this.result !== null;
  }

  protected override get problem(): Problem | null {
    const { main, scores } = this.audit;
    const fault = firstProblem(this.inputs, auditNames(this.inputs.values));
    const { results, scores_from } = this.inputs.values;
    if (fault || results !== "scores" || scores_from !== "file") return fault ?? main.problem;
    const missing: Problem = { code: "out_of_range", parameter: "scores", message: "A file of scores is to be given" };
    return this.inputs.scores ? (scores.problem ?? main.problem) : missing;
  }

  protected override form() {
    const { scores, bytesRead } = this.audit;
    const stamp = [scores.value, scores.problem, scores.current, bytesRead];
    return html`<mi-audit-form .inputs=${this.refused} .answers=${this.audit} .stamp=${stamp}></mi-audit-form>`;
  }

  protected override figure() {
    const { result } = this;
    if (!result) return html``;
    const { values } = this.inputs;
    return html`
      ${auditSentence(result, values)} ${auditFigures(result, values)}
      <mi-audit-chart .result=${result}></mi-audit-chart>
      ${assumed([result.status, result.test, ...result.assumptions], "Assumed:")}
    `;
  }

  protected override said(): string {
    const { result, problem } = this;
    return problem?.message ?? (result ? verdict(result, this.inputs.values) : "");
  }

  protected override origin(): string {
    return this.result
      ? `mi-bounds ${this.result.library_version}: statements with confidence ${this.result.level}`
      : "";
  }
}
