// How a formula is written in the sources of this view; see scripts/mathml.mjs.
import type { TemplateResult } from "lit";

/** TeX, in a line of its own where it begins with a space. The build puts MathML in its place, so nobody calls this. */
export function tex(_source: TemplateStringsArray): TemplateResult {
  throw new Error("a formula was not rendered: the plugin of scripts/mathml.mjs is missing");
}
