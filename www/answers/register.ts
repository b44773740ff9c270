// The register, and the question of the entry that is open. Loaded once the view is wanted.
import type { GuaranteeOptions, GuaranteeResult, TrainingOptions, TrainingResult } from "../../src/boundary/wasm/core";
import type { ExactEngine } from "../engine/exact-engine";
import type { Entry } from "../register/entry";
import type { Reading, Row } from "../register/figures";
import type { Inputs } from "../state/inputs/inputs";
import { claimedValues, entryOf, frozenRows, questionOf, readingOf } from "../state/published";
import { following } from "./ask";
import type { Following } from "./following-question";

export class RegisterAnswers {
  /** The one that is open, if there is such a one. */
  entry: Entry | null = null;
  private readonly training: Following<TrainingOptions, TrainingResult>;
  private readonly guarantee: Following<GuaranteeOptions, GuaranteeResult>;

  constructor(engine: ExactEngine, changed: () => void) {
    this.training = following(engine, "training", changed, "register training");
    this.guarantee = following(engine, "guarantee", changed, "register guarantee");
  }

  async follow({ values, faults }: Inputs): Promise<void> {
    this.entry = entryOf(values.entry);
    if (!this.entry || faults.length > 0) return this.clear();
    const { kind, options } = questionOf(claimedValues(this.entry));
    if (kind === "training") await this.training.follow(options);
    else await this.guarantee.follow(options);
  }

  /** The question of the entry that is open. */
  get main(): Following<never, TrainingResult | GuaranteeResult> | null {
    if (!this.entry) return null;
    return this.entry.guarantee ? this.guarantee : this.training;
  }

  /** What the engine says of the entry that is open; null until it does. */
  get reading(): Reading | null {
    const { main, entry } = this;
    return entry && main?.current && main.value ? readingOf(entry, main.value) : null;
  }

  /** What the view shows: the entry that is open, or all. */
  get rows(): Row[] {
    const { entry, reading } = this;
    if (!entry) return frozenRows();
    return frozenRows().flatMap((row) => (row.entry === entry ? [{ entry, reading: reading ?? row.reading }] : []));
  }

  /** Its question with the answer, as any other view's. */
  get answered() {
    const { entry, training, guarantee } = this;
    if (!entry || !this.main?.current) return null;
    const asked = questionOf(claimedValues(entry));
    if (asked.kind === "training")
      return training.value && ({ view: asked.kind, options: asked.options, result: training.value } as const);
    return guarantee.value && ({ view: asked.kind, options: asked.options, result: guarantee.value } as const);
  }

  clear(): void {
    this.training.clear();
    this.guarantee.clear();
  }
}
