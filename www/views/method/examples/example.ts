// A counterexample: what is set up, what is computed, and whether the printed statement survives it.

/** Whose number it is: what the printed form gives, what is true, or what neither side disputes. */
export type Role = "printed" | "true" | "given";

export interface Row {
  what: string;
  role: Role;
  value: number;
  /** Significant digits shown; six unless said otherwise. */
  digits?: number;
  /** Whether it is a share, and written in per cent. */
  percent?: boolean;
}

/** A statement, and whether the numbers above it bear it out. */
export interface Finding {
  statement: string;
  holds: boolean;
}

export interface Outcome {
  rows: Row[];
  findings: Finding[];
}

export interface Example {
  setting: string;
  /** Whether `run` draws from its seed; all others give the same numbers on every run. */
  random?: boolean;
  run: (seed: number) => Outcome;
}

export const printed = (what: string, value: number, digits?: number): Row => row(what, "printed", value, digits);
export const truth = (what: string, value: number, digits?: number): Row => row(what, "true", value, digits);
export const given = (what: string, value: number, digits?: number): Row => row(what, "given", value, digits);

/** The same number in per cent. */
export const inPercent = (one: Row): Row => ({ ...one, percent: true });

function row(what: string, role: Role, value: number, digits?: number): Row {
  return digits === undefined ? { what, role, value } : { what, role, value, digits };
}
