// In what two runs differ, in words.
import { CHOICES, type ChoiceKey } from "../state/parameters/choices";
import { type Key, type Name, PARAMS, type Parameters, printed } from "../state/parameters/table";
import { RUN_NAMES, type Run, rateOf, stepsOf } from "../state/questions/run";

export interface Difference {
  label: string;
  a: string;
  b: string;
}

export function differences(a: Run, b: Run): Difference[] {
  return RUN_NAMES.filter((name) => used(name, a) || used(name, b))
    .map((name) => ({ label: labelOf(name), a: words(name, a), b: words(name, b) }))
    .filter((row) => row.a !== row.b);
}

/** What the other way of giving a run holds is no difference. */
function used(name: Name, run: Run): boolean {
  if (name === "history") return run.history !== null;
  if (run.history && ["batch_size", "sample_rate", "epochs", "num_steps", "noise_multiplier"].includes(name))
    return false;
  if (name === "batch_size") return run.sample_rate === null;
  if (name === "sample_rate") return run.sample_rate !== null;
  if (name === "epochs") return run.num_steps === null;
  return name === "num_steps" ? run.num_steps !== null : true;
}

function labelOf(name: Name): string {
  if (name === "history") return "Schedule";
  return name in CHOICES ? CHOICES[name as ChoiceKey].label : PARAMS[name as Key].label;
}

function words(name: (typeof RUN_NAMES)[number], run: Run): string {
  if (name === "history") return run.history ? scheduleInWords(run.history) : "a single phase";
  if (!used(name, run)) return derived(name, run);
  const value = run[name] as Parameters[Name];
  if (typeof value === "number") return printed(name as Key, value);
  const options: Record<string, string> = CHOICES[name as ChoiceKey].options;
  return options[String(value)] ?? "–";
}

function scheduleInWords(history: NonNullable<Run["history"]>): string {
  const steps = history.reduce((sum, [, , count]) => sum + count, 0);
  const noises = history.map(([noise]) => noise);
  return `${history.length} phases, ${steps} steps, noise ${Math.min(...noises)} to ${Math.max(...noises)}`;
}

function derived(name: Name, run: Run): string {
  if (run.history) return "by its schedule";
  if (name === "sample_rate") return Number(rateOf(run).toPrecision(4)).toString();
  return name === "num_steps" ? stepsOf(run).toString() : "–";
}
