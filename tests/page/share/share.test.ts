// What is taken away of a state: texts that say the page's numbers, files that keep every digit, programs that run.
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Figure, MonteCarloResult, TrainingResult } from "../../../src/boundary/wasm/core";
import type { MonteCarloState } from "../../../www/answers/simulation";
import { citations, sourcesOf } from "../../../www/share/cite";
import { codeFor, languagesFor } from "../../../www/share/code";
import { resultCsv, resultJson, simulationCsv } from "../../../www/share/data";
import { statementOf, toMarkdown, toText } from "../../../www/share/statement";
import { readHistory } from "../../../www/state/files/schedule";
import { defaults, type Parameters } from "../../../www/state/parameters/table";
import { monteCarloOptions } from "../../../www/state/questions/run";
import { VERSION } from "../../../www/state/version";
import { fileName, settingLines } from "../../../www/words/setting";
import { core, IDLE, loadCore, root, subject, worth } from "./subject";

beforeAll(loadCore);

function statement(set: Partial<Parameters> = {}) {
  const found = statementOf(subject(set));
  if (!found) throw new Error("there is an answer, and so a statement");
  return found;
}

/** RFC 4180, read by a reader that knows no more than that. */
function readCsv(text: string): Record<string, string>[] {
  const rows = text.split("\r\n").filter(Boolean).map(readRow);
  const [head = [], ...body] = rows;
  return body.map((cells) => {
    expect(cells).toHaveLength(head.length);
    return Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ""]));
  });
}

function readRow(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) =>
    quoted === undefined ? (bare ?? "") : quoted.replaceAll('""', '"'),
  );
}

const VIEWS = ["training", "calibrate", "guarantee", "attributes", "noise", "audit"] as const;

describe("JSON of a result", () => {
  it.each(VIEWS)("echoes the inputs and keeps every digit: %s", (view) => {
    const one = subject({ view });
    const read = JSON.parse(resultJson(one) ?? "");
    expect(read).toMatchObject({ format: "mi-bounds-result", format_version: 1, library_version: VERSION });
    expect(read).toMatchObject({ function: view, link: one.link });
    expect(read.inputs).toEqual(JSON.parse(JSON.stringify(one.answered.options)));
    expect(read.result).toEqual(JSON.parse(JSON.stringify(one.answered.result)));
    // What was asked gives the answer again.
    const again = (core[view] as (options: unknown) => { ok: boolean; value: unknown })(read.inputs);
    expect(JSON.parse(JSON.stringify(again.value))).toEqual(read.result);
  });

  it("reads back as a schedule, and as the state of Opacus where that is one", () => {
    const text = resultJson(subject({ epochs: 3 })) ?? "";
    const read = readHistory(text);
    expect(read.ok && read.history).toEqual([[1.1, 256 / 60_000, 704]]);
    expect(JSON.parse(text).mechanism).toBe("prv");
    const other = JSON.parse(resultJson(subject({ neighboring_relation: "replace_one" })) ?? "");
    expect(other.history).toHaveLength(1);
    expect(other).not.toHaveProperty("mechanism");
    expect(JSON.parse(resultJson(subject({ view: "noise" })) ?? "")).not.toHaveProperty("history");
  });
});

describe("CSV of a result", () => {
  it("has each figure of a run in a row, with the parameters beside it", () => {
    const one = subject();
    const rows = readCsv(resultCsv(one) ?? "");
    const result = one.answered.result as TrainingResult;
    const row = rows.find(({ quantity }) => quantity === "advantage");
    const { lower, estimate, upper } = result.advantage;
    expect(row).toMatchObject({ kind: "exact", unit: "probability", num_steps: "3516", noise_multiplier: "1.1" });
    expect([Number(row?.lower), Number(row?.estimate), Number(row?.upper)]).toEqual([lower, estimate, upper]);
    expect(row).toMatchObject({ library_version: VERSION, link: one.link, sampling: "poisson" });
    const rate = rows.find(({ quantity, at_value }) => quantity === "tpr" && at_value === "0.001");
    expect(rate?.at).toBe("fpr");
    expect(Number(rate?.upper)).toBe(result.tpr[0]?.upper);
    const epsilon = rows.find(({ quantity }) => quantity === "epsilon");
    expect(epsilon).toMatchObject({ at: "target_delta", at_value: "0.00001", unit: "1" });
    const roc = rows.filter(({ quantity }) => quantity === "roc");
    expect(roc.map((point) => Number(point.upper))).toEqual(result.roc?.upper);
    expect(new Set(roc.map(({ kind }) => kind))).toEqual(new Set(["exact"]));
  });

  it.each(VIEWS)("holds every figure of the result: %s", (view) => {
    const one = subject({ view });
    const written = new Set(readCsv(resultCsv(one) ?? "").flatMap(({ estimate }) => estimate));
    for (const figure of figuresIn(one.answered.result)) expect(written).toContain(String(figure.estimate));
  });

  it("writes a simulation in the same columns", () => {
    const options = { ...monteCarloOptions({ ...defaults(), samples: 512 }), histogram: false };
    const simulation = worth(core.Simulation.of(options));
    const { chunks } = simulation.plan();
    const tally = simulation.sum(Array.from({ length: chunks }, (_, index) => simulation.chunk(index)));
    const result: MonteCarloResult = worth(simulation.result(tally));
    const state = { ...IDLE, status: "done", options, result } as MonteCarloState;
    const rows = readCsv(simulationCsv(state, "https://example.org/#v=1") ?? "");
    const row = rows.find(({ quantity }) => quantity === "advantage");
    expect(Number(row?.upper)).toBe(result.advantage.upper);
    expect(row).toMatchObject({ kind: "estimate", seed: "1", samples: String(result.samples) });
    expect(simulationCsv(IDLE, "")).toBeNull();
  });

  it("quotes what would end a cell", () => {
    const history: [number, number, number][] = [
      [1, 0.01, 100],
      [2, 0.01, 50],
    ];
    const [row] = readCsv(resultCsv(subject({ history })) ?? "");
    expect(JSON.parse(row?.history ?? "")).toEqual(history);
    expect(row?.noise_multiplier).toBe("");
  });
});

function figuresIn(value: unknown): Figure[] {
  if (value === null || typeof value !== "object") return [];
  const own = "estimate" in value && "kind" in value && "theorem" in value ? [value as Figure] : [];
  return [...own, ...Object.values(value).flatMap(figuresIn)];
}

describe("a long schedule", () => {
  const history = Array.from({ length: 400 }, (_, i): [number, number, number] => [1 + i / 1000, 0.01, 10]);

  it("stands once in a table, and is cut in the statement", () => {
    const one = subject({ history });
    const [first, ...rest] = readCsv(resultCsv(one) ?? "");
    expect(JSON.parse(first?.history ?? "")).toEqual(history);
    for (const row of rest) expect([row.history, row.link]).toEqual(["", ""]);
    const told = Object.fromEntries(statementOf(one)?.facts ?? []);
    expect(told.Parameters).toMatch(/\(1\.019, 0\.01, 10\), and 380 more, which the link holds$/);
    expect(told["Computed with"]).toContain(one.link);
  });
});

describe("the statement", () => {
  it("says of a run what was done, what follows and how to check it", () => {
    const { paragraph, facts } = statement();
    expect(paragraph).toContain("3516 steps on batches drawn at rate 0.004267 (Poisson sampling)");
    expect(paragraph).toContain("the best possible attacker gets at most 557 right; blind guessing gets 500");
    const told = Object.fromEntries(facts);
    expect(told.Advantage).toMatch(/^0\.1133 \(exact, certified; from 0\.113347\d+ to 0\.113347\d+\)$/);
    expect(told["Neighbouring relation"]).toContain("add_or_remove_one");
    expect(told["Computed with"]).toBe(`mi-bounds ${VERSION}: https://example.org/#v=1`);
    expect(told["Rests on"]).toContain("Mahloujifar");
  });

  it.each([0.3, 0.7, 1.1, 2, 8])("rounds what is at most upwards, at noise %s", (noise_multiplier) => {
    const one = subject({ noise_multiplier });
    const result = one.answered.result as TrainingResult;
    const told = Object.fromEntries(statementOf(one)?.facts ?? []);
    const said = /to (0\.\d+|1\.\d+|\d\.\d+×10\S+)\)/.exec(told.Advantage ?? "")?.[1] ?? "";
    expect(plain(said)).toBeGreaterThanOrEqual(result.advantage.upper ?? 2);
    const [rate] = result.tpr;
    const most = /at most ([\d.]+(?:×10\S+)?)%/.exec(told["TPR at FPR 0.1%"] ?? "")?.[1] ?? "";
    expect(plain(most) / 100).toBeGreaterThanOrEqual((rate?.upper ?? 2) * (1 - 1e-15));
  });

  it("does not promise what is not known", () => {
    const bound = statement({ sampling: "shuffle", neighboring_relation: "replace_one" });
    expect(bound.paragraph).toContain("between");
    expect(Object.fromEntries(bound.facts)["What is proven"]).toContain("no tight analysis");
  });

  it("says of a calibration its target and the next value, and of a guarantee that it is all that was used", () => {
    const found = statement({ view: "calibrate", target: "advantage", advantage: 0.1 });
    const told = Object.fromEntries(found.facts);
    expect(told.Target).toBe("advantage at most 0.1");
    expect(told.Margin).toContain("misses the target of 0.1");
    const guarantee = statement({ view: "guarantee", guarantee: "pure_dp", guarantee_epsilon: 1 });
    expect(guarantee.paragraph).toContain("1-differential privacy. Nothing else about it was used.");
  });

  it.each(VIEWS)("has the same words as text and as Markdown: %s", (view) => {
    const one = statement({ view });
    const bare = (text: string) => text.replace(/[#*\\<>\s-]/g, "");
    expect(bare(toMarkdown(one))).toBe(bare(toText(one)));
    expect(toMarkdown(one)).toContain("<https://example.org/#v=1");
  });
});

/** The number that a text with powers of ten stands for. */
function plain(text: string): number {
  const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  return Number(
    text.replace(/×10(.+)/, (_, power: string) => {
      return `e${[...power].map((sign) => (sign === "⁻" ? "-" : digits.indexOf(sign))).join("")}`;
    }),
  );
}

describe("citations", () => {
  it("name mi-bounds with version and link, and the papers of the shown figures", () => {
    const text = citations(subject(), VERSION);
    expect(text).toContain(`version = {${VERSION}}`);
    expect(text).toContain("url = {https://example.org/#v=1}");
    const keys = [...text.matchAll(/^@\w+\{([^,]+),/gm)].map(([, key]) => key);
    expect(keys).toContain("mahloujifar2022optimal");
    expect(keys).toContain("cherubin2024closed");
    expect(keys).toContain("izzo2024provable");
    expect(keys).not.toContain("lebeda2025avoiding");
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("follow the result", () => {
    const keys = (set: Partial<Parameters>) => sourcesOf(subject(set)).map(({ key }) => key);
    expect(keys({ neighboring_relation: "replace_one" })).toContain("lebeda2025avoiding");
    expect(keys({ group_size: 3 })).toContain("ganesh2024tight");
    expect(keys({ view: "noise" })).toEqual(["izzo2024provable"]);
    expect(keys({ view: "guarantee" })).toContain("thudi2024less");
    expect(keys({ view: "guarantee", guarantee: "rdp" })).toContain("canonne2020discrete");
    expect(keys({ view: "guarantee", guarantee: "pure_dp" })).toContain("sablayrolles2019white");
  });

  it("find every author that a theorem names among the sources", () => {
    const missing = new Set<string>();
    for (const view of VIEWS) {
      const one = subject({ view });
      const known = sourcesOf(one)
        .map(({ authors, year }) => `${authors} ${year}`)
        .join("\n");
      for (const { theorem } of figuresIn(one.answered.result)) {
        for (const [, name = ""] of theorem.matchAll(/\b([A-Z][\w-]+)(?= et al\.)/g))
          if (!known.includes(name)) missing.add(name);
      }
    }
    expect([...missing]).toEqual([]);
  });
});

describe("programs", () => {
  it.each(VIEWS)("in JavaScript print the page's number: %s", (view) => {
    const one = subject({ view });
    const file = `${root}target/share-${view}.mjs`;
    writeFileSync(file, codeFor("javascript", one, VERSION));
    const printed = JSON.parse(execFileSync(process.execPath, [file], { encoding: "utf8" }));
    rmSync(file);
    const said =
      view === "audit"
        ? printed.possible_advantage
        : view === "calibrate"
          ? printed.achieved
          : (printed.sharp ?? printed);
    const figures = figuresIn(one.answered.result).map(({ upper }) => upper);
    expect(said.upper).not.toBeNull();
    expect(figures).toContain(said.upper);
  });

  it("in the shell print the page's number", () => {
    const one = subject();
    const [, json = ""] = /training '(.*)'/.exec(codeFor("shell", one, VERSION)) ?? [];
    const printed = execFileSync(process.execPath, [`${root}bin/mi-bounds.mjs`, "training", json], {
      encoding: "utf8",
    });
    expect(JSON.parse(printed).advantage).toEqual((one.answered.result as TrainingResult).advantage);
  });

  // `vitest -u` writes the example anew.
  it("in Rust are, for the page's first state, the example that cargo compiles", async () => {
    await expect(codeFor("rust", subject(), VERSION)).toMatchFileSnapshot("../../../examples/from_the_page.rs");
  });

  it.each(VIEWS)("in Rust ask the same: %s", (view) => {
    const one = subject({ view });
    const code = codeFor("rust", one, VERSION);
    const { roc_points: _, ...question } = one.answered.options as { roc_points?: number };
    expect(JSON.parse(/r#"(.*)"#/s.exec(code)?.[1] ?? "")).toEqual(JSON.parse(JSON.stringify(question)));
    expect(code).toContain(`options.${view}(`);
  });

  it("of other tools exist for runs, and refuse what those tools would answer for another run", () => {
    expect(languagesFor(subject({ view: "noise" }))).toEqual(["javascript", "rust", "shell"]);
    expect(codeFor("opacus", subject(), VERSION)).toContain("accountant.history = [(1.1, 0.004266666666666667, 3516)]");
    const shuffled = subject({ sampling: "shuffle", neighboring_relation: "replace_one" });
    for (const tool of ["opacus", "dp_accounting", "riskcal"] as const) {
      expect(codeFor(tool, shuffled, VERSION)).toMatch(/^# .* another training\.\n$/);
    }
    expect(codeFor("opacus", subject({ neighboring_relation: "replace_one" }), VERSION)).toMatch(/^# .*\n$/);
    expect(codeFor("riskcal", subject({ neighboring_relation: "replace_one" }), VERSION)).toContain("REPLACE_ONE");
  });
});

describe("names of files and lines of pictures", () => {
  it("say the setting", () => {
    const { values } = subject();
    expect(fileName("roc", values, "svg")).toBe("mi-bounds-roc-noise1.1-rate0.004267-steps3516.svg");
    expect(fileName("roc", null, "svg")).toBe("mi-bounds-roc.svg");
    expect(settingLines(values, null)).toEqual([
      "Noise multiplier 1.1, sample rate 0.004267 (256 of 60,000), 3516 steps; add or remove one record; Poisson sampling; Gaussian noise; prior 0.5.",
    ]);
    const [, second] = settingLines(values, { ...values, noise_multiplier: 2 });
    expect(second).toMatch(/^B: noise multiplier 2, /);
  });

  it.each(VIEWS)("have only characters that every file system takes: %s", (view) => {
    expect(fileName(view, { ...defaults(), view }, "json")).toMatch(/^[\w.+-]+\.json$/);
    expect(settingLines({ ...defaults(), view }, null).join("")).toMatch(/^[A-Z(\d]/);
  });
});
