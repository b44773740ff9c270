// The verdict of an audit, in a sentence.
import type { AuditResult } from "../../src/boundary/wasm/core";
import type { Parameters } from "../state/parameters/table";
import { count, rounded } from "./number";

/** So rare that a longer number says no more. */
const RAREST = 1e-9;

/** "at most once in 100 times". */
function seldom(chance: number): string {
  if (chance < RAREST) return "less than once in a billion times";
  return `at most once in ${count(Math.floor(1 / chance))} times`;
}

export interface Verdict {
  /** What follows from the results. */
  says: string;
  /** How sure that is, or what it does not prove. */
  adds: string;
}

export function verdictParts({ refuted, p_value }: AuditResult, { declared }: Parameters): Verdict {
  const p = p_value < 1 ? rounded(p_value, 3, "up") : "1";
  if (!refuted) {
    return {
      says: `These results do not refute the declared ${declared}.`,
      adds: `p = ${p}. That does not prove that it was kept: another attack, or more trials, may still refute it.`,
    };
  }
  const attacked = declared === "run" ? "a training with these parameters" : "a mechanism with this guarantee";
  return {
    says: `These results refute the declared ${declared}.`,
    adds: `An attack on ${attacked} would show as much ${seldom(p_value)} (p = ${p}), whatever the attack.`,
  };
}

export function verdict(result: AuditResult, values: Parameters): string {
  const { says, adds } = verdictParts(result, values);
  return `${says} ${adds}`;
}
