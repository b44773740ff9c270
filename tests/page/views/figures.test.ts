// The figures of the papers: the list against the core, the words, the lines that are drawn, and the answers as they grow.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { PaperFigureOptions, PaperFigureResult } from "../../../src/boundary/wasm/core";
import { FigureAnswers, joined } from "../../../www/answers/figures";
import { figureLines } from "../../../www/charts/data/paper-figure";
import type { ExactEngine } from "../../../www/engine/exact-engine";
import { figureCsv } from "../../../www/share/data";
import { inputsOf } from "../../../www/state/inputs/inputs";
import { readFragment, writeFragment } from "../../../www/state/link/fragment";
import { coreName, figureOf, PAPER_FIGURES } from "../../../www/state/paper-figures";
import { defaults } from "../../../www/state/parameters/table";
import { calibrateOptions } from "../../../www/state/questions/quantity";
import { trainingOptions } from "../../../www/state/questions/run";
import { PAPERS } from "../../../www/words/bibliography";
import { FIGURE_WORDS, PAPER_KEYS, wordsOf } from "../../../www/words/paper-figures";
import { core, loadCore, root, worth } from "../share/subject";

const questions = JSON.parse(readFileSync(`${root}bin/questions.json`, "utf8")) as {
  name: string;
  options: { name: string; type: string }[];
}[];
const IN_CORE = (
  questions.find(({ name }) => name === "paper_figure")?.options.find(({ name }) => name === "figure")?.type ?? ""
)
  .split(" | ")
  .map((word) => word.replaceAll('"', ""));
const drawnByCore = PAPER_FIGURES.filter(({ drawn }) => drawn === "core");
/** These take seconds. */
const QUICK = drawnByCore.filter(({ id }) => !/-3[abc]$|-10c$/.test(id));

const ask = (options: PaperFigureOptions): PaperFigureResult => worth(core.paper_figure(options));

beforeAll(loadCore);

describe("the list of figures", () => {
  it("has those of the core, each once, and no other that is said to be drawn", () => {
    expect(drawnByCore.map(({ id }) => coreName(id)).sort()).toEqual([...IN_CORE].sort());
    expect(new Set(PAPER_FIGURES.map(({ id }) => id)).size).toBe(PAPER_FIGURES.length);
  });

  it.each([
    ["optimal-bounds", "1a 1b 1c 1d 2a 2b 3a 3b 3c 4a 4b 4c 5"],
    ["closed-form", "table-1 1 2 3 4 5 6 7 8 9 table-6-2 10a 10b 10c"],
    ["less-can-be-more", "1 2 3 4 5 6 7 8a 8b 9 10 11 12 13 14 15 16 17"],
    ["membership-privacy", "1"],
    ["dp-does-not-bound", "table-1 1 table-2 2 3 4 5 6"],
  ])("has every figure and table of %s", (paper, all) => {
    const ids = PAPER_FIGURES.filter((entry) => entry.paper === paper).map(({ id }) => id.slice(paper.length + 1));
    expect(ids).toEqual(all.split(" "));
  });

  it("has words for each, and for nothing else", () => {
    expect(Object.keys(FIGURE_WORDS).sort()).toEqual(PAPER_FIGURES.map(({ id }) => id).sort());
    for (const { shows, differs, title } of Object.values(FIGURE_WORDS)) {
      expect(shows).toMatch(/^[A-Z].*\.$/);
      expect(differs).toMatch(/^[A-Z].*\.$/);
      expect(title).not.toMatch(/\.$/);
    }
    for (const key of Object.values(PAPER_KEYS)) expect(PAPERS.map((paper) => paper.key)).toContain(key);
  });

  it("says of each that is not drawn what it needs", () => {
    for (const { id, drawn, experiment } of PAPER_FIGURES) {
      if (drawn === "listed" && !id.includes("table-1")) expect(experiment, id).not.toBeNull();
    }
  });

  it("has links that open, with answers", () => {
    for (const { id, set } of PAPER_FIGURES) {
      const own = readFragment(writeFragment({ ...defaults(), view: "figures", figure: id }));
      expect([own.faults, own.remarks, own.values.figure]).toEqual([[], [], id]);
      if (!set) continue;
      const { faults, remarks, values } = readFragment(writeFragment({ ...defaults(), ...set }));
      expect([faults, remarks], id).toEqual([[], []]);
      expect(values).toMatchObject(set);
      if (values.view === "training") worth(core.training(trainingOptions(values)));
      if (values.view === "calibrate") worth(core.calibrate(calibrateOptions(values)));
    }
  });

  it("refuses what is no name of a figure, and says so", () => {
    expect(readFragment("v=1&view=figures&figure=%3Cb%3E").remarks).toEqual([
      'From the link: figure is "<b>", which is no name of a figure.',
    ]);
    expect(figureOf("nonsense")).toBeNull();
    expect(wordsOf("nonsense").title).toBe("nonsense");
  });
});

describe("a figure", () => {
  it.each(QUICK)("$id has lines on its axes, and all of its digits as CSV", ({ id }) => {
    const result = ask({ figure: coreName(id) });
    const chart = figureLines(result, { caption: "", summary: "" });
    expect(chart?.lines.map(({ name }) => name)).toEqual(result.series.map(({ name }) => name));
    for (const { ys } of chart?.lines ?? []) {
      expect(ys).toHaveLength(result.points);
      const inside = ys.filter(Number.isFinite);
      expect(inside.length).toBeGreaterThan(1);
      for (const y of inside) {
        expect(y).toBeGreaterThanOrEqual(chart?.y.domain[0] ?? Number.NaN);
        expect(y).toBeLessThanOrEqual(chart?.y.domain[1] ?? Number.NaN);
      }
    }
    expect(chart?.y.ticks.length).toBeGreaterThan(1);
    const rows = figureCsv(result).trim().split("\r\n");
    expect(rows).toHaveLength(1 + result.points * result.series.length);
    expect(rows[1]).toContain(`${result.x[0]},`);
  });

  it("is the same in parts", () => {
    const figure = "closed_form_4";
    const parts = [ask({ figure, points: 4 }), ask({ figure, first_point: 4 })] as const;
    const { first_point: _, ...whole } = ask({ figure });
    expect(joined(...parts)).toEqual({ ...whole, first_point: 0 });
  });

  it("keeps the side of a line that is not exact everywhere", () => {
    const [one] = ask({ figure: "dp_does_not_bound_1", points: 1 }).series;
    const part = (kind: "exact" | "interval" | "upper" | null) =>
      ({ ...ask({ figure: "dp_does_not_bound_1", points: 1 }), series: [{ ...one, kind }] }) as PaperFigureResult;
    const sides = (first: Parameters<typeof part>[0], second: Parameters<typeof part>[0]) =>
      joined(part(first), part(second)).series[0]?.kind;
    expect([sides("exact", "interval"), sides("interval", "exact"), sides("interval", "upper")]).toEqual([
      "interval",
      "interval",
      "upper",
    ]);
    expect([sides(null, "exact"), sides("upper", null), sides("upper", "exact")]).toEqual(["exact", "upper", "upper"]);
  });
});

describe("the answers", () => {
  const inputs = (figure: string) => inputsOf({ ...defaults(), view: "figures", figure });

  /** An engine that answers at once, and takes down what it is asked. */
  function engine() {
    const asked: PaperFigureOptions[] = [];
    const latest = async (_: string, __: string, options: PaperFigureOptions) => {
      asked.push(options);
      return { ok: true, value: ask(options) };
    };
    return { asked, engine: { latest, cancel: () => {} } as unknown as ExactEngine };
  }

  it("grow part by part until the figure is whole", async () => {
    const { asked, engine: fake } = engine();
    const seen: number[] = [];
    const answers: FigureAnswers = new FigureAnswers(fake, () => seen.push(answers.drawn?.x.length ?? 0));
    await answers.follow(inputs("closed-form-7"));
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.map(({ first_point }) => first_point)).toEqual(
      [...asked.map(({ first_point }) => first_point)].sort((a, b) => (a ?? 0) - (b ?? 0)),
    );
    expect(seen[0]).toBe(4);
    const { value, current } = answers.main;
    expect([current, answers.busy, value?.x.length]).toEqual([true, false, value?.points]);
    expect(value).toEqual(ask({ figure: "closed_form_7" }));
    const before = asked.length;
    await answers.follow(inputs("closed-form-7"));
    expect(asked).toHaveLength(before);
  });

  it("are those of the newest figure alone", async () => {
    const { engine: fake } = engine();
    const answers = new FigureAnswers(fake, () => {});
    const first = answers.follow(inputs("closed-form-7"));
    await Promise.all([first, answers.follow(inputs("less-can-be-more-1"))]);
    expect(answers.drawn?.figure).toBe("less_can_be_more_1");
    await answers.follow(inputs(""));
    expect([answers.drawn, answers.main.value]).toEqual([null, null]);
    await answers.follow(inputs("nonsense"));
    expect(answers.drawn).toBeNull();
  });

  it("of times are measured, and are no figure of the core", async () => {
    const { engine: fake } = engine();
    const timing = {
      ...fake,
      latest: async () => ({ ok: true, value: null }),
      cancel: () => {},
    } as unknown as ExactEngine;
    const answers = new FigureAnswers(timing, () => {});
    await answers.follow(inputs("closed-form-5"));
    expect(answers.timed?.done).toBe(true);
    for (const { estimate } of answers.timed?.series ?? []) expect(estimate).toHaveLength(answers.timed?.x.length ?? 0);
    expect(answers.main.value).toBeNull();
  });
});
