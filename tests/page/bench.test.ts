// What a bench leaves, and how two of them are compared; nothing is timed here.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compare } from "../../benches/compare.mjs";
import { figures } from "../../benches/figures.mjs";
import { readRecord, writeRecord } from "../../benches/record.mjs";
import { spread } from "../../benches/spread.mjs";

type BenchRecord = ReturnType<typeof readRecord>;
type Figure = BenchRecord["figures"][number];

const program = fileURLToPath(new URL("../../benches/run.mjs", import.meta.url));

const settings = { advantage: [{ noise_multiplier: 1, sample_rate: 0.01, num_steps: 1000 }] };
const round = (workers: number, seconds: number, predicted: number | null = 4) => ({
  workers,
  seconds,
  predicted,
  samples_a_second: 100 / seconds,
  nanoseconds_per_step: 10 * seconds,
  longest_task: 0,
});
const measured = {
  ours: {
    advantage: [{ milliseconds: [2, 1, 3], everything_milliseconds: [5, 5] }],
    questions: { "epsilon at delta 1e-5": [4] },
    flatness: [[100, [1, 2]]],
    monte_carlo: [{ estimator: "algorithm_1", nanoseconds: [2, 4], worth: 1 }],
    counted_step: [3],
    trainings: { network: [800, 900], one_hot: [20] },
  },
  pages: [round(1, 4), round(2, 2), round(1, 6), round(2, 4), round(1, 8), round(2, 4)],
  sizes: { wasm: 300, rest: 500 },
  theirs: null,
  visits: null,
};
const named = (list: Figure[], name: string) => list.find((figure) => figure.name === name);

describe("the figures", () => {
  const list = figures(settings, measured);

  it("have each a name of its own, a unit, and a value", () => {
    expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
    for (const { name, unit, value } of list) {
      expect(unit, name).not.toBe("");
      expect(value, name).toEqual(expect.any(Number));
    }
  });

  it("have the median for a value, and the range, where they were measured several times", () => {
    expect(named(list, "advantage, noise 1, rate 0.01, steps 1000")).toEqual({
      name: "advantage, noise 1, rate 0.01, steps 1000",
      unit: "ms",
      better: "less",
      value: 2,
      repetitions: { count: 3, min: 1, median: 2, max: 3 },
    });
    expect(named(list, "epsilon at delta 1e-5")).not.toHaveProperty("repetitions");
    expect(spread([4, 1, 3, 2]).median).toBe(2.5);
  });

  it("hold the page's simulation on one worker, on two, and their ratio round by round", () => {
    const run = (workers: string, what: string) => named(list, `simulation on the page, ${workers}, ${what}`);
    expect(run("1 worker", "whole run")).toMatchObject({ unit: "s", value: 6 });
    expect(run("2 workers", "whole run")).toMatchObject({ unit: "s", value: 4 });
    expect(run("1 worker", "samples")).toMatchObject({ unit: "1/s", better: "more" });
    expect(run("2 workers", "step of a training")).toMatchObject({ unit: "ns", value: 40 });
    const ratio = named(list, "simulation on the page, 1 worker : 2 workers");
    expect(ratio?.repetitions).toEqual({ count: 3, min: 1.5, median: 2, max: 2 });
  });

  it("hold the other tools and their ratios where these were asked", () => {
    const theirs = {
      advantage: [{ milliseconds: [30, 20, 10] }],
      epsilon: [{ tool: "dp_accounting", milliseconds: [8] }],
      monte_carlo: { nanoseconds_per_step: [30] },
      trainings: { network: [400, 450], one_hot: [80] },
    };
    const asked = figures(settings, { ...measured, theirs });
    expect(named(asked, "riskcal : mi-bounds, advantage, noise 1, rate 0.01, steps 1000")?.value).toBe(10);
    expect(named(asked, "dp_accounting : mi-bounds, epsilon at delta 1e-5")?.value).toBe(2);
    expect(named(asked, "NumPy : mi-bounds, step of a training, algorithm_1")?.value).toBe(10);
    expect(new Set(asked.map(({ name }) => name)).size).toBe(asked.length);
  });

  it("leave out what could not be measured", () => {
    const pages = [round(1, 0, null), round(2, 0, null)];
    const names = figures(settings, { ...measured, pages }).map(({ name }) => name);
    expect(names).toContain("simulation on the page, 1 worker, whole run");
    expect(names).not.toContain("simulation on the page, 1 worker, predicted");
    expect(names).not.toContain("simulation on the page, 1 worker, samples");
    expect(names).not.toContain("simulation on the page, 1 worker : 2 workers");
  });
});

const record = (list: Figure[], more: Partial<BenchRecord> = {}): BenchRecord => ({
  date: "2026-01-02T03:04:05.000Z",
  library_version: "0.1.0",
  quick: false,
  machine: { cores: 2, user_agent: "a browser" },
  figures: list,
  ...more,
});
const time = (name: string, value: number): Figure => ({ name, unit: "ms", better: "less", value });
const ranged = (name: string, min: number, median: number, max: number): Figure => ({
  ...time(name, median),
  repetitions: { count: 3, min, median, max },
});

describe("a comparison", () => {
  const between = (a: Figure[], b: Figure[]) =>
    compare({ file: "a.json", record: record(a) }, { file: "b.json", record: record(b) });
  const row = (lines: string[], name: string) => lines.find((line) => line.startsWith(`${name} `))?.split(/ {2,}/);

  it("gives both values, their ratio and which is faster, in the order of the first", () => {
    const lines = between([time("z", 4), time("b", 1), time("c", 3)], [time("c", 3), time("b", 1.5), time("z", 1)]);
    const start = lines.findIndex((line) => line.startsWith("figure"));
    expect(lines.slice(start + 1).map((line) => line[0])).toEqual(["z", "b", "c"]);
    expect(row(lines, "z")).toEqual(["z", "ms", "4", "1", "0.25", "B faster"]);
    expect(row(lines, "b")).toEqual(["b", "ms", "1", "1.5", "1.5", "A faster"]);
    expect(row(lines, "c")).toEqual(["c", "ms", "3", "3", "1", "equal"]);
  });

  it("knows rates, sizes and ratios", () => {
    const list = (value: number): Figure[] => [
      { name: "pace", unit: "1/s", better: "more", value },
      { name: "size", unit: "B", better: "less", value },
      { name: "gain", unit: "ratio", better: "more", value },
    ];
    const lines = between(list(1), list(2));
    expect(["pace", "size", "gain"].map((name) => row(lines, name)?.at(-1))).toEqual([
      "B faster",
      "A smaller",
      "B better",
    ]);
  });

  it("says where the repetitions overlap", () => {
    const lines = between(
      [ranged("far", 1, 2, 3), ranged("near", 1, 2, 3)],
      [ranged("far", 4, 5, 6), ranged("near", 3, 5, 6)],
    );
    expect(row(lines, "far")?.at(-1)).toBe("A faster");
    expect(row(lines, "near")?.at(-1)).toBe("A faster, ranges overlap");
  });

  it("has no ratio to nothing", () => {
    expect(row(between([time("a", 0)], [time("a", 5)]), "a")).toEqual(["a", "ms", "0", "5", "–", "A faster"]);
  });

  it("names what only one of them has, another unit being another figure", () => {
    const seconds: Figure = { name: "unit", unit: "s", better: "less", value: 1 };
    const lines = between(
      [time("both", 1), time("old", 2), time("unit", 1)],
      [time("new", 3), time("both", 1), seconds],
    );
    expect(lines.slice(lines.indexOf("Only in A"))).toEqual([
      "Only in A",
      "  old: 2 ms",
      "  unit: 1 ms",
      "",
      "Only in B",
      "  new: 3 ms",
      "  unit: 1 s",
    ]);
  });

  it("says on what machine they were, and which is of a quick run", () => {
    const [a, b] = [record([]), record([], { quick: true, machine: { cores: 8, user_agent: "another" } })];
    const text = compare({ file: "a.json", record: a }, { file: "b.json", record: b }).join("\n");
    expect(text).toMatch(
      /A: a\.json\n.*0\.1\.0, 2026-01-02.*, 2 cores, a browser\nB: b\.json\n.*8 cores, another\n.*quick/,
    );
  });
});

describe("the files", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "mi-bounds-bench-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const written = (name: string, content: unknown) => {
    const file = join(folder, name);
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    return file;
  };

  it("are read as they were written, in a folder that did not exist", () => {
    const file = join(folder, "new/bench.json");
    const whole = record(figures(settings, measured));
    writeRecord(file, whole);
    expect(readRecord(file)).toEqual(whole);
  });

  it.each<[string, unknown, RegExp]>([
    ["no JSON", "{", /is not JSON/],
    ["a list", [], /not an object/],
    ["no machine", { ...record([]), machine: undefined }, /machine\.cores/],
    ["no version", { ...record([]), library_version: undefined }, /library_version/],
    ["no figures", { ...record([]), figures: {} }, /figures is not a list/],
    ["no unit", record([{ name: "a", value: 1 } as Figure]), /figures\[0\].*no unit/],
    [
      "no value",
      record([time("fine", 1), { ...time("a", 1), value: null as unknown as number }]),
      /figures\[1\].*of a/,
    ],
    ["no better", record([{ ...time("a", 1), better: "red" as "less" }]), /neither less nor more/],
    [
      "half of a range",
      record([{ ...time("a", 1), repetitions: { count: 2 } as Figure["repetitions"] }]),
      /repetitions/,
    ],
    ["a name twice", record([time("a", 1), time("a", 2)]), /second figure/],
  ])("are refused with %s", (name, content, reason) => {
    const file = written(`${name}.json`, content);
    expect(() => readRecord(file)).toThrow(
      expect.objectContaining({ message: `read ${file}`, output: expect.stringMatching(reason) }),
    );
  });

  it("are compared by the command", () => {
    const [a, b] = [written("a.json", record([time("a", 1)])), written("b.json", record([time("a", 2)]))];
    const printed = execFileSync(process.execPath, [program, "--compare", a, b], { encoding: "utf8" });
    expect(printed).toMatch(/^a +ms +1 +2 +2 +A faster$/m);
  });

  it.each([
    [
      "a file that is not there",
      ["--compare", "not-there.json", "not-there.json"],
      /read not-there\.json\n.*no such file/,
    ],
    ["one file", ["--compare", "a.json"], /--compare takes two files/],
    ["an unknown option", ["--slow"], /--slow/],
    ["a stray word", ["a.json"], /Not known: a\.json/],
  ])("are not compared for %s, which the command says", (_, args, message) => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [program, ...args], {
      encoding: "utf8",
      cwd: folder,
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).toContain("Next: ");
    expect(stdout).toBe("");
  });
});
