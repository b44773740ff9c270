// Numbers to text: upper bounds round up, lower bounds down, and the printed digits are never better than the number.

export type Direction = "nearest" | "up" | "down";

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const GROUPED = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** `value` with `significant` digits, rounded to the side asked for. */
export function rounded(value: number, significant: number, direction: Direction = "nearest"): string {
  if (value === Number.POSITIVE_INFINITY) return "∞";
  if (!Number.isFinite(value) || value === 0) return String(value);
  if (value < 0) return `-${rounded(-value, significant, opposite(direction))}`;
  const { digits, exponent } = decimal(value, significant, direction);
  return typeset(digits, exponent);
}

function opposite(direction: Direction): Direction {
  if (direction === "nearest") return direction;
  return direction === "up" ? "down" : "up";
}

/** `value` is about `digits` × 10^`exponent`, where `digits` has one digit before the point. */
function decimal(value: number, significant: number, direction: Direction): { digits: string; exponent: number } {
  const [mantissa = "0", power = "0"] = value.toExponential(significant - 1).split("e");
  let whole = BigInt(mantissa.replace(".", ""));
  let exponent = Number(power);
  const read = () => Number(`${whole}e${exponent - significant + 1}`);
  if (direction === "up" && read() < value) whole += 1n;
  if (direction === "down" && read() > value) whole -= 1n;
  if (whole.toString().length > significant) {
    whole /= 10n;
    exponent += 1;
  } else if (whole < 10n ** BigInt(significant - 1)) {
    whole = whole * 10n + 9n;
    exponent -= 1;
  }
  return { digits: whole.toString(), exponent };
}

function typeset(digits: string, exponent: number): string {
  if (exponent < -4 || exponent > 6) {
    const fraction = digits.slice(1);
    return `${digits[0]}${fraction ? `.${fraction}` : ""}×10${superscript(exponent)}`;
  }
  if (exponent < 0) return `0.${"0".repeat(-exponent - 1)}${digits}`;
  const padded = digits.padEnd(exponent + 1, "0");
  const fraction = padded.slice(exponent + 1);
  return fraction ? `${padded.slice(0, exponent + 1)}.${fraction}` : padded;
}

export function superscript(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
  return exponent < 0 ? `⁻${digits}` : digits;
}

/** 60000 as "60,000", 3516 as "3516". */
export function count(value: number): string {
  const whole = Math.round(value);
  return Math.abs(whole) < 10_000 ? String(whole) : GROUPED.format(whole);
}

/** A share in per cent without trailing zeros, e.g. "0.1%". */
export function percent(share: number, significant = 3, direction: Direction = "nearest"): string {
  const text = rounded(share * 100, significant, direction);
  return `${text.includes(".") && !text.includes("×") ? text.replace(/\.?0+$/, "") : text}%`;
}

/**
 * The interval [lower, upper] around `value`. When it is tighter than `significant` digits it is written as
 * value ± width, with so many digits that the printed range contains it; else as its two ends, rounded outwards.
 */
export function interval(lower: number, value: number, upper: number, significant: number): string {
  const half = Math.max(upper - value, value - lower);
  const unit = 10 ** (Math.floor(Math.log10(Math.abs(value) || 1)) - significant + 1);
  if (half >= unit) return `between ${rounded(lower, significant, "down")} and ${rounded(upper, significant, "up")}`;
  const decimals = half > 0 ? Math.min(17, Math.ceil(-Math.log10(half))) : 17;
  const shown = value.toFixed(decimals);
  const reach = Math.max(upper - Number(shown), Number(shown) - lower) + Number.EPSILON * Math.abs(value);
  return reach > 0 ? `${shown} ±\u00a0${rounded(reach, 2, "up")}` : shown;
}

export interface Frequency {
  of: number;
  right: number;
  blind: number;
}

const SMALLEST_CROWD = 1000;
const LARGEST_CROWD = 1e9;

/** How many of so many guesses are right at most, in a crowd large enough that one person is not the rounding. */
export function rightGuesses(advantage_upper: number): Frequency {
  let of = SMALLEST_CROWD;
  const rest = advantage_upper < 1 ? 1 - advantage_upper : 1;
  while ((Math.min(advantage_upper, rest) * of) / 2 < 1 && of < LARGEST_CROWD) of *= 10;
  const right = Math.min(of, Math.ceil(((1 + advantage_upper) / 2) * of));
  return { of, right, blind: of / 2 };
}

/** Below this many digits an interval says more than its middle. */
const FEWEST_DIGITS = 2;

/** A certified value with the digits that its interval supports, or the interval itself when it is wide. */
export function certified(lower: number, value: number, upper: number, most: number): string {
  if (!isWide(lower, value, upper)) return rounded(value, supportedDigits(lower, value, upper, most));
  return `${rounded(lower, 2, "down")} to ${rounded(upper, 2, "up")}`;
}

/** Whether an interval leaves so much open that its middle is no answer. */
export function isWide(lower: number, value: number, upper: number): boolean {
  return supportedDigits(lower, value, upper, FEWEST_DIGITS) < FEWEST_DIGITS;
}

function supportedDigits(lower: number, value: number, upper: number, most: number): number {
  const half = Math.max(upper - value, value - lower);
  if (!(half > 0) || value === 0) return most;
  return Math.min(most, Math.floor(Math.log10(Math.abs(value))) - Math.ceil(Math.log10(half)) + 1);
}
