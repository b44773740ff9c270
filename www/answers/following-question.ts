// The answer to one question that follows the inputs: what is shown stays until a newer answer replaces it.
import type { Answer } from "../engine/exact-engine";
import { CANCELLED, type Problem } from "../engine/protocol";
import { Latest, type Turn } from "./latest";

/** An answer that takes longer leaves what is shown to an older question for so long that it has to be said. */
const SLOW_MS = 300;

export class Following<Options, Value> {
  /** The newest answer that was a value. */
  value: Value | null = null;
  /** Whether the value belongs to the question as it stands. */
  current = false;
  /** Why the question as it stands has no value. */
  problem: Problem | null = null;
  /** Whether no answer has come for a while. */
  slow = false;
  /** Whether the value is that of a link which another has replaced: beside a refusal it would seem to be the link's. */
  private foreign = false;
  private readonly latest = new Latest();
  /** Whether the question as it stands was answered, once it is. */
  private pending: Promise<boolean> = Promise.resolve(true);
  private count = 0;
  /** Answers to questions up to this one are not shown any more. */
  private shown = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly ask: (options: Options) => Promise<Answer<Value> | null>,
    private readonly changed: () => void,
    private readonly stop: () => void = () => {},
  ) {}

  /** The newest value, unless the question as it stands has none: a figure beside a refusal would seem to answer it. */
  get unrefused(): Value | null {
    return this.problem ? null : this.value;
  }

  /** Whether nothing is on its way to the question as it stands. */
  get settled(): boolean {
    return this.current || this.problem !== null || !this.latest.asked;
  }

  /** False when a newer question took this one's place before it was answered. */
  follow(options: Options): Promise<boolean> {
    const turn = this.latest.ask(options);
    if (!turn) return this.pending;
    this.current = false;
    this.problem = null;
    if (this.timer === undefined) this.watch();
    this.pending = this.answer(options, turn);
    return this.pending;
  }

  private async answer(options: Options, turn: Turn): Promise<boolean> {
    const number = ++this.count;
    const answer = await this.ask(options);
    if (!answer || number <= this.shown) return false;
    const newest = turn.stands;
    // While a slider moves, the answer to where it was a moment ago is better than none.
    if (answer.ok) {
      this.value = answer.value;
      this.shown = number;
      this.current = newest;
      this.foreign = false;
    } else if (newest) {
      this.problem = answer.problem;
      // For what nothing is proven of, the figure of another question must not stand.
      if (answer.problem.code === "unknown" || this.foreign) this.value = null;
    }
    if (newest) this.unwatch();
    else if (answer.ok) this.watch();
    this.changed();
    return true;
  }

  /** Another link has been opened: what is shown stays until its answer comes, but not beside a refusal. */
  markForeign(): void {
    this.foreign = true;
  }

  /** The question as it stands is given up. */
  cancel(): void {
    if (!this.latest.asked || this.current || this.problem) return;
    this.shown = this.count;
    this.problem = CANCELLED;
    this.unwatch();
    this.stop();
    this.changed();
  }

  /** The inputs cannot be asked with as they stand, or are to be asked with anew. */
  pause(): void {
    this.latest.reset();
    this.current = false;
    this.problem = null;
    this.unwatch();
  }

  /** The question is not asked any more, and its answer goes. */
  clear(): void {
    this.pause();
    this.value = null;
    this.shown = this.count;
  }

  /** From now on, until an answer comes. */
  private watch(): void {
    this.unwatch();
    this.timer = setTimeout(() => {
      this.slow = true;
      this.changed();
    }, SLOW_MS);
  }

  private unwatch(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.slow = false;
  }
}
