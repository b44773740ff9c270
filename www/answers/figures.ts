// The figure of a paper that is open: computed in parts, so that it is drawn while it grows and another takes its place at once.
import type { PaperFigureOptions, PaperFigureResult } from "../../src/boundary/wasm/core";
import type { Answer, ExactEngine } from "../engine/exact-engine";
import type { Inputs } from "../state/inputs/inputs";
import { ask } from "./ask";
import { Following } from "./following-question";
import type { Timed } from "./times";

/** What a part may take. */
const PART_MS = 150;
const FIRST_PART = 4;

export class FigureAnswers {
  readonly main: Following<PaperFigureOptions, PaperFigureResult>;
  /** What is known of it so far. */
  drawn: PaperFigureResult | null = null;
  /** The figure of times, which is measured here and not computed. */
  timed: Timed | null = null;
  private newest: string | null = null;
  private asked: PaperFigureOptions | null = null;
  /** Whether a figure is on its way. */
  busy = false;

  constructor(
    private readonly engine: ExactEngine,
    private readonly changed: () => void,
  ) {
    this.main = new Following(
      (options) => this.whole(options),
      changed,
      () => engine.cancel("figure"),
    );
  }

  async follow({ values, faults }: Inputs): Promise<void> {
    const { figure } = values;
    if (figure === this.newest && (this.busy || this.timed || this.main.current)) return;
    this.clear();
    if (!figure || faults.length > 0) return;
    this.newest = figure;
    this.busy = true;
    await this.open(figure).finally(() => {
      if (this.newest === figure) this.busy = false;
    });
    this.changed();
  }

  private async open(figure: string): Promise<void> {
    const [{ figureOf, coreName }, { Timed }] = await Promise.all([
      import("../state/paper-figures"),
      import("./times"),
    ]);
    if (this.newest !== figure) return;
    const drawn = figureOf(figure)?.drawn;
    if (drawn === "times") {
      this.timed = new Timed(this.engine, this.changed);
      await this.timed.measure();
    } else if (drawn === "core") await ask(this.main, { figure: coreName(figure) });
  }

  clear(): void {
    this.newest = null;
    this.asked = null;
    this.busy = false;
    this.drawn = null;
    this.timed?.stop();
    this.timed = null;
    this.main.clear();
  }

  /** Null when another figure took its place. */
  private async whole(options: PaperFigureOptions): Promise<Answer<PaperFigureResult> | null> {
    this.asked = options;
    let whole: PaperFigureResult | null = null;
    let points = FIRST_PART;
    do {
      const start = performance.now();
      const part: PaperFigureOptions = { ...options, first_point: whole?.x.length ?? 0, points };
      const answer: Answer<PaperFigureResult> | null = await this.engine.latest("figure", "paper_figure", part);
      if (!answer?.ok) return answer;
      if (this.asked !== options) return null;
      whole = whole ? joined(whole, answer.value) : answer.value;
      this.drawn = whole;
      this.changed();
      const share = PART_MS / Math.max(1, performance.now() - start);
      points = Math.max(1, Math.min(1000, 4 * points, Math.round(points * share)));
    } while (whole.x.length < whole.points);
    return { ok: true, value: whole };
  }
}

type Series = PaperFigureResult["series"][number];

export function joined(one: PaperFigureResult, next: PaperFigureResult): PaperFigureResult {
  const series = one.series.map((first, i): Series => {
    const second = next.series[i] ?? first;
    return {
      ...(first.kind ? first : second),
      kind: worse(first.kind, second.kind),
      lower: [...first.lower, ...second.lower],
      estimate: [...first.estimate, ...second.estimate],
      upper: [...first.upper, ...second.upper],
    };
  });
  return { ...one, x: [...one.x, ...next.x], series };
}

/** One wide point, and the line is no exact one; one bound, and it is a bound. */
function worse(one: Series["kind"], next: Series["kind"]): Series["kind"] {
  if (!next) return one;
  return !one || one === "exact" || (one === "interval" && next !== "exact") ? next : one;
}
