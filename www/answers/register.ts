// The register, loaded once it is wanted, and the question of the entry that is open.
import type { GuaranteeOptions, GuaranteeResult, TrainingOptions, TrainingResult } from "../../src/boundary/wasm/core";
import type { ExactEngine } from "../engine/exact-engine";
import type { Entry } from "../register/entry";
import type { Reading } from "../register/figures";
import type { Inputs } from "../state/inputs/inputs";
import { following } from "./ask";
import type { Following } from "./following-question";

/** The entries with what is asked of them. */
export type Published = typeof import("../state/published");

export class RegisterAnswers {
  /** Null until it is loaded. */
  published: Published | null = null;
  loading = false;
  /** Why it could not be loaded. */
  failed: string | null = null;
  /** The one that is open, if there is such a one. */
  entry: Entry | null = null;
  private id = "";
  private readonly training: Following<TrainingOptions, TrainingResult>;
  private readonly guarantee: Following<GuaranteeOptions, GuaranteeResult>;

  constructor(
    engine: ExactEngine,
    private readonly changed: () => void,
  ) {
    this.training = following(engine, "training", changed, "register training");
    this.guarantee = following(engine, "guarantee", changed, "register guarantee");
  }

  async follow({ values, faults }: Inputs): Promise<void> {
    this.id = values.entry;
    const published = await this.load();
    if (!published || this.id !== values.entry) return;
    this.entry = published.entryOf(this.id);
    if (!this.entry || faults.length > 0) return this.clear();
    const { kind, options } = published.questionOf(published.claimedValues(this.entry));
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
    const { main, entry, published } = this;
    return entry && published && main?.current && main.value ? published.readingOf(entry, main.value) : null;
  }

  /** Its question with the answer, as any other view's. */
  get answered() {
    const { entry, published, training, guarantee } = this;
    if (!entry || !published || !this.main?.current) return null;
    const asked = published.questionOf(published.claimedValues(entry));
    if (asked.kind === "training")
      return training.value && ({ view: asked.kind, options: asked.options, result: training.value } as const);
    return guarantee.value && ({ view: asked.kind, options: asked.options, result: guarantee.value } as const);
  }

  clear(): void {
    this.training.clear();
    this.guarantee.clear();
  }

  private async load(): Promise<Published | null> {
    if (this.published) return this.published;
    this.loading = true;
    try {
      this.published = await import("../state/published");
      this.failed = null;
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
    this.loading = false;
    this.changed();
    return this.published;
  }
}
