// How a question is put to an engine: it follows the inputs, or lets its answer go with them.
import type { ExactEngine, LatestKind } from "../engine/exact-engine";
import type { Questions, Series } from "../engine/protocol";
import { type Inputs, problemIn } from "../state/inputs/inputs";
import type { Name } from "../state/parameters/table";
import { Following } from "./following-question";
import { Sweeps } from "./sweep";

export type Asked<K extends LatestKind> = Following<Questions[K]["options"], Questions[K]["answer"]>;

/** One question that follows, answered by `engine`; those of one kind that stand side by side each have an `asker`. */
export function following<K extends LatestKind>(
  engine: ExactEngine,
  kind: K,
  changed: () => void,
  asker: string = kind,
): Asked<K> {
  return new Following(
    (options) => engine.latest(asker, kind, options),
    changed,
    () => engine.cancel(asker),
  );
}

/** Asks with what there is, or lets the answer go. */
export async function ask<O, V>(question: Following<O, V>, options: O | null): Promise<boolean> {
  if (options !== null) return question.follow(options);
  question.clear();
  return true;
}

/** Asks unless an input is refused; the answer of the last good ones stays then. */
export async function askIf<O, V>(question: Following<O, V>, inputs: Inputs, names: Name[], options: () => O | null) {
  if (problemIn(inputs, names) === null) return ask(question, options());
  question.pause();
  return false;
}

const PART = 4;

export function inParts<O extends { values: number[] }, A>(
  askPart: ConstructorParameters<typeof Sweeps<O, Series<A>>>[0],
) {
  return new Sweeps<O, Series<A>>(
    askPart,
    (one, next) => ({ values: [...one.values, ...next.values], answers: [...one.answers, ...next.answers] }),
    () => PART,
  );
}
