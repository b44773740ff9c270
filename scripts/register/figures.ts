// The certified figures of every entry, computed by the core of this checkout.
import type {
  Figure,
  GuaranteeOptions,
  GuaranteeResult,
  Outcome,
  TrainingOptions,
  TrainingResult,
} from "../../src/boundary/wasm/core";
import type { Entry } from "../../www/register/entry";
import type { Reading } from "../../www/register/figures";
import type { Parameters } from "../../www/state/parameters/table";
import { claimedValues, ENTRIES, questionOf, readingOf, runValues } from "../../www/state/published";

export interface Core {
  training(options: TrainingOptions): Outcome<TrainingResult>;
  guarantee(options: GuaranteeOptions): Outcome<GuaranteeResult>;
}

export interface Readings {
  claimed: Reading;
  as_run: Reading | null;
}

export function readingsOf(core: Core, entry: Entry): Readings {
  const ask = (values: Parameters) => {
    const { kind, options } = questionOf(values);
    const outcome = kind === "training" ? core.training(options) : core.guarantee(options);
    if (!outcome.ok) throw new Error(`${entry.id}: ${outcome.error.message}`);
    return readingOf(entry, outcome.value);
  };
  const run = runValues(entry);
  return { claimed: ask(claimedValues(entry)), as_run: run && ask(run) };
}

/** The file as text: each statement stands in it once. */
export function figuresFile(core: Core, version: string, date: string): string {
  const texts: string[] = [];
  const numbered = (text: string) => {
    if (!texts.includes(text)) texts.push(text);
    return texts.indexOf(text);
  };
  const figure = (value: Figure) => ({ ...value, theorem: numbered(value.theorem) });
  const stored = ({ advantage, tpr, baseline, epsilon, delta, assumed }: Reading) => ({
    advantage: figure(advantage),
    tpr: figure(tpr),
    baseline: figure(baseline),
    epsilon: epsilon && figure(bare(epsilon)),
    delta,
    assumed: assumed.map(numbered),
  });
  const entries = Object.fromEntries(
    ENTRIES.map((entry) => {
      const { claimed, as_run } = readingsOf(core, entry);
      return [entry.id, { claimed: stored(claimed), as_run: as_run && stored(as_run) }];
    }),
  );
  return `${JSON.stringify({ date, library_version: version, texts, entries }, null, 2)}\n`;
}

/** A training's epsilon comes with that of each direction, which stand nowhere in the register. */
function bare(epsilon: Figure): Figure {
  const {
    remove: _,
    add: __,
    target_delta: ___,
    direction: ____,
    ...rest
  } = epsilon as Figure & Record<string, unknown>;
  return rest as Figure;
}
