// The Method view: every erratum once, every link leads somewhere, and the numbers of ../shared/ERRATA.md are met.
import type { TemplateResult } from "lit";
import { describe, expect, it } from "vitest";
import { mathml } from "../../../scripts/mathml.mjs";
import { anchor, CHAPTERS, ERRATA, SECTIONS } from "../../../www/state/parameters/method";
import { ENTRIES } from "../../../www/views/method/errata";
import { EXAMPLES } from "../../../www/views/method/examples";
import type { Outcome, Role } from "../../../www/views/method/examples/example";
import { variation } from "../../../www/views/method/numerics/fourier";
import { laplaceVariation, subsets } from "../../../www/views/method/numerics/mixtures";
import { above, below, erf, erfc, erfInverse, quantile, Random } from "../../../www/views/method/numerics/normal";
import { bibtex, PAPERS, SOURCES } from "../../../www/words/bibliography";

// Elements need a browser; templates do not.
globalThis.customElements ??= { define() {}, get() {} } as unknown as CustomElementRegistry;
globalThis.ResizeObserver ??= class {} as unknown as typeof ResizeObserver;
const { pageOf } = await import("../../../www/views/method/method");

/** What a template would put into the page, elements of our own left unopened. */
function markup(part: unknown): string {
  if (part === null || part === undefined || typeof part === "symbol" || typeof part === "function") return "";
  if (Array.isArray(part)) return part.map(markup).join("");
  if (typeof part !== "object") return String(part);
  const { strings, values } = part as TemplateResult;
  // A part that Lit draws anew only when it must: what it depends on, and the part.
  if ("_$litDirective$" in part) return markup((values[1] as () => unknown)());
  return strings ? strings.map((text, i) => text + markup(values[i])).join("") : "";
}

const link = (section: string) => `#to-${section}`;
const PAGE = SECTIONS.map((section) => markup(pageOf(section, link))).join("");
const SUMMARY = markup(pageOf("top", link));

describe("the text", () => {
  it("has every erratum exactly once, in order", () => {
    expect(ENTRIES.map(({ id }) => id)).toEqual([...ERRATA]);
    expect(ERRATA).toHaveLength(31);
  });

  it("has a heading for every section, each once, and every link leads to one", () => {
    const ids = [...PAGE.matchAll(/\sid=([\w-]+)/g)].map(([, id]) => id);
    expect(ids.sort()).toEqual(SECTIONS.map(anchor).sort());
    const links = [...PAGE.matchAll(/href=#to-([\w-]+)/g)].map(([, section]) => section ?? "");
    expect(links.length).toBeGreaterThan(80);
    for (const section of links) expect(SECTIONS).toContain(section);
  });

  it("leads from its summary to chapters", () => {
    const links = [...SUMMARY.matchAll(/href=#to-([\w-]+)/g)].map(([, section]) => section ?? "");
    expect(links.length).toBeGreaterThan(8);
    for (const section of links) expect(Object.keys(CHAPTERS)).toContain(section);
  });

  it("has formulas as MathML, without styles that the policy refuses", () => {
    expect(PAGE.match(/<math/g)?.length).toBeGreaterThan(150);
    expect(PAGE).not.toMatch(/ style=|tex`|\\frac|\\mathrm/);
  });

  it("has no formula that a paragraph would end at", () => {
    expect(mathml(" x")).toMatch(/^<span class="formula"><math display="block">/);
    expect(mathml("x")).toMatch(/^<math>.*<\/math>\u2060$/);
    expect(() => mathml("\\frac{1}")).toThrow();
  });

  it("names each chapter once in the contents", () => {
    expect(new Set(Object.values(CHAPTERS)).size).toBe(Object.keys(CHAPTERS).length);
  });

  it("gives every source a key of its own, and BibTeX that closes what it opens", () => {
    const all = [...PAPERS, ...SOURCES];
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    for (const source of all) {
      const text = bibtex(source);
      expect(text.split("{")).toHaveLength(text.split("}").length);
      expect(text).toContain(source.title);
    }
    expect(PAPERS).toHaveLength(5);
  });
});

const SEED = 1;
const outcomes = new Map<string, Outcome>();

function outcome(name: string): Outcome {
  const known = outcomes.get(name) ?? (EXAMPLES[name]?.run(SEED) as Outcome);
  outcomes.set(name, known);
  return known;
}

/** The number of a row by how its words begin. */
function value(name: string, role: Role, what: string): number {
  const rows = outcome(name).rows.filter((row) => row.role === role && row.what.startsWith(what));
  expect(rows, `${name}: ${role} "${what}"`).toHaveLength(1);
  return rows[0]?.value ?? Number.NaN;
}

/**
 * Golden values from ERRATA.md; each holds to half a unit of its last printed digit. Two are printed there with a digit
 * more than they have: the group's delta (cut off, not rounded) and Yeom's game (a grid, off by 6e-6).
 */
const GOLDEN: [name: string, role: Role, what: string, golden: string][] = [
  ["E1", "true", "exact advantage", "0.382925"],
  ["E2", "true", "prior 0.2: best attack", "0.004507"],
  ["E2", "true", "prior 0.2: corrected", "0.004507"],
  ["E2", "printed", "prior 0.2: printed", "1.204507"],
  ["E2", "true", "prior 0.45: best attack", "0.087399"],
  ["E2", "true", "prior 0.45: corrected", "0.087399"],
  ["E2", "printed", "prior 0.45: printed", "0.287399"],
  ["E2", "given", "prior 0.45: weight", "0.030628"],
  ["E2", "printed", "no information, prior 0.2", "1.2"],
  ["E2", "true", "no information, prior 0.2", "0.0"],
  ["E2", "printed", "no information, prior 10", "2.0"],
  ["E3", "printed", "TV_a", "0.141989"],
  ["E3", "true", "hockey stick", "0.041989"],
  ["E4", "true", "one step, FPR 0.01", "0.049267"],
  ["E4", "true", "one step, FPR 0.1", "0.216226"],
  ["E4", "true", "one step, FPR 0.3", "0.439791"],
  ["E4", "true", "two steps, FPR 0.01", "0.068014"],
  ["E4", "true", "two steps, FPR 0.1", "0.270601"],
  ["E4", "true", "two steps, FPR 0.3", "0.509820"],
  ["E4", "given", "one step, FPR 0.1: with the weight", "0.139150"],
  ["E5", "printed", "coin", "0.920044"],
  ["E5", "given", "the printed bound follows", "0.415888"],
  ["E5", "printed", "500,000", "5.8e-8"],
  ["E5", "true", "500,000", "7.4e-44"],
  ["E5", "true", "half-width", "0.003494"],
  ["E6", "true", "errors relative", "0.8333"],
  ["E6", "printed", "the proof's", "0.7000"],
  ["E6", "printed", "cap on TPR", "0.80"],
  ["E6", "true", "cap that holds", "0.20"],
  ["E7", "true", "Adult, membership", "0.22"],
  ["E7", "true", "Adult, attribute", "0.17"],
  ["E7", "true", "Adult, noise", "3.1556"],
  ["E7", "given", "security at", "0.9101"],
  ["E7", "given", "Purchase", "1.8128"],
  ["E7", "true", "steps of an epoch", "127.2"],
  ["E7", "given", "rate over noise", "0.000354528"],
  ["E7", "given", "FPR at which", "0.4859"],
  ["E7", "given", "f-DP", "0.112978"],
  ["E8", "true", "10 epochs, one record added", "0.161018"],
  ["E8", "true", "10 epochs, one record exchanged", "0.264352"],
  ["E8", "true", "50 epochs, one record", "0.191233"],
  ["E8", "given", "closed form less", "-0.014296"],
  ["E8", "true", "chi-square", "0.257515"],
  ["E8", "given", "explicit error term, rate", "2.2349"],
  ["E8", "given", "explicit error term at", "3.535"],
  ["E9", "true", "positive accuracy of", "0.644405"],
  ["E9", "printed", "bound with the conditional", "0.247831"],
  ["E9", "true", "bound with the joint", "0.644405"],
  ["E9", "true", "epsilon 0", "1.000000"],
  ["E9", "printed", "epsilon 0", "0.666667"],
  ["E9", "true", "delta 10", "0.731255"],
  ["E9", "printed", "delta 10", "0.731157"],
  ["E9", "true", "an attacker who names 90%", "0.552767"],
  ["E9", "printed", "an attacker who names 90%", "0.731059"],
  ["E10", "true", "100: negative", "0.973276"],
  ["E10", "true", "100: deletions", "8.24"],
  ["E10", "printed", "100: negative", "0.996298"],
  ["E10", "printed", "100: deletions", "60.16"],
  ["E10", "true", "1000: negative accuracy at least", "0.768031"],
  ["E10", "true", "1000: deletions", "0.845"],
  ["E10", "printed", "1000: deletions", "5.57"],
  ["E10", "true", "1000: negative accuracy of", "0.768031"],
  ["E11", "true", "told truly", "1"],
  ["E11", "given", "told truly", "0.5"],
  ["E11", "given", "flipped", "0.1"],
  ["E11", "true", "flipped: TPR", "0.2"],
  ["E12", "printed", "beyond five", "0.006738"],
  ["E12", "true", "beyond five scales, two", "0.040428"],
  ["E12", "true", "beyond five scales, ten", "0.968172"],
  ["E12", "true", "accuracy of the attack in 400", "0.968"],
  ["E12", "true", "accuracy of the attack in 100", "0.909"],
  ["E13", "printed", "eta 0.1", "3794.6"],
  ["E13", "true", "eta 0.1: sharper", "4.933"],
  ["E13", "true", "eta 0.1: one", "4.481"],
  ["E13", "true", "eta 0.1: Gaussian", "3.947"],
  ["E13", "printed", "eta 0.01", "379456"],
  ["E13", "true", "eta 0.01: sharper", "49.99"],
  ["E13", "true", "eta 0.01: one", "49.50"],
  ["E13", "true", "eta 0.01: Gaussian", "39.89"],
  ["E13", "given", "cases above", "0"],
  ["E13", "true", "largest exact eta over the Laplace", "1.000000"],
  ["E14", "true", "delta of the group from", "1.7174e-5"],
  ["E14", "true", "delta each", "5.8227e-9"],
  ["E14", "true", "the group's delta is so many", "2.19e3"],
  ["E14", "true", "ten records", "0.242879"],
  ["E14", "printed", "ten records", "0.239967"],
  ["E15", "true", "1 − 1/m", "0.95"],
  ["E15", "printed", "cap as printed", "0.9"],
  ["E16a", "true", "corrected", "0.345305"],
  ["E16a", "true", "half the integral", "0.345305"],
  ["E16a", "printed", "printed", "0.581868"],
  ["E16b", "true", "replacement game", "0.682689"],
  ["E16b", "printed", "Theorem 6", "0.382925"],
  ["E16b", "true", "Yeom's game", "0.3843"],
  ["E16c", "printed", "delta at", "0.126937"],
  ["E16c", "true", "probability that the loss", "0.308538"],
  ["E16c", "true", "probability that it leaves", "0.375345"],
  ["E16d", "true", "advantage over", "0.7147"],
  ["E16d", "printed", "Corollary 10", "0.0797"],
  ["E16d", "given", "Corollary 10", "0.6827"],
  ["E16d", "true", "100 steps, batches", "0.0845"],
  ["E16d", "true", "100 steps, R_t", "0.4817"],
  ["E16e", "true", "estimated sigma without", "0"],
  ["E16e", "true", "accuracy of", "1.000"],
  ["E16f", "true", "smallest deviation", "3.73063"],
  ["E16f", "true", "delta at", "2.41e-6"],
  ["E16g", "true", "pairs", "32"],
  ["E16h", "printed", "index", "1"],
  ["E16h", "true", "row of the figure", "2"],
  ["E16i", "true", "error at noise multiplier 1", "2.29e-4"],
  ["E16i", "true", "error at noise multiplier 2.5", "9.57e-5"],
  ["E16l", "given", "epsilon at which", "0.8814"],
  ["E16l", "true", "(6) less", "0.171573"],
  ["E16l", "true", "(8) at", "0.5"],
  ["E16l", "printed", "(5) at", "0"],
  ["E16m", "true", "sensitivity", "95263.5"],
  ["E16m", "true", "scale of the Laplace", "2.381e6"],
  ["E16m", "true", "scale of the paper", "379456"],
];

/** Half a unit of the last digit of a printed number. */
function halfUnit(text: string): number {
  const [mantissa = "", power = "0"] = text.split("e");
  return 0.5 * 10 ** (Number(power) - (mantissa.split(".")[1]?.length ?? 0)) * (1 + 1e-9);
}

/** ERRATA.md found these on a grid of false positive rates, a little to the right of the round ones. */
const ON_A_GRID = 2e-5;

describe("the counterexamples", () => {
  it.each(GOLDEN)("%s: %s %s is %s", (name, role, what, golden) => {
    const allowed = name === "E4" ? ON_A_GRID : halfUnit(golden);
    expect(Math.abs(value(name, role, what) - Number(golden))).toBeLessThanOrEqual(allowed);
  });

  it("are there for every erratum whose statement is a number", () => {
    const without = ERRATA.filter((name) => !EXAMPLES[name]);
    expect(without).toEqual(["E16p"]);
    expect(Object.keys(EXAMPLES).filter((name) => !(ERRATA as readonly string[]).includes(name))).toEqual([]);
  });

  it.each(ENTRIES.map(({ id, verdict }) => [id, verdict] as const))(
    "%s: its findings agree with its verdict",
    (id, verdict) => {
      if (!EXAMPLES[id]) return;
      const { findings } = outcome(id);
      expect(findings.length).toBeGreaterThan(0);
      const broken = findings.some(({ holds }) => !holds);
      expect(broken).toBe(verdict === "wrong" || (verdict === "subtle" && id !== "E16n"));
    },
  );

  it("give the same numbers on every run unless they are simulated", () => {
    for (const [name, { random, run }] of Object.entries(EXAMPLES)) {
      if (!random) expect(run(SEED + 1), name).toEqual(outcome(name));
    }
  });

  // False alarm: 2 exp(-2 m d²) < 1e-8 by Hoeffding for the summands in [0, 1], m = 200,000, d = 0.007.
  it.each([1, 2, 3])(
    "E1 with seed %i: the mended mean is near the truth, the printed one near its negative",
    (seed) => {
      const means = EXAMPLES.E1?.run(seed).rows ?? [];
      expect(Math.abs((means[2]?.value ?? 0) - 0.382925)).toBeLessThan(0.007);
      expect(means[0]?.value).toBeLessThan(-0.3);
      expect(means[1]?.value).toBeLessThan(-5);
    },
  );

  // False alarm: as above, for 100,000 games of each kind or so.
  it.each([1, 2, 3])("E15 with seed %i: the advantage counted is 1 - 1/m", (seed) => {
    const rows = EXAMPLES.E15?.run(seed).rows ?? [];
    expect(Math.abs((rows[2]?.value ?? 0) - 0.95)).toBeLessThan(0.01);
  });

  it.each([1, 2, 3])("E13 with seed %i: no case is above a bound", (seed) => {
    for (const { statement, holds } of EXAMPLES.E13?.run(seed).findings ?? []) expect(holds, statement).toBe(true);
  });
});

describe("the numerics", () => {
  // Values of the error function from tables (Abramowitz and Stegun 7.1).
  it("has the normal law from either tail", () => {
    expect(erf(0.5)).toBeCloseTo(0.5204998778130465, 14);
    expect(erfc(3) / 2.209049699858544e-5).toBeCloseTo(1, 12);
    expect(erf(2.4999999) - erf(2.5000001)).toBeCloseTo(0, 9);
    expect(above(5) / 2.866515718791939e-7).toBeCloseTo(1, 12);
    for (const share of [1e-6, 0.1, 0.5, 0.975]) expect(below(quantile(share)) / share).toBeCloseTo(1, 10);
    expect(erf(erfInverse(0.1))).toBeCloseTo(0.1, 14);
  });

  // THEORY.md, part 7: settings A, B, K and SA.
  it.each([
    [1, 0.01, 1000, "sampled", 0.161017619697925],
    [0.5, 0.001, 10_000, "sampled", 0.242190060733815],
    [1, 1e-4, 1e6, "sampled", 0.052246516405785],
    [1, 0.01, 1000, "replaced", 0.264352204832],
  ] as const)("finds the advantage at (%d, %d, %d), %s, as the engine does", (noise, rate, steps, pair, golden) => {
    expect(Math.abs(variation({ noise, rate }, steps, pair) - golden)).toBeLessThan(1e-9);
  });

  it("has mixtures of Laplace laws exactly: two shifts, and an integral by brute force", () => {
    expect(laplaceVariation([0], [2], 1)).toBeCloseTo(-Math.expm1(-1), 14);
    expect(laplaceVariation([1, 2], [2, 1], 1)).toBeCloseTo(0, 14);
    const [inside, outside] = [
      [0, 1.5, 4],
      [-1, 2],
    ];
    const mix = (centres: number[], x: number) =>
      centres.reduce((sum, centre) => sum + Math.exp(-Math.abs(x - centre) / 0.7), 0) / centres.length / 1.4;
    let area = 0;
    for (let x = -25; x < 30; x += 1e-4) area += Math.abs(mix(inside, x) - mix(outside, x)) * 1e-4;
    expect(Math.abs(laplaceVariation(inside, outside, 0.7) - area / 2)).toBeLessThan(1e-6);
  });

  it("chooses every half once", () => {
    expect(subsets(6, 3)).toHaveLength(20);
    expect(new Set(subsets(6, 3).map(String)).size).toBe(20);
  });

  // Mean and variance of 100,000 normals; false alarm below 1e-6 each (five standard errors).
  it("draws normals from a seed", () => {
    const random = new Random(7);
    const drawn = Array.from({ length: 100_000 }, () => random.normal());
    const mean = drawn.reduce((sum, z) => sum + z, 0) / drawn.length;
    const square = drawn.reduce((sum, z) => sum + z * z, 0) / drawn.length;
    expect(Math.abs(mean)).toBeLessThan(5 / Math.sqrt(1e5));
    expect(Math.abs(square - 1)).toBeLessThan(5 * Math.sqrt(2 / 1e5));
    expect(new Random(7).uniform()).toBe(new Random(7).uniform());
  });
});
