// The register with what the page asks about each entry. Loaded when the view is opened.

import type { GuaranteeResult, TrainingResult } from "../../src/boundary/wasm/core";
import { ENTRIES } from "../register/entries";
import type { Entry } from "../register/entry";
import { frozenOf, type Reading, type Row } from "../register/figures";
import type { Parameters } from "./parameters/table";
import { claimedValues } from "./published-run";
import { guaranteeOptions } from "./questions/guarantee";
import { trainingOptions } from "./questions/run";

export { entryOf } from "../register/entries";
export { FROZEN } from "../register/figures";
export { calibrateValues, claimedValues, runValues } from "./published-run";
export { ENTRIES, frozenOf };

/** The rate of false positives at which all entries are compared. */
const FPR = 0.001;

/** All entries with their figures as they were frozen. */
export function frozenRows(): Row[] {
  return ENTRIES.flatMap((entry) => {
    const frozen = frozenOf(entry.id);
    return frozen ? [{ entry, reading: frozen.claimed }] : [];
  });
}

/** What a guess that is right once in a million becomes is told of all entries. */
const BASELINE = 1e-6;

/** The question that the page puts to the core for such values, with that guess. */
export function questionOf(values: Parameters) {
  return values.view === "guarantee"
    ? ({ kind: "guarantee", options: withGuess(guaranteeOptions(values)) } as const)
    : ({ kind: "training", options: withGuess(trainingOptions(values)) } as const);
}

function withGuess<O extends { baseline?: number[] }>(options: O): O {
  return { ...options, baseline: [BASELINE] };
}

/** An epsilon that is only repeated is none that follows. */
function derivesEpsilon({ guarantee }: Entry): boolean {
  return guarantee === null || guarantee.form === "gdp" || guarantee.form === "zcdp";
}

export function readingOf(entry: Entry, result: TrainingResult | GuaranteeResult): Reading {
  const tpr = result.tpr.find(({ fpr }) => fpr === FPR);
  if (!tpr) throw new Error(`no true positive rate at ${FPR}`);
  const { precision: _, ...found } = tpr;
  const [risk] = result.baseline;
  if (!risk) throw new Error(`no risk at ${BASELINE}`);
  const { closed_form: __, gaussian: ___, ...baseline } = risk;
  const { guarantee_target_delta } = claimedValues(entry);
  if ("status" in result) {
    const { advantage, epsilon, status } = result;
    return { advantage, tpr: found, baseline, epsilon, delta: epsilon?.target_delta ?? null, assumed: [status] };
  }
  const epsilon = derivesEpsilon(entry) ? result.epsilon : null;
  return {
    advantage: result.advantage.exact,
    tpr: found,
    baseline,
    epsilon,
    delta: epsilon && guarantee_target_delta,
    assumed: result.assumptions,
  };
}
