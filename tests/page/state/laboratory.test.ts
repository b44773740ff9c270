// The options of an experiment: from a link to what is asked, and back.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { loadCore } from "../../../bin/core.mjs";
import { Experiment } from "../../../pkg/mi_bounds.js";
import type { ExperimentOptions } from "../../../src/boundary/wasm/core";
import { EXPERIMENTS } from "../../../www/state/experiments";
import { EXPERIMENT_NAMES, type Sheet, sheetOf, stopsOf, typedInto } from "../../../www/state/laboratory";
import { readFragment, writeFragment } from "../../../www/state/link/fragment";
import { defaults } from "../../../www/state/parameters/table";

function sheet(name: string, link = ""): Sheet {
  const found = sheetOf(name, link);
  if (!found) throw new Error(`no experiment ${name}`);
  return found;
}

/** As the worker does it: the name of a table beside the page stands for the table. */
function withTable(options: ExperimentOptions): ExperimentOptions {
  if (!("table" in options)) return options;
  const file = new URL(`../../../data/${options.table}.csv`, import.meta.url);
  return { ...options, table: readFileSync(file, "utf8") };
}

const field = ({ fields }: Sheet, name: string) => fields.find((each) => each.name === name);

describe("an experiment of the page", () => {
  beforeAll(loadCore);

  it.each(EXPERIMENT_NAMES)("%s begins with options that the module takes", (name) => {
    const { fields, options, link, remarks, page } = sheet(name);
    expect(link).toBe("");
    expect(remarks).toEqual([]);
    const first = fields.filter((each) => each.first);
    expect(first.map((each) => each.name)).toEqual(page.fields.map(([each]) => each));
    expect(fields.every(({ help, problem }) => help !== "" && problem === null)).toBe(true);
    const outcome = options && Experiment.of(withTable(options));
    expect(outcome?.ok).toBe(true);
  });

  it.each(EXPERIMENT_NAMES)("%s takes the ends of its sliders", (name) => {
    for (const { name: option, ...each } of sheet(name).fields) {
      const stops = stopsOf({ name: option, ...each });
      expect(stops).toEqual(stops.toSorted((a, b) => a - b));
      for (const stop of stops.length > 0 ? [stops[0], stops.at(-1)] : []) {
        const { options } = sheet(name, `${option}=${stop}`);
        const outcome = options && Experiment.of(withTable(options));
        expect(outcome, `${option} ${stop}`).toMatchObject({ ok: true });
      }
    }
  });

  it("says its question and what is done", () => {
    for (const { title, question, about } of Object.values(EXPERIMENTS)) {
      expect(title).toMatch(/^[A-Z]/);
      expect(question).toMatch(/^[A-Z].*\?$/);
      expect(about).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe("an option that others make needless", () => {
  it("is not asked, and keeps what was typed", () => {
    const begun = sheet("noise");
    expect(begun.fields.filter(({ applies }) => !applies).map(({ name }) => name)).toEqual([
      "table",
      "quantile_level",
      "column",
      "predictors",
    ]);
    expect(begun.options).toEqual({
      ...{ experiment: "noise", records: "one_outlier", statistic: "mean" },
      ...{ dataset_size: 16, eta: 0.1, trials: 20000, seed: 1 },
    });
    const typed = typedInto(sheet("noise", "records=table&quantile_level=nonsense"), "column", "mean_texture");
    const hidden = sheet("noise", typed.replace("records=table&", ""));
    expect(hidden.options).not.toHaveProperty("column");
    expect(field(hidden, "column")?.text).toBe("mean_texture");
    const shown = sheet("noise", typed.replace("nonsense", "0.9&statistic=quantile"));
    expect(shown.options).toMatchObject({ table: "breast-cancer", column: "mean_texture", quantile_level: 0.9 });
    expect(shown.options).not.toHaveProperty("predictors");
  });

  it.each([
    ["noise", "records=table"],
    ["noise", "records=table&statistic=quantile"],
    ["noise", "records=table&statistic=regression&dataset_size=6"],
    ["sampling", "positive_accuracy=0.95"],
  ])("is no part of what the module takes: %s, %s", (name, link) => {
    const { options } = sheet(name, link);
    expect(options && Experiment.of(withTable(options))).toMatchObject({ ok: true });
  });
});

describe("its table", () => {
  it("is one that lies beside the page, or the reader's own while there is one", () => {
    const own = sheetOf("trade_off", "table=own-1&label=town", "own-1");
    expect(own?.options).toMatchObject({ table: "own-1", label: "town" });
    const gone = sheet("trade_off", "table=own-1");
    expect(gone.options).toBeNull();
    expect(field(gone, "table")?.problem).toBe('table is "own-1"; allowed are digits, breast-cancer, health-insurance');
  });

  it("has no text without end", () => {
    const long = sheet("trade_off", `label=${"x".repeat(501)}`);
    expect(field(long, "label")?.problem).toBe("label has 501 characters; at most 500 are allowed");
  });
});

describe("its link", () => {
  it("has what differs from the start, and reads back as the same", () => {
    const begun = sheet("gaussian_game");
    const link = typedInto(begun, "noise_multiplier", "0.5, 1 3");
    expect(link).toBe("noise_multiplier=0.5,%201%203");
    const read = sheet("gaussian_game", link);
    expect(field(read, "noise_multiplier")?.text).toBe("0.5, 1 3");
    expect(read.options).toMatchObject({ noise_multiplier: [0.5, 1, 3], trials: 20000 });
    expect(read.link).toBe(link);
    expect(typedInto(read, "noise_multiplier", "0.5, 1, 2, 4")).toBe("");
  });

  it("goes through the link of the page without a change, and leaves the other views their names", () => {
    const values = {
      ...defaults(),
      view: "laboratory",
      section: "gaussian_game",
      noise_multiplier: 3,
      laboratory: "noise_multiplier=0.5,1&trials=5000",
    } as const;
    const fragment = writeFragment(values);
    expect(fragment).toBe(
      "v=1&view=laboratory&section=gaussian_game&run_noise_multiplier=3&noise_multiplier=0.5,1&trials=5000",
    );
    const read = readFragment(fragment);
    expect(read).toMatchObject({ values, faults: [], remarks: [] });
  });

  it("takes other names of an option, and the first of two values", () => {
    const read = sheet("gaussian_game", "sigma=2&q=0.2&seed=3&seed=4");
    expect(read.options).toMatchObject({ noise_multiplier: [2], sample_rate: 0.2, seed: 3 });
    expect(read.remarks).toEqual(["From the link: seed is given more than once; the first is taken."]);
  });

  it.each([
    ["a name that is no option", "foo=1", "“foo” is no option"],
    ["a name of an object", "__proto__=1&constructor=2", "“__proto__” is no option"],
    ["markup", "%3Cimg%20src%3Dx%3E=1", "“<img src=x>” is no option"],
    ["a long name", `${"x".repeat(5000)}=1`, `“${"x".repeat(40)}…” is no option`],
  ])("remarks on %s, and the rest works", (_, link, remark) => {
    const read = sheet("gaussian_game", `${link}&trials=5000`);
    expect(read.remarks[0]).toContain(remark);
    expect(read.options).toMatchObject({ trials: 5000 });
  });

  it.each([
    ["trials", "many", /^trials "many" is not a number such as/],
    ["trials", "1e999", /^trials "1e999" is not a finite number/],
    ["noise_multiplier", "1, two", /^noise_multiplier "two" is not a number such as/],
    ["noise_multiplier", "1,".repeat(5000), /^noise_multiplier has 10000 characters/],
  ])("keeps %s = %s as it was typed, and says what is wrong", (name, text, problem) => {
    const read = sheet("gaussian_game", typedInto(sheet("gaussian_game"), name, text));
    expect(field(read, name)).toMatchObject({ text, problem: expect.stringMatching(problem) });
    expect(read.options).toBeNull();
  });

  it("leaves an empty option to the module", () => {
    const read = sheet("gaussian_game", "trials=");
    expect(read.options).not.toHaveProperty("trials");
    expect(field(read, "trials")).toMatchObject({ text: "", instead: "20000", problem: null });
  });

  it("knows no other experiments", () => {
    for (const name of ["top", "nothing", "__proto__", "constructor", "toString", ""])
      expect(sheetOf(name, "")).toBeNull();
  });

  it("reads any name of an experiment, and of none what is no name", () => {
    expect(readFragment("#view=laboratory&section=someday").values.section).toBe("someday");
    const { values, remarks } = readFragment(`#section=${"A".repeat(50)}&view=laboratory&trials=300`);
    expect(values).toMatchObject({ section: "top", laboratory: "trials=300" });
    expect(remarks).toHaveLength(1);
    expect(readFragment("#view=method&section=gaussian_game").remarks).toHaveLength(1);
  });

  it("takes so many options, and names what is beyond", () => {
    const many = Array.from({ length: 60 }, (_, i) => `a${i}=${i}`).join("&");
    const { values, faults } = readFragment(`#view=laboratory&section=one_hot&${many}`);
    expect(values.laboratory.split("&")).toHaveLength(50);
    expect(faults).toHaveLength(1);
  });
});
