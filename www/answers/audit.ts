// The question of the Audit view.
import type { ExactEngine } from "../engine/exact-engine";
import type { Inputs } from "../state/inputs/inputs";
import { auditNames, auditOptions } from "../state/questions/audit";
import { type Asked, askIf, following } from "./ask";

export class AuditAnswers {
  readonly main: Asked<"audit">;

  constructor(main: ExactEngine, changed: () => void) {
    this.main = following(main, "audit", changed);
  }

  clear(): void {
    this.main.clear();
  }

  async follow(inputs: Inputs): Promise<void> {
    const { values } = inputs;
    await askIf(this.main, inputs, auditNames(values), () => auditOptions(values));
  }
}
