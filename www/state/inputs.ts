// What stands in the controls: the last good value of each, the text as typed, and what is wrong with it.
import { defaults, type Key, type Parameters, parse, print } from "./params";

export interface Inputs {
  values: Parameters;
  /** As typed, where it differs from the printed value. */
  texts: Partial<Record<Key, string>>;
  /** Why the text is refused; the value beside it is the last good one. */
  problems: Partial<Record<Key, string>>;
  /** A quiet remark: how the text was read, or what the link had asked for. */
  notes: Partial<Record<Key, string>>;
}

export function inputsOf(values: Parameters = defaults(), notes: Inputs["notes"] = {}): Inputs {
  return { values, texts: {}, problems: {}, notes };
}

export function textOf(inputs: Inputs, key: Key, derived: number | null = null): string {
  const value = inputs.values[key] ?? derived;
  return inputs.texts[key] ?? (value === null ? "" : print(value));
}

export function typed(inputs: Inputs, key: Key, text: string): Inputs {
  const bare = forget(inputs, key);
  const parsed = parse(key, text);
  const texts = { ...bare.texts, [key]: text };
  if (!parsed.ok) return { ...bare, texts, problems: { ...bare.problems, [key]: parsed.message } };
  const notes = parsed.echo ? { ...bare.notes, [key]: parsed.echo } : bare.notes;
  return { ...bare, texts, notes, values: { ...bare.values, [key]: parsed.value } };
}

/** Sets a value from elsewhere than the text field; null returns the key to what follows from the others. */
export function chosen(inputs: Inputs, key: Key, value: number | null): Inputs {
  const bare = forget(inputs, key);
  return { ...bare, values: { ...bare.values, [key]: value } };
}

export function isSound(inputs: Inputs): boolean {
  return Object.keys(inputs.problems).length === 0;
}

function forget(inputs: Inputs, key: Key): Inputs {
  const without = <T>(record: Partial<Record<Key, T>>) => {
    const { [key]: _, ...rest } = record;
    return rest as Partial<Record<Key, T>>;
  };
  return {
    ...inputs,
    texts: without(inputs.texts),
    problems: without(inputs.problems),
    notes: without(inputs.notes),
  };
}
