// Forgiving numbers: what people type or paste, read as one JavaScript number.

export type Reading = { ok: true; value: number; hint?: string } | { ok: false; problem: string };

const MINUS_SIGNS = /[\u2010-\u2015\u2212\uFE63\uFF0D]/g;
const SPACES = /[\u00A0\u2000-\u200A\u202F]/g;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const SUPERSCRIPT_RUN = /([⁻⁺]?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g;
const TERM = /^([+-]?)\s*(\d[\d.,_'’ ]*|[.,]\d+)?\s*(?:[eE]([+-]?\d+)|[x×*·]?\s*10\^([+-]?\d+))?\s*([kKMG%])?$/;
const SUFFIX_EXPONENT: Record<string, number> = { k: 3, K: 3, M: 6, G: 9, "%": -2 };
/** Longer texts are pasted by mistake, or to make the page slow. */
const LONGEST = 200;
const EXAMPLES = "a number such as 0.004, 1e-5, 0.1%, 60k or 256/60000";

/** Reads `text`; `integer` says that a lone comma before three digits groups thousands. */
export function readNumber(text: string, integer: boolean): Reading {
  if (text.length > LONGEST) return { ok: false, problem: `has ${text.length} characters: write ${EXAMPLES}` };
  const clean = withPlainSigns(text);
  if (clean === "") return { ok: false, problem: `is empty: write ${EXAMPLES}` };
  const parts = clean.split("/");
  if (parts.length > 2) return { ok: false, problem: "has more than one fraction bar" };
  const terms: { value: number; hint?: string }[] = [];
  for (const part of parts) {
    const term = readTerm(part.trim(), integer);
    if (!term) return { ok: false, problem: `is not ${EXAMPLES}` };
    terms.push(term);
  }
  const [numerator, denominator] = terms;
  if (!numerator) return { ok: false, problem: `is not ${EXAMPLES}` };
  const value = denominator ? numerator.value / denominator.value : numerator.value;
  if (!Number.isFinite(value)) return { ok: false, problem: "is not a finite number" };
  const hint = numerator.hint ?? denominator?.hint;
  return hint ? { ok: true, value, hint } : { ok: true, value };
}

function withPlainSigns(text: string): string {
  return text
    .replace(SPACES, " ")
    .replace(MINUS_SIGNS, "-")
    .replace(SUPERSCRIPT_RUN, (_, sign: string, digits: string) => {
      const plain = [...digits].map((digit) => SUPERSCRIPTS.indexOf(digit)).join("");
      return `^${sign === "⁻" ? "-" : ""}${plain}`;
    })
    .trim();
}

function readTerm(text: string, integer: boolean): { value: number; hint?: string } | null {
  const match = TERM.exec(text);
  if (!match) return null;
  const [, sign = "", mantissa, exponent, power, suffix] = match;
  if (mantissa === undefined && power === undefined) return null;
  const decimal = mantissa === undefined ? { digits: "1" } : plainDecimal(mantissa.trim(), integer);
  if (!decimal) return null;
  const scale = Number(exponent ?? power ?? 0) + (suffix ? (SUFFIX_EXPONENT[suffix] ?? 0) : 0);
  // One conversion from text, so that 0.1% is the double nearest to 0.001.
  return { ...decimal, value: Number(`${sign}${decimal.digits}e${scale}`) };
}

function plainDecimal(text: string, integer: boolean): { digits: string; hint?: string } | null {
  const joined = text.replace(/(?<=\d)_(?=\d)/g, "").replace(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, "");
  if (/^(\d+\.?\d*|\.\d+)$/.test(joined)) return { digits: joined };
  if (/^\d{1,3}(,\d{3}){2,}(\.\d*)?$|^\d{1,3},\d{3}\.\d*$/.test(joined)) {
    return { digits: joined.replaceAll(",", "") };
  }
  if (/^\d{1,3}(\.\d{3}){2,}(,\d*)?$|^\d{1,3}\.\d{3},\d*$/.test(joined)) {
    const digits = joined.replaceAll(".", "").replace(",", ".");
    return { digits, hint: "points read as thousands, comma as decimal" };
  }
  if (integer && /^[1-9]\d{0,2},\d{3}$/.test(joined)) return { digits: joined.replace(",", "") };
  if (/^\d*,\d+$/.test(joined)) {
    return { digits: joined.replace(",", "."), hint: "comma read as a decimal point" };
  }
  return null;
}
