// What the tables of numeric parameters say about each.
import type { Range, Ranges } from "../../../src/boundary/wasm/core";
import type { Choices } from "./choices";

/** Where a slider begins and ends: it need not reach as far as the text field. */
export interface Slider {
  min: number;
  max: number;
  scale: "log" | "linear";
}

export interface Param {
  /** What messages call it, where the key itself says more than the module's name. */
  name?: string;
  label: string;
  unit: string;
  help: string;
  /** Views in which it speaks of something else. */
  within?: Partial<Record<Choices["view"], { unit: string; help: string }>>;
  /** The page's own start value; null where the value follows from others. */
  default: number | null;
  range: Range;
  /** Whose range the module has it by, where the names differ. */
  rangeOf?: keyof Ranges;
  slider: Slider | null;
  /** Other names under which a link may give it. */
  aliases: string[];
  /** Whether it is printed as "0.1%": a bare 0.1 is read both as a tenth and as a thousandth. */
  percent?: boolean;
  /** Whether its field may be empty: the value is null then. */
  optional?: boolean;
}
