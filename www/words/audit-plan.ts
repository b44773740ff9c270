// The plan of an audit in words.
import type { AuditPlan } from "../../src/boundary/wasm/core";
import { print } from "../state/parameters/table";
import { count, percent } from "./number";

/** "about 2,300": a plan is told to two digits. */
export function plannedNumber(number: number | null): string | null {
  if (number === null) return null;
  return number < 100 ? `about ${count(number)}` : `about ${count(Number(number.toPrecision(2)))}`;
}

/** The plan that needs the fewest trials. */
export function plannedInWords({ rates, power, level, noise_multiplier }: AuditPlan): string {
  const able = rates.flatMap(({ fpr, trials }) => (trials === null ? [] : [{ fpr, trials }]));
  const [first] = able.sort((a, b) => a.trials - b.trials);
  const noise = `a training with noise ${print(Number(noise_multiplier.toPrecision(4)))} instead`;
  if (!first)
    return `At none of these rates of false positives would 10¹² trials refute ${noise} with a chance of ${percent(power)}.`;
  return `${capital(plannedNumber(first.trials) ?? "")} members and as many others, each a training of its own, would refute ${noise} with a chance of ${percent(power)}, by the best attack at ${percent(first.fpr)} false positives and confidence ${level}.`;
}

function capital(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
}
