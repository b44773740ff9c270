// The questions of the Audit view: what was read of a file of scores, where one is given, and then the audit itself.
import type { ExactEngine } from "../engine/exact-engine";
import type { ReadScores } from "../engine/protocol";
import type { ScoreSource } from "../state/files/scores";
import type { Inputs } from "../state/inputs/inputs";
import { auditNames, auditOptions } from "../state/questions/audit";
import { type Asked, ask, askIf, following } from "./ask";
import { Following } from "./following-question";

export class AuditAnswers {
  readonly main: Asked<"audit">;
  readonly scores: Following<ScoreSource, ReadScores>;
  /** Of the file that is being read. */
  bytesRead = 0;
  private reading = 0;

  constructor(
    private readonly engine: ExactEngine,
    changed: () => void,
  ) {
    this.main = following(engine, "audit", changed);
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
    for (const each of [this.main, this.scores]) each.clear();
  }

  async follow(inputs: Inputs): Promise<void> {
    const { values, scores } = inputs;
    if (values.results !== "scores") {
      await askIf(this.main, inputs, auditNames(values), () => auditOptions(values));
      return;
    }
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
