// Formulas are written as TeX and reach the browser as MathML: what stands in tex`...` is rendered while building.
import temml from "temml";

/** What follows a formula in the line, such as a full stop, stays with it. */
const WORD_JOINER = "\u2060";
const FORMULA = /\btex`([^`]*)`/g;

/** One formula without what the page's policy refuses (styles of their own) or its style sheets do not know (classes). */
export function mathml(source) {
  const block = source.startsWith("\n") || source.startsWith(" ");
  const markup = temml
    .renderToString(source.trim(), { displayMode: block, throwOnError: true })
    .replaceAll(/ (?:style|class)="[^"]*"/g, "")
    .replaceAll(/<mpadded lspace="0">(.*?)<\/mpadded>/g, "$1");
  return block ? `<span class="formula">${markup}</span>` : `${markup}${WORD_JOINER}`;
}

/** A plugin of Vite: a file with formulas imports `html` of Lit, and each formula becomes a template of it. */
export const formulas = {
  name: "formulas",
  enforce: "pre",
  transform(code, id) {
    if (!id.includes("/www/views/method/") || !code.includes("tex`")) return null;
    return { code: code.replaceAll(FORMULA, (_, source) => `html\`${mathml(source)}\``), map: null };
  },
};
