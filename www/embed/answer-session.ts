// Embeds of the views with one question of their own: its answer, what is drawn beside it, and what both assume.
import { html, type TemplateResult } from "lit";
import type { Warning } from "../../src/boundary/wasm/core";
import type { Following } from "../answers/following-question";
import { assumed } from "../components/figures/all-figures";
import type { Problem } from "../engine/protocol";
import type { Name, Parameters } from "../state/parameters/table";
import { firstProblem, Session } from "./session";

interface Answer {
  library_version: string;
  assumptions: string[];
  warnings: Warning[];
}

export abstract class AnswerSession<R extends Answer> extends Session {
  protected abstract get main(): Following<never, R>;
  /** What the question asks with. */
  protected abstract names(values: Parameters): Name[];
  protected abstract askAll(): void;
  protected abstract clear(): void;
  /** The headline, the figure with its side, and the chart. */
  protected abstract shown(result: R): TemplateResult;
  protected abstract inWords(result: R): string;
  protected abstract kind(result: R): string;

  /** No figure of a default stands beside what an attribute has wrong. */
  protected override ask(): void {
    if (this.inputs.faults.length > 0) this.clear();
    this.askAll();
  }

  protected override get answered(): boolean {
    return this.main.value !== null;
  }

  protected override get problem(): Problem | null {
    return firstProblem(this.inputs, this.names(this.inputs.values)) ?? this.main.problem;
  }

  protected override figure() {
    const { value } = this.main;
    if (!value) return html``;
    return html`
      ${this.shown(value)}
      ${value.warnings.map(({ message }) => html`<p class="notice">${message}</p>`)}
      ${assumed(value.assumptions, "Assumed:")}
    `;
  }

  protected override said(): string {
    const { value } = this.main;
    return this.problem?.message ?? (value ? this.inWords(value) : "");
  }

  protected override origin(): string {
    const { value } = this.main;
    return value ? `mi-bounds ${value.library_version}: ${this.kind(value)}` : "";
  }
}
