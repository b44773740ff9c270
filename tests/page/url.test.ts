// The link: every key round-trips, and no link can break the page.
import { describe, expect, it } from "vitest";
import { CHOICE_KEYS, type ChoiceKey, type Choices, optionsOf } from "../../www/state/choices";
import { defaults, LINK_KEYS as KEYS, type Key, PARAMS, type Parameters } from "../../www/state/params";
import { runOf } from "../../www/state/run";
import { readFragment, writeFragment } from "../../www/state/url";

const OTHER: Record<Key, number> = {
  dataset_size: 1_281_167,
  batch_size: 4096,
  sample_rate: 1 / 3,
  epochs: 0.1,
  num_steps: 1e9,
  noise_multiplier: 0.30000000000000004,
  target_delta: 1e-300,
  prior: 1e-9,
  group_size: 100,
  fpr: 1e-12,
  advantage: 0.3,
  bayes_security: 0.99,
  epsilon: 0.125,
  tpr: 1e-7,
  precision: 1,
  accuracy: 0.75,
  gdp_mu: 1.5,
  fpr_min: 1e-9,
  fpr_max: 0.5,
  flagged_share: 0.25,
  samples: 17,
  seed: Number.MAX_SAFE_INTEGER,
  width: 1e-3,
  seconds: 10,
  workers: 3,
};

/** What a link never carries. */
const LOCAL = { seconds: null, workers: null };

const OTHER_WORDS = Object.fromEntries(CHOICE_KEYS.map((key) => [key, optionsOf(key)[1]?.[0]])) as unknown as Choices;

const CLEAN = { kept: null, notes: {}, remarks: [] };

function withValue(key: Key, value: number): Parameters {
  return { ...defaults(), [key]: value };
}

const SCHEDULE: [number, number, number][] = [
  [1.1, 0.0043, 3516],
  [0.9, 1e-9, 1],
];

describe("round trip", () => {
  it.each(KEYS)("%s alone", (key) => {
    const values = withValue(key, OTHER[key]);
    const fragment = writeFragment(values);
    expect(fragment).toMatch(new RegExp(`^v=1&${key}=[^&]+$`));
    expect(readFragment(`#${fragment}`)).toEqual({ values, ...CLEAN });
  });

  it("all keys together", () => {
    const values: Parameters = { ...OTHER, ...LOCAL, ...OTHER_WORDS, history: SCHEDULE };
    expect(readFragment(writeFragment(values))).toEqual({ values, ...CLEAN });
  });

  it.each(CHOICE_KEYS.flatMap((key) => optionsOf(key).map(([value]) => [key, value] as const)))(
    "%s=%s",
    (key, value) => {
      const values = { ...defaults(), [key]: value };
      expect(readFragment(writeFragment(values))).toEqual({ values, ...CLEAN });
    },
  );

  it("writes a schedule in the order of Opacus", () => {
    expect(writeFragment({ ...defaults(), history: SCHEDULE })).toBe("v=1&history=1.1,0.0043,3516;0.9,1e-9,1");
  });

  it("carries the longest schedule", () => {
    const history = Array.from(
      { length: 10_000 },
      (_, i) => [1 + i / 1e4, 1 / (i + 2), i + 1] as [number, number, number],
    );
    expect(readFragment(writeFragment({ ...defaults(), history })).values.history).toEqual(history);
  });

  it("leaves out what changes no digit", () => {
    expect(writeFragment({ ...defaults(), seconds: 10, workers: 3 })).toBe("v=1");
    expect(readFragment("#workers=3&seconds=10")).toMatchObject({
      values: defaults(),
      remarks: [expect.stringContaining("workers, seconds")],
    });
  });

  it("writes the defaults as a version only", () => {
    expect(writeFragment(defaults())).toBe("v=1");
    expect(readFragment("")).toEqual({ values: defaults(), ...CLEAN });
  });

  it("reads the names of other tools", () => {
    const { values } = readFragment("#v=1&sigma=2&q=0.01&steps=1000");
    expect(values).toMatchObject({ noise_multiplier: 2, sample_rate: 0.01, num_steps: 1000 });
  });

  it("reads what people write by hand", () => {
    const { values } = readFragment("#dataset_size=60k&sample_rate=256/60000&target_delta=1e-6&prior=10%25");
    expect(values).toMatchObject({ dataset_size: 60_000, sample_rate: 256 / 60_000, target_delta: 1e-6, prior: 0.1 });
  });
});

describe("the run B", () => {
  const kept = runOf({ ...defaults(), noise_multiplier: 2, sample_rate: 0.01, sampling: "shuffle" });

  it("is written by what differs, and comes back", () => {
    const fragment = writeFragment({ ...defaults(), epochs: 3 }, kept);
    expect(fragment).toBe("v=1&epochs=3&b.sample_rate=0.01&b.epochs=15&b.noise_multiplier=2&b.sampling=shuffle");
    expect(readFragment(fragment)).toMatchObject({ values: { epochs: 3 }, kept, remarks: [] });
  });

  it("may be the same run", () => {
    const same = runOf(defaults());
    expect(writeFragment(defaults(), same)).toBe("v=1&b=same");
    expect(readFragment("v=1&b=same").kept).toEqual(same);
  });

  it("may lack what A has", () => {
    const values: Parameters = { ...defaults(), sample_rate: 0.01, num_steps: 100, history: SCHEDULE };
    const fragment = writeFragment(values, runOf(defaults()));
    expect(fragment).toContain("b.sample_rate=none&b.num_steps=none&b.history=none");
    expect(readFragment(fragment)).toMatchObject({ values, kept: runOf(defaults()), remarks: [] });
  });

  it("uses the value of A where the link is wrong, and says so", () => {
    const { kept, remarks } = readFragment("#b.noise_multiplier=zero&b.prior=0.1&b.sampling=magic");
    expect(kept).toEqual(runOf(defaults()));
    expect(remarks.join(" ")).toMatch(/for B: noise_multiplier "zero".*and 1 more.*b\.prior/);
  });
});

describe("bad links", () => {
  it.each(CHOICE_KEYS)("%s: a word that is not allowed is reported and defaulted", (key: ChoiceKey) => {
    for (const bad of ["", "toString", "__proto__", "<script>"]) {
      const link = readFragment(`v=1&${key}=${encodeURIComponent(bad)}`);
      expect(link.values).toEqual(defaults());
      expect(link.notes[key]).toContain("allowed are");
    }
  });

  it.each(["", "1,2", "1,2,3,4", "1,0.1,10;", "NaN,0.1,10", "1,2,10", "1,0.1,1.5"])("history %j", (text) => {
    const link = readFragment(`v=1&history=${text}`);
    expect(link.values.history).toBeNull();
    expect(link.notes.history).toMatch(/history.*default/);
  });

  it.each(KEYS)("%s: a bad value is reported and defaulted", (key) => {
    for (const bad of ["", "abc", "NaN", "-1", "1e999", "<script>"]) {
      const link = readFragment(`v=1&${key}=${encodeURIComponent(bad)}`);
      expect(link.values).toEqual(defaults());
      expect(link.notes[key]).toContain(key);
      expect(link.notes[key]).toContain("default");
    }
  });

  const HOSTILE = [
    "#",
    "#&&&===&",
    "#%",
    "#%E0%A4%A&noise_multiplier=%FF",
    "#__proto__=1&constructor=2&toString=3",
    "#v=2",
    "#v=1&v=1",
    `#${"a=1&".repeat(100_000)}`,
    `#${"a=1&".repeat(400_000)}`,
    `#history=${"1,0.1,1;".repeat(20_000)}`,
    `#history=${"9".repeat(1_000_000)}`,
    `#noise_multiplier=${"9".repeat(100_000)}`,
    `#noise_multiplier=${"9".repeat(3000)}`,
    `#${"\u0000".repeat(50)}=\u202E`,
  ];

  it.each(HOSTILE.map((fragment) => [fragment.slice(0, 40), fragment]))("survives %j", (_, fragment) => {
    const link = readFragment(fragment);
    expect(link.values).toEqual(defaults());
    for (const text of [...link.remarks, ...Object.values(link.notes)]) expect(text.length).toBeLessThan(400);
  });

  it("pollutes no prototype", () => {
    readFragment("#__proto__=5&constructor.prototype.x=1");
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
  });

  it("says which names it does not know, and which version it does not read", () => {
    expect(readFragment("#colour=1&v=7").remarks.join(" ")).toMatch(/version 7.*colour/);
  });

  it("uses the first of two values", () => {
    const link = readFragment("#epochs=3&epochs=4");
    expect(link.values.epochs).toBe(3);
    expect(link.notes.epochs).toContain("more than once");
  });

  it("keeps the good values beside a bad one", () => {
    const link = readFragment("#epochs=30&prior=2");
    expect(link.values).toEqual({ ...defaults(), epochs: 30, prior: PARAMS.prior.default });
  });
});
