// The link: every key round-trips, and no link can break the page.
import { describe, expect, it } from "vitest";
import { inputsOf, mended, problemIn } from "../../../www/state/inputs/inputs";
import { type Link, readFragment, writeFragment } from "../../../www/state/link/fragment";
import { CHOICE_KEYS, type ChoiceKey, type Choices, optionsOf } from "../../../www/state/parameters/choices";
import {
  defaults,
  LINK_KEYS as KEYS,
  type Key,
  type Name,
  PARAMS,
  type Parameters,
} from "../../../www/state/parameters/table";
import { runOf } from "../../../www/state/questions/run";

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
  less_noise: 0.35,
  power: 0.9,
  advantage: 0.3,
  bayes_security: 0.99,
  epsilon: 0.125,
  tpr: 1e-7,
  precision: 1,
  accuracy: 0.75,
  positive_accuracy: 0.625,
  gdp_mu: 1.5,
  fpr_min: 1e-9,
  fpr_max: 0.5,
  flagged_share: 0.25,
  target_bayes_security: 0.999,
  at_epsilon: 2.5,
  baseline: 1e-6,
  samples: 17,
  seed: Number.MAX_SAFE_INTEGER,
  width: 1e-3,
  seconds: 10,
  workers: 3,
  guarantee_epsilon: 3,
  guarantee_delta: 0,
  guarantee_gdp_mu: 0.75,
  zcdp_rho: 0.25,
  guarantee_target_delta: 1e-9,
  guarantee_sampling_probability: 0.01,
  attack_rate: 0.3,
  target_positive_accuracy: 0.95,
  guarantee_dataset_size: 1e12,
  target_absence: 0.999,
  deletions: 7,
  loss_bound: 4.5,
  subset_fraction: 1 / 3,
  dependent_records: 1e9,
  subpopulations: 3,
  example_noise_multiplier: 3.7306,
  negative_attack_rate: 1,
  loss_level: 12,
  true_positives: 0,
  positives: 1e12,
  false_positives: 31,
  negatives: 77,
  canaries: 1e7,
  guesses: 12,
  correct: 9,
  level: 0.999,
  eta: 0.5,
  noise_scale: 1e-7,
  sigma_1: 1e99,
  sigma_m: 0.1,
  moment_order: 1,
  dimension: 1e9,
  bootstrap: 10,
  noise_vectors: 1e6,
  example_size: 60,
  sensitivity: 2.5,
  swap_distance: 1e-3,
  table_records: 4,
  clipping_norm: 0.1,
  gradient_distance: 0,
  attributes_values: 2,
  example_seed: 3,
};

/** What a link never carries. */
const LOCAL = { seconds: null, workers: null };

const OTHER_WORDS = Object.fromEntries(CHOICE_KEYS.map((key) => [key, optionsOf(key)[1]?.[0]])) as unknown as Choices;

/** What is wrong with a value of the link. */
function wrong({ faults }: Link, name: Name): string | undefined {
  return faults.find(({ parameter }) => parameter === name)?.message;
}

const CLEAN = { runB: null, made: null, faults: [], remarks: [] };

function withValue(key: Key, value: number): Parameters {
  return { ...defaults(), [key]: value };
}

const SCHEDULE: [number, number, number][] = [
  [1.1, 0.0043, 3516],
  [0.9, 1e-9, 1],
];

const ROWS: [number, number, number, number][] = [
  [12, 30, 0, 1e12],
  [20, 30, 5, 40],
];

const PAIRS: [number, number][] = [
  [1.5, 0.1],
  [1e6, 0],
];

/** Options of an experiment, which its own view reads. */
const EXPERIMENT = "noise_multiplier=0.5,1&trials=5000&note=a%20%26%20b";

describe("round trip", () => {
  it.each(KEYS)("%s alone", (key) => {
    const values = withValue(key, OTHER[key]);
    const fragment = writeFragment(values);
    expect(fragment).toMatch(new RegExp(`^v=1&${key}=[^&]+$`));
    expect(readFragment(`#${fragment}`)).toEqual({ values, ...CLEAN });
  });

  it("all keys together", () => {
    const values: Parameters = {
      ...OTHER,
      ...LOCAL,
      ...OTHER_WORDS,
      second_values: "0.5,2",
      history: SCHEDULE,
      rdp: PAIRS,
      thresholds: ROWS,
      entry: "vaultgemma",
      figure: "optimal-bounds-1a",
      laboratory: "",
    };
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
      faults: [{ words: expect.stringContaining("“workers”, “seconds”") }],
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

describe("the names of a view", () => {
  it("are the module's own in its view, and longer elsewhere", () => {
    const values: Parameters = {
      ...defaults(),
      view: "guarantee",
      guarantee_epsilon: 3,
      guarantee_sampling_probability: 0.1,
    };
    expect(writeFragment(values)).toBe("v=1&view=guarantee&epsilon=3&sampling_probability=0.1");
    expect(readFragment(writeFragment(values))).toEqual({ values, ...CLEAN });
    const elsewhere: Parameters = { ...values, view: "training" };
    expect(writeFragment(elsewhere)).toBe("v=1&guarantee_epsilon=3&guarantee_sampling_probability=0.1");
    expect(readFragment(writeFragment(elsewhere))).toEqual({ values: elsewhere, ...CLEAN });
  });

  it("leave the training view's where they were", () => {
    const values: Parameters = { ...defaults(), view: "guarantee", epsilon: 3, dataset_size: 100 };
    expect(writeFragment(values)).toBe("v=1&view=guarantee&run_dataset_size=100&run_epsilon=3");
    expect(readFragment(writeFragment(values))).toEqual({ values, ...CLEAN });
    expect(readFragment("#view=calibrate&epsilon=3").values).toMatchObject({ epsilon: 3, guarantee_epsilon: 8 });
  });

  it("are read wherever the view stands in the link", () => {
    const { values } = readFragment("#epsilon=1&delta=0.05&view=guarantee&attack_rate=6%25&sampling_probability=10%25");
    expect(values).toMatchObject({
      guarantee_epsilon: 1,
      guarantee_delta: 0.05,
      attack_rate: 0.06,
      guarantee_sampling_probability: 0.1,
      epsilon: PARAMS.epsilon.default,
      sample_rate: null,
    });
  });

  it.each(optionsOf("view").map(([view]) => view as Choices["view"]))("all numbers come back in %s", (view) => {
    const values: Parameters = {
      ...OTHER,
      ...LOCAL,
      ...OTHER_WORDS,
      second_values: "0.5,2",
      view,
      history: SCHEDULE,
      rdp: PAIRS,
      thresholds: ROWS,
      entry: "vaultgemma",
      figure: "optimal-bounds-1a",
      laboratory: view === "laboratory" ? EXPERIMENT : "",
    };
    expect(readFragment(writeFragment(values))).toEqual({ values, ...CLEAN });
  });

  it("carry a list of Rényi divergences, or say what is wrong with it", () => {
    expect(writeFragment({ ...defaults(), rdp: PAIRS })).toBe("v=1&rdp=1.5,0.1;1000000,0");
    expect(writeFragment({ ...defaults(), thresholds: ROWS })).toBe("v=1&thresholds=12,30,0,1000000000000;20,30,5,40");
    for (const bad of ["", "2", "1,3", "2,-1", "2,NaN", "2,3,4", "2,1;".repeat(300)]) {
      const link = readFragment(`#rdp=${bad}`);
      expect(link.values.rdp).toEqual(defaults().rdp);
      expect(wrong(link, "rdp")).toMatch(/rdp/);
    }
  });
});

describe("the run B", () => {
  const runB = runOf({ ...defaults(), noise_multiplier: 2, sample_rate: 0.01, sampling: "shuffle" });

  it("is written by what differs, and comes back", () => {
    const fragment = writeFragment({ ...defaults(), epochs: 3 }, runB);
    expect(fragment).toBe("v=1&epochs=3&b.sample_rate=0.01&b.epochs=15&b.noise_multiplier=2&b.sampling=shuffle");
    expect(readFragment(fragment)).toMatchObject({ values: { epochs: 3 }, runB, remarks: [] });
  });

  it("may be the same run", () => {
    const same = runOf(defaults());
    expect(writeFragment(defaults(), same)).toBe("v=1&b=same");
    expect(readFragment("v=1&b=same").runB).toEqual(same);
  });

  it("may lack what A has", () => {
    const values: Parameters = { ...defaults(), sample_rate: 0.01, num_steps: 100, history: SCHEDULE };
    const fragment = writeFragment(values, runOf(defaults()));
    expect(fragment).toContain("b.sample_rate=none&b.num_steps=none&b.history=none");
    expect(readFragment(fragment)).toMatchObject({ values, runB: runOf(defaults()), remarks: [] });
  });

  it("uses the value of A where the link is wrong, and says so", () => {
    const { runB, faults } = readFragment("#b.noise_multiplier=zero&b.prior=0.1&b.sampling=magic");
    expect(runB).toEqual(runOf(defaults()));
    expect(faults.map(({ words }) => words)).toEqual([
      'for B, the noise multiplier "zero" cannot be read',
      expect.stringMatching(/^for B, the sampling "magic" is none of poisson/),
      "it has a name that this page does not know: “b.prior”",
    ]);
  });
});

/** What is open beside the figures is no damage. */
const SHOWN_ONLY: ChoiceKey[] = ["section", "agreement"];

describe("bad links", () => {
  it.each(CHOICE_KEYS)("%s: a word that is not allowed is reported and defaulted", (key: ChoiceKey) => {
    for (const bad of ["", "toString", "__proto__", "<script>"]) {
      const link = readFragment(`v=1&${key}=${encodeURIComponent(bad)}`);
      expect(link.values).toEqual(defaults());
      const said = SHOWN_ONLY.includes(key) ? link.remarks[0] : wrong(link, key);
      expect(said).toContain("allowed are");
    }
  });

  it.each(["", "1,2", "1,2,3,4", "1,0.1,10;", "NaN,0.1,10", "1,2,10", "1,0.1,1.5"])("history %j", (text) => {
    const link = readFragment(`v=1&history=${text}`);
    expect(link.values.history).toBeNull();
    expect(wrong(link, "history")).toMatch(/history/);
  });

  it.each(KEYS)("%s: a bad value is reported and defaulted", (key) => {
    for (const bad of ["", "abc", "NaN", "-1", "1e999", "<script>"]) {
      const link = readFragment(`v=1&${key}=${encodeURIComponent(bad)}`);
      expect(link.values).toEqual(defaults());
      expect(wrong(link, key)).toContain(PARAMS[key].name ?? key);
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
    `#${"epochs=3&epochs=4&".repeat(75_000)}`,
    `#history=${"1,0.1,1;".repeat(20_000)}`,
    `#history=${"9".repeat(1_000_000)}`,
    `#noise_multiplier=${"9".repeat(100_000)}`,
    `#noise_multiplier=${"9".repeat(3000)}`,
    `#${"\u0000".repeat(50)}=\u202E`,
  ];

  it.each(HOSTILE.map((fragment) => [fragment.slice(0, 40), fragment]))("survives %j", (_, fragment) => {
    const link = readFragment(fragment);
    expect(link.values).toEqual(defaults());
    for (const text of [...link.remarks, ...link.faults.flatMap(({ words, message }) => [words, message])])
      expect(text.length).toBeLessThan(400);
  });

  it("pollutes no prototype", () => {
    readFragment("#__proto__=5&constructor.prototype.x=1");
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
  });

  it("says which names it does not know, and which version it does not read", () => {
    const words = readFragment("#colour=1&v=7").faults.map((fault) => fault.words);
    expect(words.join(" ")).toMatch(/version 7.*colour/);
  });

  it("takes none of two values for the other, and one that stands twice", () => {
    const { faults, values } = readFragment("#epochs=3&epochs=4");
    expect(values).toEqual(defaults());
    expect(faults).toMatchObject([{ parameter: "epochs", words: expect.stringContaining("more than once") }]);
    expect(faults[0]?.remedies.map(({ words }) => words)).toEqual(["Use 3", "Use 4"]);
    expect(readFragment("#epochs=3&epochs=3")).toMatchObject({ values: { epochs: 3 }, faults: [] });
  });

  it("stay damaged in the address, until they are mended", () => {
    for (const damage of [
      "noise_multiplier=0.9x",
      "epochs=3&epochs=4",
      "sample_rate=7",
      "colour=1",
      "v=7",
      "b.epochs=x",
      `history=${"1,0.1,1;".repeat(2000)}x`,
      `damaged=${"x".repeat(1_600_000)}`,
    ]) {
      const link = readFragment(`#dataset_size=5000&${damage}`);
      const inputs = inputsOf(link.values, link.runB, link.faults);
      const address = writeFragment(inputs.values, inputs.runB, null, inputs.faults);
      const again = readFragment(address);
      expect(again.faults.length, damage).toBe(1);
      const [fault] = inputs.faults;
      const [remedy] = fault?.remedies ?? [];
      const whole = fault && remedy ? mended(inputs, fault, remedy) : inputs;
      expect(whole.faults).toEqual([]);
      expect(problemIn(whole, ["noise_multiplier", "epochs", "sample_rate"]), damage).toBeNull();
      expect(readFragment(writeFragment(whole.values, whole.runB)).faults).toEqual([]);
    }
  });

  it("keeps the good values beside a bad one", () => {
    const link = readFragment("#epochs=30&prior=2");
    expect(link.values).toEqual({ ...defaults(), epochs: 30, prior: PARAMS.prior.default });
  });
});
