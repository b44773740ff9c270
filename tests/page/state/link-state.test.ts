// What a link carries, by the tables themselves; formats, makers, and the reader's own work beside it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { initSync, training } from "../../../pkg/mi_bounds.js";
import type { Table } from "../../../www/state/files/table";
import { inputsOf } from "../../../www/state/inputs/inputs";
import {
  forgetWork,
  keepWork,
  readWork,
  type Store,
  substance,
  toOffer,
  type Work,
} from "../../../www/state/inputs/saved-work";
import { unkept, unkeptInWords } from "../../../www/state/inputs/unsaved-files";
import { STARTING_POINTS, startingPoints, valuesOf } from "../../../www/state/known-runs";
import { compareVersions, madeWith, migrated, VALUE_CHANGES } from "../../../www/state/link/formats";
import { readFragment, writeFragment } from "../../../www/state/link/fragment";
import { AGREEMENT_RUNS, CHOICE_KEYS, CHOICES, optionsOf } from "../../../www/state/parameters/choices";
import { LOCAL_KEYS } from "../../../www/state/parameters/others";
import { defaults, inRange, LINK_KEYS, PARAMS, type Parameters } from "../../../www/state/parameters/table";
import { trainingOptions } from "../../../www/state/questions/run";
import { cautions, LITTLE_NOISE, ONE_USE } from "../../../www/words/cautions";
import { AGREEMENT } from "../../../www/words/other-tools";
import { runInWords, settingInWords } from "../../../www/words/title";

const root = fileURLToPath(new URL("../../../", import.meta.url));

beforeAll(() => {
  initSync({ module: readFileSync(`${root}pkg/mi_bounds_bg.wasm`) });
});

/** Each parameter and choice with a value that is not its start value. */
const CHANGES: [string, Partial<Parameters>][] = [
  ...LINK_KEYS.map((key): [string, Partial<Parameters>] => {
    const { range, default: start } = PARAMS[key];
    const wanted = [0.25, 7, 3, 1, 1e-7, range.max].find((value) => value !== start && inRange(value, range));
    return [key, { [key]: wanted }];
  }),
  ...CHOICE_KEYS.flatMap((key) =>
    optionsOf(key)
      .filter(([value]) => value !== CHOICES[key].default)
      .map(([value]): [string, Partial<Parameters>] => [`${key}=${value}`, { [key]: value }]),
  ),
  ["history", { history: [[1.5, 0.01, 10]] }],
  ["rdp", { rdp: [[3, 0.5]] }],
  ["thresholds", { thresholds: [[3, 5, 0, 5]] }],
  ["entry", { entry: "vaultgemma" }],
  ["figure", { figure: "optimal-bounds-1a" }],
];

describe("every part of the state is in the link", () => {
  it("or belongs to this machine", () => {
    const named = Object.keys(defaults()).sort();
    const others = ["history", "rdp", "thresholds", "second_values", "entry", "figure", "laboratory"];
    expect(named).toEqual([...LINK_KEYS, ...LOCAL_KEYS, ...CHOICE_KEYS, ...others].sort());
  });

  it.each(CHANGES)("%s, in every view", (_, change) => {
    for (const [view] of optionsOf("view")) {
      const values = { ...defaults(), view, ...change } as Parameters;
      const read = readFragment(writeFragment(values));
      expect(read).toEqual({ values, runB: null, made: null, faults: [], remarks: [] });
      if ("view" in change) continue;
      expect(writeFragment(values)).not.toBe(writeFragment({ ...defaults(), view } as Parameters));
    }
  });

  it("the runs of the agreement panel are those that are stored, by their labels", () => {
    expect(AGREEMENT.presets.map(({ id }) => id)).toEqual([...AGREEMENT_RUNS]);
    expect(AGREEMENT.presets.map(({ id, label }) => [id, label])).toEqual(optionsOf("agreement"));
  });

  it("except numbers from files, which the page says", () => {
    const table: Table = {
      source: "r.csv",
      rows: 1,
      columns: 1,
      header: null,
      reading: "",
      values: new Float64Array(1),
    };
    const inputs = { ...inputsOf(), tables: { distances: table } };
    expect(unkeptInWords(inputs)).toBe("");
    const steps = {
      ...inputs,
      values: { ...defaults(), view: "attributes" as const, distance_source: "steps" as const },
    };
    expect(unkept(steps)).toEqual(["r.csv"]);
    expect(unkeptInWords(steps)).toContain("r.csv");
    expect(unkeptInWords({ ...steps, values: { ...steps.values, distance_source: "constant" } })).toBe("");
  });
});

describe("formats", () => {
  const twoSteps = {
    format: 3,
    migrations: [
      {
        from: 1,
        migrate: (pairs: [string, string][]) => ({
          pairs: pairs.map(([name, value]): [string, string] => [name === "sigma" ? "noise_multiplier" : name, value]),
          said: [],
        }),
      },
      {
        from: 2,
        migrate: (pairs: [string, string][]) => ({
          pairs: [...pairs, ["epochs", "20"] as [string, string]],
          said: ["Epochs began at 20 then."],
          unread: null,
        }),
      },
    ],
  };

  it("an older one passes each later step, in order, and says what it has to", () => {
    expect(
      migrated(
        [
          ["v", "1"],
          ["sigma", "2"],
        ],
        twoSteps,
      ),
    ).toEqual({
      pairs: [
        ["noise_multiplier", "2"],
        ["epochs", "20"],
      ],
      said: ["Epochs began at 20 then."],
      unread: null,
    });
    expect(
      migrated(
        [
          ["v", "2"],
          ["sigma", "2"],
        ],
        twoSteps,
      ).pairs,
    ).toEqual([
      ["sigma", "2"],
      ["epochs", "20"],
    ]);
    expect(
      migrated(
        [
          ["v", "3"],
          ["sigma", "2"],
        ],
        twoSteps,
      ),
    ).toMatchObject({ pairs: [["sigma", "2"]], unread: null });
    expect(migrated([["sigma", "2"]], twoSteps).said).toHaveLength(1);
  });

  it("a newer one is understood as far as it goes, and damaged", () => {
    const { values, faults } = readFragment("#v=2&noise_multiplier=3&tomorrow=1");
    expect(values.noise_multiplier).toBe(3);
    const words = faults.map((fault) => fault.words);
    expect(words).toEqual([expect.stringContaining("version 2"), expect.stringContaining("tomorrow")]);
  });

  it.each(["0", "-1", "x", "1.5", "9".repeat(400)])("%s is none", (v) => {
    const { values, faults } = readFragment(`#v=${v}&noise_multiplier=3`);
    expect(values.noise_multiplier).toBe(3);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.words.length).toBeLessThan(200);
  });
});

describe("the maker of a link", () => {
  it("is written where asked for, and read", () => {
    const fragment = writeFragment({ ...defaults(), noise_multiplier: 2 }, null, "0.1.0");
    expect(fragment).toBe("v=1&made=0.1.0&noise_multiplier=2");
    expect(readFragment(fragment)).toMatchObject({ made: "0.1.0", remarks: [] });
    expect(readFragment("#made=<b>")).toMatchObject({ made: null, remarks: [expect.any(String)] });
  });

  const changes = [
    { version: "0.2.0", what: "Delta rounds up." },
    { version: "0.10.0", what: "TPR is symmetrised." },
  ];
  it("says what has moved since, and nothing that has not", () => {
    expect(madeWith("0.1.0", "0.1.0", changes)).toBeNull();
    expect(madeWith("0.1.0", "0.2.1", changes)).toMatch(/Delta rounds up\. \(0\.2\.0\)$/);
    expect(madeWith("0.2.0", "0.10.0", changes)).toMatch(/What moved: TPR is symmetrised\. \(0\.10\.0\)$/);
    expect(madeWith("0.10.0", "0.11.0", changes)).toContain("No displayed number has moved");
    expect(madeWith("1.0.0", "0.10.0", changes)).toContain("older");
  });

  it("its table is that of the changelog", () => {
    const found: { version: string; what: string }[] = [];
    let version = "";
    for (const entry of readFileSync(`${root}CHANGELOG.md`, "utf8").split(/\n(?=- |## )/)) {
      version = /^## (\d+\.\d+\.\d+)/.exec(entry)?.[1] ?? version;
      const what = /^- \*\*value change\*\*:?\s+([\s\S]*)/.exec(entry)?.[1];
      if (what) found.push({ version, what: what.replace(/\s+/g, " ").trim() });
    }
    found.sort((a, b) => compareVersions(a.version, b.version));
    expect(found).toEqual(VALUE_CHANGES);
  });
});

function storeOf(text: string | null = null): Store & { text: string | null } {
  return {
    text,
    getItem() {
      return this.text;
    },
    setItem(_: string, value: string) {
      this.text = value;
    },
  };
}

const refusing: Store = {
  getItem() {
    throw new Error("refused");
  },
  setItem() {
    throw new Error("refused");
  },
};

function work(id: string, noise: number): Work {
  return { id, fragment: writeFragment({ ...defaults(), noise_multiplier: noise }), files: false };
}

describe("the reader's own work", () => {
  const here = { values: defaults(), runB: null };

  it("is offered where another state is shown, newest first", () => {
    const store = storeOf();
    expect(keepWork(store, work("a", 2))).toBe(true);
    expect(keepWork(store, work("b", 3))).toBe(true);
    expect(toOffer(readWork(store), here)).toEqual(work("b", 3));
    expect(toOffer(readWork(store), readFragment(work("a", 2).fragment))).toEqual(work("b", 3));
    expect(toOffer(readWork(store), readFragment(work("b", 3).fragment))).toBeNull();
    expect(toOffer([work("a", 1.1)], readFragment("#sigma=2"))).toBeNull();
    forgetWork(store, work("b", 3).fragment);
    expect(readWork(store)).toEqual([work("a", 2)]);
  });

  it("of two tabs stays beside each other, and only a few are kept", () => {
    const store = storeOf();
    for (const noise of [2, 3, 4, 5]) {
      keepWork(store, work("left", noise));
      keepWork(store, work("right", noise + 0.5));
    }
    expect(readWork(store)).toEqual([work("right", 5.5), work("left", 5)]);
    for (const id of ["c", "d", "e"]) keepWork(store, work(id, 7));
    expect(readWork(store)).toHaveLength(3);
  });

  it("another view or chapter of the same state hides nothing", () => {
    const other = { ...defaults(), noise_multiplier: 2, view: "method" as const, section: "game" };
    expect(substance({ values: other, runB: null })).toBe(substance(readFragment("#sigma=2")));
    expect(toOffer([work("a", 2)], { values: other, runB: null })).toBeNull();
  });

  it("is nothing where storage is refused or missing", () => {
    for (const store of [refusing, null]) {
      expect(readWork(store)).toEqual([]);
      expect(keepWork(store, work("a", 2))).toBe(false);
      expect(forgetWork(store, "v=1")).toBe(false);
    }
  });

  const garbage = [
    "x",
    "{}",
    "[1,null,{}]",
    "[[]]",
    '[{"id":1,"fragment":"v=1","files":true}]',
    "x".repeat(10_000_000),
  ];
  it.each(garbage.map((text) => [text.slice(0, 40), text]))(
    "is nothing where %s is stored, and can be kept again",
    (_, text) => {
      const store = storeOf(text);
      expect(readWork(store)).toEqual([]);
      expect(keepWork(store, work("a", 2))).toBe(true);
      expect(readWork(store)).toEqual([work("a", 2)]);
    },
  );

  it("is read as carefully as a link", () => {
    const hostile = { id: "a", fragment: "noise_multiplier=1e9&view=<script>&__proto__=1&epochs=5", files: false };
    const offered = toOffer(readWork(storeOf(JSON.stringify([hostile]))), here);
    const { values } = readFragment(offered?.fragment ?? "");
    expect(values).toEqual({ ...defaults(), epochs: 5 });
    expect(settingInWords(values)).toBe("noise 1.1, 256 of 60,000, 1172 steps");
  });

  it("is not kept where it is too long", () => {
    expect(keepWork(storeOf(), { ...work("a", 2), fragment: "x".repeat(200_001) })).toBe(false);
  });
});

describe("a state in words", () => {
  it.each([
    ["", "noise 1.1, 256 of 60,000, 3516 steps"],
    ["q=0.01&steps=100&neighboring_relation=replace_one", "noise 1.1, sample rate 0.01, 100 steps, replace one"],
    ["history=1,0.1,10;2,0.1,20&noise=laplace", "a schedule of 2 phases, 30 steps, Laplace noise"],
    ["view=guarantee&epsilon=8", "epsilon 8, delta 1e-5"],
    ["view=calibrate&target=advantage&advantage=0.2", "noise multiplier for advantage ≤ 0.2"],
    ["view=calibrate&target=bayes_security&solve_for=epochs", "epochs for Bayes security ≥ 0.9"],
    ["view=calibrate&target=eta&history=1,0.1,10;2,0.1,20", "noise factor for eta at prior 0.5 ≤ 0.1"],
    ["view=method&section=e16a", "E16A"],
    ["view=method&section=game", "The game"],
  ])("%s: %s", (fragment, words) => {
    expect(settingInWords(readFragment(fragment).values)).toBe(words);
  });
});

describe("known settings", () => {
  it.each(STARTING_POINTS.map((point) => [point.id, point] as const))("%s is a state of its view", (_, point) => {
    const view = point.views[0] ?? "training";
    const values = valuesOf(point, { ...defaults(), view });
    expect(readFragment(writeFragment(values))).toMatchObject({ values, faults: [], remarks: [] });
    expect(values.view).toBe(view);
    expect(startingPoints(view)).toContain(point);
    expect(cautions(values).filter(({ id }) => id !== "steps")).toEqual([]);
  });

  it.each(STARTING_POINTS.filter(({ views }) => views.includes("training")).map((point) => [point.id, point] as const))(
    "%s has an answer",
    (_, point) => {
      const outcome = training(trainingOptions(valuesOf(point, defaults())));
      expect(outcome.ok && outcome.value.advantage.upper).toBeGreaterThan(0);
      expect(runInWords(valuesOf(point, defaults()))).toMatch(/^noise .* steps/);
    },
  );
});

describe("cautions", () => {
  const ids = (change: Partial<Parameters>) => cautions({ ...defaults(), ...change }).map(({ id }) => id);

  it.each<[string, Partial<Parameters>, string[]]>([
    ["a whole number of steps", { batch_size: 250 }, []],
    ["the example", {}, ["steps"]],
    ["steps given", { num_steps: 3516 }, []],
    ["a batch of everything", { batch_size: 60_000 }, ["rate"]],
    ["a batch of more than there is, which is refused", { batch_size: 60_001 }, []],
    [
      "half a record in fixed batches",
      { batch_size: 250.5, sampling: "without_replacement", num_steps: 1 },
      ["fixed_batch"],
    ],
    ["half a record on average", { batch_size: 250.5, num_steps: 1 }, []],
    ["noise at the limit", { noise_multiplier: LITTLE_NOISE, num_steps: 1 }, []],
    ["noise below", { noise_multiplier: 0.29, num_steps: 1 }, ["noise"]],
    ["Laplace noise below", { noise_multiplier: 0.29, num_steps: 1, noise: "laplace" }, []],
    [
      "little noise in one phase",
      {
        history: [
          [1, 0.1, 1],
          [0.2, 0.1, 1],
        ],
      },
      ["noise"],
    ],
    ["delta where the core is told the size", { target_delta: 0.1, num_steps: 1 }, []],
    ["delta where it is not", { target_delta: 0.1, num_steps: 1, sample_rate: 0.1 }, ["delta"]],
  ])("%s", (_, change, wanted) => {
    expect(ids(change)).toEqual(wanted);
  });

  it("name the control, the reason and the remedy", () => {
    const [steps] = cautions(defaults());
    expect(steps).toMatchObject({ beside: "epochs", what: "15 epochs are 3515.6 steps; 3516 are counted." });
    expect(steps?.why && steps.remedy).toBeTruthy();
  });

  it.each([
    { target_delta: 0.1 },
    { target_delta: 0.1, sample_rate: 0.01 },
    { target_delta: 0.1, history: [[1, 0.1, 3]] as [number, number, number][] },
  ])("of delta come from the core or from here, never from both: %j", (change) => {
    const values = { ...defaults(), ...change };
    const outcome = training(trainingOptions(values));
    const core = outcome.ok && outcome.value.warnings.some(({ code }) => code === "delta_above_one_over_n");
    expect(core).not.toBe(ids(change).includes("delta"));
  });

  it("a batch of more than there is is refused by the core, at its control", () => {
    const outcome = training(trainingOptions({ ...defaults(), batch_size: 60_001 }));
    expect(outcome).toMatchObject({
      ok: false,
      error: { parameter: "batch_size", message: expect.stringContaining("60000") },
    });
  });

  it("what one use of a record gives away at little noise is the core's", () => {
    const outcome = training({ sample_rate: 1, num_steps: 1, noise_multiplier: LITTLE_NOISE });
    const lower = outcome.ok ? (outcome.value.advantage.lower ?? 0) : 0;
    expect(lower).toBeGreaterThanOrEqual(ONE_USE);
    expect(lower - ONE_USE).toBeLessThan(0.01);
  });
});
