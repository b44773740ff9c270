// Embeds of one training run, and of a second beside it: they ask for these alone, so that many can stand on a page.
import { html, type TemplateResult } from "lit";
import type { TrainingOptions, TrainingResult } from "../../src/boundary/wasm/core";
import { Following } from "../answers/following-question";
import type { Problem } from "../engine/protocol";
import { trainingNames, trainingOptions } from "../state/questions/run";
import { headline, kindInWords } from "../words/figure";
import { firstProblem, Session } from "./session";
import { sharedEngine } from "./worker-ports";
import "../components/controls/mi-training-form";

export abstract class TrainingSession extends Session {
  private readonly engine = sharedEngine();
  protected readonly run = this.following("run");
  protected readonly other = this.following("other");

  private following(asker: string): Following<TrainingOptions, TrainingResult> {
    return new Following((options) => this.engine.latest(asker, "training", options), this.draw);
  }

  protected override ask(): void {
    const { values, runB } = this.inputs;
    if (firstProblem(this.inputs, trainingNames(values))) {
      if (this.inputs.faults.length > 0) this.run.clear();
      else this.run.pause();
      return;
    }
    void this.run.follow(trainingOptions(values));
    if (runB) void this.other.follow(trainingOptions({ ...values, ...runB }));
    else this.other.clear();
  }

  protected get result(): TrainingResult | null {
    return this.run.value;
  }

  protected override get answered(): boolean {
    return this.result !== null;
  }

  protected override get problem(): Problem | null {
    return firstProblem(this.inputs, trainingNames(this.inputs.values)) ?? this.run.problem;
  }

  protected override form(): TemplateResult {
    const steps = this.run.current ? (this.result?.parameters.num_steps ?? null) : null;
    return html`<mi-training-form .inputs=${this.refused} .steps=${steps}></mi-training-form>`;
  }

  protected override said(): string {
    return this.problem?.message ?? (this.result ? headline(this.result.advantage, this.result.parameters.prior) : "");
  }

  protected override origin(): string {
    if (!this.result) return "";
    return `mi-bounds ${this.result.library_version}: ${kindInWords(this.result.advantage)}`;
  }
}
