// The values of the parameter that a sweep has beside the one it runs over, as a text.
import type { SweepOptions } from "../../../src/boundary/wasm/core";
import type { Choices } from "./choices";
import { readNumber } from "./number-text";
import { outside, print, quoted } from "./parameter";
import { RUN_PARAMS } from "./run";

export type SecondParameter = NonNullable<SweepOptions["second"]>;

export const MOST_SECOND = 4;

type Reading = { ok: true; value: string } | { ok: false; message: string };

/** As typed or in a link: numbers with commas or spaces between them. */
export function readSecondValues(text: string, second: Choices["second"]): Reading {
  const cells = text.split(/[,;\s]+/).filter(Boolean);
  if (cells.length > MOST_SECOND)
    return { ok: false, message: `second_values has ${cells.length} entries; allowed are 1 to ${MOST_SECOND}` };
  const { range } = RUN_PARAMS[second === "none" ? "noise_multiplier" : second];
  const values: number[] = [];
  for (const cell of cells) {
    const reading = readNumber(cell, second === "num_steps");
    if (!reading.ok) return { ok: false, message: `second_values: ${quoted(cell)} ${reading.problem}` };
    const problem = second === "none" ? null : outside(`second_values: ${second}`, reading.value, range);
    if (problem) return { ok: false, message: problem };
    if (!values.includes(reading.value)) values.push(reading.value);
  }
  return { ok: true, value: values.map(print).join(",") };
}

/** Half and twice the present value, where nothing is typed. */
export function usualSecondValues(second: SecondParameter, present: number): number[] {
  const { range } = RUN_PARAMS[second];
  const values = [present / 2, present * 2].map((value) =>
    range.integer ? Math.max(1, Math.round(value)) : Number(value.toPrecision(6)),
  );
  return values.filter((value) => value !== present && value >= range.min && value <= range.max);
}
