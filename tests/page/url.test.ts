// The link: every key round-trips, and no link can break the page.
import { describe, expect, it } from "vitest";
import { defaults, KEYS, type Key, PARAMS, type Parameters } from "../../www/state/params";
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
  samples: 17,
  seed: Number.MAX_SAFE_INTEGER,
};

function withValue(key: Key, value: number): Parameters {
  return { ...defaults(), [key]: value };
}

describe("round trip", () => {
  it.each(KEYS)("%s alone", (key) => {
    const values = withValue(key, OTHER[key]);
    const fragment = writeFragment(values);
    expect(fragment).toMatch(new RegExp(`^v=1&${key}=[^&]+$`));
    expect(readFragment(`#${fragment}`)).toEqual({ values, notes: {}, remarks: [] });
  });

  it("all keys together", () => {
    const values: Parameters = { ...OTHER };
    expect(readFragment(writeFragment(values)).values).toEqual(values);
  });

  it("writes the defaults as a version only", () => {
    expect(writeFragment(defaults())).toBe("v=1");
    expect(readFragment("")).toEqual({ values: defaults(), notes: {}, remarks: [] });
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

describe("bad links", () => {
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
    expect(readFragment("#noise=1&v=7").remarks.join(" ")).toMatch(/version 7.*noise/);
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
