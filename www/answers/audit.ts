// The questions of the Audit view: what was read of a file of scores, where one is given, and then the audit itself.
import type { ExactEngine } from "../engine/exact-engine";
import type { ReadScores } from "../engine/protocol";
import type { ScoreSource } from "../state/files/scores";
import { shippedScores } from "../state/files/shipped-scores";
import type { Inputs } from "../state/inputs/inputs";
import { auditNames, auditOptions, planNames, planOptions } from "../state/questions/audit";
import { type Asked, ask, askIf, following } from "./ask";
import { Following } from "./following-question";

export class AuditAnswers {
  readonly main: Asked<"audit">;
  readonly plan: Asked<"audit_plan">;
  readonly scores: Following<ScoreSource, ReadScores>;
  /** Of the file that is being read. */
  bytesRead = 0;
  /** The scores that are asked about: the reader's, or those of an example. */
  source: ScoreSource | null = null;
  private reading = 0;
  /** The newest: what comes late for others is left. */
  private inputs: Inputs | null = null;

  constructor(
    private readonly engine: ExactEngine,
    changed: () => void,
  ) {
    this.main = following(engine, "audit", changed);
    this.plan = following(engine, "audit_plan", changed);
    const heard = (bytes: number) => {
      this.bytesRead = bytes;
      changed();
    };
    this.scores = new Following<ScoreSource, ReadScores>(
      (source) => engine.latest("scores", "scores", source, heard),
      changed,
      () => engine.cancel("scores"),
    );
  }

  clear(): void {
    for (const each of [this.main, this.plan, this.scores]) each.clear();
  }

  /** And then how many trials it takes, whatever was shown so far. */
  async followWithPlan(inputs: Inputs): Promise<void> {
    await this.follow(inputs);
    const { values } = inputs;
    if (this.inputs !== inputs) return;
    if (values.declared === "run") await askIf(this.plan, inputs, planNames(values), () => planOptions(values));
    else this.plan.clear();
  }

  async follow(inputs: Inputs): Promise<void> {
    const { values } = inputs;
    this.inputs = inputs;
    if (values.results !== "scores") {
      await askIf(this.main, inputs, auditNames(values), () => auditOptions(values));
      return;
    }
    const { scores_from } = values;
    const scores = scores_from === "file" ? inputs.scores : await shippedScores(scores_from);
    if (this.inputs !== inputs) return;
    this.source = scores;
    if (!(await this.followFile(scores))) return;
    const read = this.scores.current && this.scores.value?.summary.ok;
    if (scores && read) await askIf(this.main, inputs, auditNames(values), () => ({ ...auditOptions(values), scores }));
    else this.main.clear();
  }

  /** A file that is still being read gives way to another. */
  private async followFile(scores: ScoreSource | null): Promise<boolean> {
    if ((scores?.reading ?? 0) !== this.reading) {
      this.reading = scores?.reading ?? 0;
      this.bytesRead = 0;
      this.engine.cancel("scores");
      this.main.clear();
      if (!scores && this.scores.value) void this.engine.latest("forget scores", "forget_scores", null);
    }
    return ask(this.scores, scores);
  }
}
