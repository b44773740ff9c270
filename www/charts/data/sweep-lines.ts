// A sweep with what is drawn beside it: published bounds, and curves at other values of a second parameter.
import type { Kind, SweepResult } from "../../../src/boundary/wasm/core";
import { CHOICES } from "../../state/parameters/choices";
import { print } from "../../state/parameters/parameter";
import type { Parameters } from "../../state/parameters/table";
import { QUANTITY } from "../../state/questions/quantity";
import { BOUND_NAMES } from "../../words/comparison";
import { rounded } from "../../words/number";
import { quantityInWords } from "../../words/setting";
import { logAxis, plain, rate, spreadAxis } from "./axes";
import type { Line, LineKind, Lines } from "./lines";

/** What a line rests on. */
export interface Grounds {
  name: string;
  theorems: string[];
}

const SIDES: Record<Kind, { kind: LineKind; words: string }> = {
  exact: { kind: "exact", words: "exact" },
  interval: { kind: "upper", words: "known between two ends: the safe one" },
  upper: { kind: "upper", words: "upper bound" },
  lower: { kind: "lower", words: "lower bound" },
  estimate: { kind: "estimate", words: "estimate" },
  approximation: { kind: "formula", words: "approximation, no bound" },
};

/** These grow without end. */
const UNBOUNDED: readonly SweepResult["quantity"][] = ["epsilon", "gdp_mu"];

export function sweepLines(result: SweepResult, other: SweepResult | null, values: Parameters, present: number): Lines {
  const { over, quantity, second } = result;
  const { percent } = QUANTITY[quantity];
  const of = quantityInWords(quantity, values);
  const [scale, unit] = percent ? [100, "%"] : [1, ""];
  const line = (name: string, kind: Kind, found: (number | null)[]): Line => {
    const side = SIDES[kind];
    const direction = side.kind === "upper" ? "up" : side.kind === "lower" ? "down" : "nearest";
    return {
      name: `${name}: ${side.words}`,
      kind: side.kind,
      ys: found.map((value) => value ?? Number.NaN),
      read: (y) =>
        `${side.kind === "upper" ? "≤ " : side.kind === "lower" ? "≥ " : ""}${rounded(y * scale, 4, direction)}${unit}`,
    };
  };
  const curves = second?.curves ?? [];
  const parameter = second ? CHOICES.second.options[second.over] : "";
  const lines = [
    line(other ? "A" : "This run", result.kind, result.estimate),
    ...(other ? [line("B", other.kind, other.estimate)] : []),
    ...curves.map(({ value, kind, estimate }) => line(`${parameter} ${print(value)}`, kind, estimate)),
    ...result.bounds.map(({ name, kind, values: found }) => line(BOUND_NAMES[name] ?? name, kind, found)),
  ];
  const cap = UNBOUNDED.includes(quantity) ? Number.POSITIVE_INFINITY : 1;
  const shown = lines
    .flatMap(({ ys }) => ys)
    .filter((y) => Number.isFinite(y))
    .map((y) => Math.min(y, cap));
  // What lies far below every certified curve would press these together.
  const certified = [result, ...curves].flatMap(({ lower }) => lower.filter((y) => y !== null && y > 0)) as number[];
  const floor = Math.min(...certified) / 10;
  const label = CHOICES.solve_for.options[over];
  return {
    caption: `${of} over ${label}, with ${beside(result)}`,
    summary: `${of[0]?.toUpperCase()}${of.slice(1)} while only the ${label} changes${beyond(result, cap)}`,
    xs: result.values,
    lines,
    x: logAxis([Math.min(...result.values), Math.max(...result.values)], `${label} (log scale)`),
    y: spreadAxis(
      shown.filter((y) => !(y < floor)),
      of,
      percent ? rate : plain,
    ),
    markedX: { at: present, name: "the present setting" },
    read: (y) => `${rounded(y * scale, 4)}${unit}`,
  };
}

function beside({ bounds, second }: SweepResult): string {
  const parts = [
    ...(bounds.length > 0 ? ["published bounds"] : []),
    ...(second ? [`curves at other values of the ${CHOICES.second.options[second.over]}`] : []),
  ];
  return parts.join(" and ") || "nothing beside it";
}

function beyond({ bounds }: SweepResult, cap: number): string {
  const vacuous = bounds.some(
    ({ kind, values }) => kind === "upper" && values.some((value) => value !== null && value >= cap),
  );
  return vacuous ? "; an upper bound of 1 or more says nothing and ends at the top." : ".";
}

/** The statement behind each line. */
export function groundsOf({ theorem, bounds }: SweepResult): Grounds[] {
  return [
    { name: "Exact curves", theorems: [theorem] },
    ...bounds.map(({ name, theorems }) => ({ name: BOUND_NAMES[name] ?? name, theorems })),
  ];
}
