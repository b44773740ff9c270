// The order of the questions: the view's own first, those beside it after, and nothing twice.
import { describe, expect, it, vi } from "vitest";
import type { SweepOptions, SweepResult, SweptBound } from "../../../src/boundary/wasm/core";
import { Answers } from "../../../www/answers/answers";
import { Following } from "../../../www/answers/following-question";
import { joinedSweep, Sweeps } from "../../../www/answers/sweep";
import { ExactEngine } from "../../../www/engine/exact-engine";
import { chosen, inputsOf, typed } from "../../../www/state/inputs/inputs";
import { readFragment } from "../../../www/state/link/fragment";
import { defaults } from "../../../www/state/parameters/table";
import { runOf } from "../../../www/state/questions/run";
import { FakeWorker } from "../engine/fake-worker";

function answers() {
  const log: string[] = [];
  const worker = (name: string) =>
    new FakeWorker((self, { id, kind, ...rest }) => {
      const options = "options" in rest ? (rest.options as unknown as Record<string, unknown>) : {};
      log.push(`${name} ${kind}${options.sampling === "shuffle" ? " shuffle" : ""}`);
      setTimeout(
        () =>
          self.say({
            id,
            kind: "done",
            value: {
              value: 1,
              kind,
              solve_for: "noise_multiplier",
              quantity: "tpr",
              values: [],
              lower: [],
              estimate: [],
              bounds: [],
              answers: [],
              upper: [],
            },
          }),
        1,
      );
    });
  const all = new Answers(new ExactEngine(() => worker("main")), new ExactEngine(() => worker("secondary")), () => {});
  return { all, log };
}

describe("the training view", () => {
  const opened = (section: string) => chosen(inputsOf(), "section", section);

  it("asks for its own answer alone while the curve is shown", async () => {
    const { all, log } = answers();
    await all.follow(inputsOf());
    expect(log).toEqual(["main training"]);
  });

  it("asks for the sweep when that part is opened, and for the relations when theirs is", async () => {
    const { all, log } = answers();
    await all.follow(inputsOf());
    await all.follow(opened("settings"));
    await vi.waitFor(() => expect(log.filter((line) => line === "secondary sweep").length).toBe(11));
    expect(log.filter((line) => line.startsWith("secondary training")).length).toBe(0);
    await all.follow(opened("assumptions"));
    expect(log.filter((line) => line.startsWith("secondary training")).length).toBe(12);
    expect(log.filter((line) => line === "main training").length).toBe(1);
    expect(all.relations.cells.every(({ current }) => current)).toBe(true);
  });

  it("asks nothing that is answered already", async () => {
    const { all, log } = answers();
    await all.follow(inputsOf());
    const before = log.length;
    await all.follow(chosen(inputsOf(), "samples", 5));
    expect(log.length).toBe(before);
  });

  it("asks nothing while an input is refused, and keeps what it has", async () => {
    const { all, log } = answers();
    await all.follow(inputsOf());
    const before = log.length;
    await all.follow(typed(inputsOf(), "noise_multiplier", "x"));
    expect(log.length).toBe(before);
    expect(all.training).toMatchObject({ current: false, value: { kind: "training" } });
  });

  it("asks nothing of a damaged link, and keeps nothing of the one before", async () => {
    const { all, log } = answers();
    await all.follow(inputsOf());
    const before = log.length;
    const { values, runB, faults } = readFragment("#noise_multiplier=0.9x");
    await all.follow(inputsOf(values, runB, faults));
    expect(log.length).toBe(before);
    expect([all.training, all.other, all.sweep].map(({ value }) => value)).toEqual([null, null, null]);
    expect(all.relations.cells.every(({ answer }) => answer === null)).toBe(true);
  });

  it("asks for B, and lets it go", async () => {
    const { all } = answers();
    const runB = runOf({ ...defaults(), noise_multiplier: 2 });
    await all.follow(inputsOf(defaults(), runB));
    await vi.waitFor(() => expect(all.other.value).not.toBeNull());
    await all.follow(inputsOf());
    expect(all.other.value).toBeNull();
  });

  it("leaves the relations of an older run", async () => {
    const { all, log } = answers();
    const first = all.follow(opened("assumptions"));
    const second = all.follow(chosen(opened("assumptions"), "noise_multiplier", 2));
    await Promise.all([first, second]);
    expect(log.filter((line) => line.startsWith("secondary training")).length).toBe(12);
  });
});

describe("the calibrate view", () => {
  it("asks for the value, then for the curve around it", async () => {
    const { all, log } = answers();
    await all.follow(chosen(inputsOf(), "view", "calibrate"));
    expect([...new Set(log)]).toEqual(["main calibrate", "secondary sweep"]);
  });
});

const CURVE = { value: 0.02, kind: "exact" as const };
/** A bound that applies in the last part alone. */
const LATE: SweptBound = { name: "pinsker", kind: "upper", theorems: [], sources: [], values: Array(8).fill(1) };

describe("a sweep in parts", () => {
  const options = {
    quantity: "advantage",
    over: "num_steps",
    values: Array.from({ length: 40 }, (_, i) => i + 1),
  } as const;
  const part = (given: SweepOptions): SweepResult => ({
    ...given,
    lower: given.values,
    estimate: given.values,
    upper: given.values,
    kind: given.values.includes(40) ? "upper" : "exact",
    theorem: "a theorem",
    bounds: given.values.includes(40) ? [LATE] : [],
    second: {
      over: "sample_rate",
      curves: [{ ...CURVE, lower: given.values, estimate: given.values, upper: given.values }],
    },
  });
  const mutable = { ...options, values: [...options.values] };

  it("is the whole sweep", async () => {
    const sweeps = new Sweeps<SweepOptions, SweepResult>(
      async (asked) => ({ ok: true, value: part(asked) }),
      joinedSweep,
    );
    expect(await sweeps.ask(mutable)).toMatchObject({
      ok: true,
      value: {
        values: options.values,
        upper: options.values,
        kind: "upper",
        bounds: [{ name: "pinsker", values: [...Array(32).fill(null), ...Array(8).fill(1)] }],
        second: { curves: [{ upper: options.values, kind: "exact" }] },
      },
    });
  });

  it("is finished while it is quick, and gives way to the newest when it is slow", async () => {
    for (const [pause, first] of [[0, true] as const, [250, false] as const]) {
      const sweeps = new Sweeps<SweepOptions, SweepResult>(async (asked) => {
        await new Promise((rest) => setTimeout(rest, pause));
        return { ok: true, value: part(asked) };
      }, joinedSweep);
      const asked = [1, 2, 3].map(() => sweeps.ask(mutable));
      expect((await Promise.all(asked)).map((answer) => answer !== null)).toEqual([first, false, true]);
    }
  });

  it("ends where a part is refused", async () => {
    const problem = { code: "unknown" as const, parameter: "sampling", message: "nothing is proven" };
    const sweeps = new Sweeps<SweepOptions, SweepResult>(async () => ({ ok: false, problem }), joinedSweep);
    expect(await sweeps.ask(mutable)).toEqual({ ok: false, problem });
  });
});

describe("an answer", () => {
  it("to an older question is shown while the newest is open, but is not current", async () => {
    const open: ((value: string) => void)[] = [];
    const question = new Following<number, string>(
      () => new Promise((settle) => open.push((value) => settle({ ok: true, value }))),
      () => {},
    );
    const first = question.follow(1);
    const second = question.follow(2);
    open[0]?.("first");
    await first;
    expect(question).toMatchObject({ value: "first", current: false });
    open[1]?.("second");
    await second;
    expect(question).toMatchObject({ value: "second", current: true });
    const third = question.follow(3);
    question.clear();
    open[2]?.("third");
    await third;
    expect(question.value).toBeNull();
  });

  it("that comes late is not shown", async () => {
    const open: ((value: string) => void)[] = [];
    const question = new Following<number, string>(
      () => new Promise((settle) => open.push((value) => settle({ ok: true, value }))),
      () => {},
    );
    const first = question.follow(1);
    const second = question.follow(2);
    open[1]?.("second");
    await second;
    open[0]?.("first");
    await first;
    expect(question).toMatchObject({ value: "second", current: true });
  });

  it("is waited for by all who ask the same, and files are told apart by what they are", async () => {
    const open: ((value: number) => void)[] = [];
    const question = new Following<{ values: Float64Array }, number>(
      () => new Promise((settle) => open.push((value) => settle({ ok: true, value }))),
      () => {},
    );
    const values = Float64Array.of(1, 2);
    let second = false;
    void question.follow({ values });
    const again = question.follow({ values }).then(() => {
      second = true;
    });
    await Promise.resolve();
    expect([open.length, second]).toEqual([1, false]);
    open[0]?.(7);
    await again;
    expect(question).toMatchObject({ value: 7, current: true });
    void question.follow({ values: Float64Array.of(1, 2) });
    expect(open.length).toBe(2);
  });

  it("is withheld while its question is refused", async () => {
    const problem = { code: "malformed" as const, parameter: "table", message: "table is empty" };
    const question = new Following<number, string>(
      async (asked) => (asked === 1 ? { ok: true, value: "good" } : { ok: false, problem }),
      () => {},
    );
    await question.follow(1);
    expect(question.unrefused).toBe("good");
    await question.follow(2);
    expect(question).toMatchObject({ value: "good", unrefused: null, problem });
  });
});

describe("the views of theorems", () => {
  it("ask for their own answer first, for what stands beside it after, and nothing of other views", async () => {
    const kinds = async (view: "guarantee" | "noise" | "attributes") => {
      const { all, log } = answers();
      await all.follow(chosen(inputsOf(), "view", view));
      return log;
    };
    expect(await kinds("guarantee")).toEqual(["main guarantee", "secondary iso_bound", "secondary unbounded_example"]);
    expect(await kinds("noise")).toEqual(expect.arrayContaining(["secondary noise_curve", "secondary powers_of_two"]));
    const attributes = await kinds("attributes");
    expect(attributes[0]).toBe("main attributes");
    expect(new Set(attributes.slice(1))).toEqual(new Set(["secondary attributes_curve"]));
  });

  it("keep their answer while an input is refused", async () => {
    const { all, log } = answers();
    const inputs = chosen(inputsOf(), "view", "guarantee");
    await all.follow(inputs);
    const before = log.length;
    await all.follow(typed(inputs, "guarantee_epsilon", "x"));
    expect(log.length).toBe(before);
    expect(all.guarantee.main).toMatchObject({ current: false, value: { kind: "guarantee" } });
  });
});
