// The laboratory's answers: the module's own digits on any number of workers, cancelled or not, and what would cost too much.
import { beforeAll, describe, expect, it } from "vitest";
import { loadCore } from "../../../bin/core.mjs";
import { LaboratoryAnswers } from "../../../www/answers/laboratory";
import { inputsOf } from "../../../www/state/inputs/inputs";
import { defaults } from "../../../www/state/parameters/table";
import type { FakeWorker } from "../engine/fake-worker";
import { experimentOf, moduleWorker, resultOf } from "../engine/laboratory-module";

beforeAll(loadCore);

const OPENED = "noise_multiplier=1,2&trials=12000&seed=5";
const OPTIONS = {
  experiment: "gaussian_game",
  noise_multiplier: [1, 2],
  sample_rate: 0.1,
  num_steps: 30,
  trials: 12000,
  seed: 5,
} as const;
const run = { ...OPTIONS, noise_multiplier: [...OPTIONS.noise_multiplier] };

const inputs = (laboratory: string, section = "gaussian_game", workers: number | null = null) =>
  inputsOf({ ...defaults(), view: "laboratory", section, laboratory, workers });

function laboratory(cores: number, milliseconds = 1) {
  const workers: FakeWorker[] = [];
  const heard = new Set<() => void>();
  const answers = new LaboratoryAnswers(
    () => {
      for (const each of [...heard]) each();
    },
    () => {
      const worker = moduleWorker(milliseconds);
      workers.push(worker);
      return worker;
    },
    cores,
  );
  /** Resolves once this holds, which is looked at whenever something has changed. */
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!holds()) return;
        heard.delete(look);
        resolve();
      };
      heard.add(look);
      look();
    });
  return { answers, workers, until };
}

/** Nothing is on its way, and the last rows have been looked at. */
const over = (answers: LaboratoryAnswers) => () =>
  !answers.busy && answers.state.result?.units_done === answers.state.done && answers.state.status !== "running";

describe("an experiment that is opened", () => {
  it.each([1, 2, 5])("runs if it is short, with the module's own digits on %d workers", async (cores) => {
    const { answers, workers, until } = laboratory(cores);
    void answers.follow(inputs(OPENED));
    await until(over(answers));
    await until(() => answers.state.status === "done");
    expect(answers.state.result).toEqual(resultOf(run));
    await until(() => !answers.busy);
    const between = answers.state.between?.settings.map(({ value }) => value) ?? [];
    expect(between).toHaveLength(22);
    expect(new Set(between).size).toBe(22);
    expect(between).toEqual([...between].sort((a, b) => a - b));
    expect([between[0], between.at(-1)]).toEqual([1, 2]);
    expect(answers.belongs).toBe(true);
    expect(answers.cost?.units).toBe(experimentOf(run).units());
    expect(workers.filter(({ terminated }) => !terminated)).toHaveLength(1);
  });

  it("shows what is proved before anything is found", async () => {
    const { answers, until } = laboratory(1);
    void answers.follow(inputs(OPENED));
    await until(() => answers.state.result !== null);
    expect(answers.state.result?.settings[0]?.proved[0]?.advantage.kind).toBe("exact");
    await until(over(answers));
  });

  it.each([
    ["12000", 0],
    ["12000", 2],
    ["400000", 4],
  ])("of %s trials asks for nothing any more once it is left after %d units", async (trials, units) => {
    const link = OPENED.replace("12000", trials);
    const { answers, workers, until } = laboratory(1);
    void answers.follow(inputs(link));
    await until(() => answers.state.result !== null && answers.state.done >= units);
    answers.leave();
    await until(() => !answers.busy);
    void answers.follow(inputs(link));
    expect(answers.state.between?.settings.length ?? 0).toBeLessThan(22);
    expect(workers.filter(({ terminated }) => !terminated).length).toBeLessThanOrEqual(1);
    answers.leave();
  });

  it("waits for the reader where it is long", async () => {
    const { answers, until } = laboratory(2, 20_000);
    void answers.follow(inputs(OPENED));
    await until(() => !answers.busy);
    expect(answers.cost).toMatchObject({ workers: 2, seconds: (experimentOf(run).units() * 20) / 2 });
    expect(answers.state).toMatchObject({ status: "idle", result: null });
    answers.start();
    await until(() => answers.state.done > 0);
    answers.leave();
  });
});

describe("a cancelled experiment", () => {
  it("ends its workers at once and keeps what is contiguous", async () => {
    const { answers, workers, until } = laboratory(2);
    void answers.follow(inputs(OPENED.replace("12000", "400000")));
    await until(() => answers.state.status === "running" && answers.state.done >= 4);
    answers.cancel();
    expect(workers.filter(({ terminated }) => !terminated).length).toBeLessThanOrEqual(1);
    await until(() => answers.state.status === "cancelled");
    await until(over(answers));
    const { done, result } = answers.state;
    expect(done).toBeGreaterThanOrEqual(4);
    expect(result).toEqual(resultOf({ ...run, trials: 400000 }, done));
  });
});

describe("options that change", () => {
  it("stop what runs, and leave what was found as of other settings", async () => {
    const { answers, until } = laboratory(2);
    void answers.follow(inputs(OPENED));
    await until(over(answers));
    const { result } = answers.state;
    void answers.follow(inputs(OPENED.replace("seed=5", "seed=6")));
    expect(answers.belongs).toBe(false);
    await until(() => answers.cost !== null);
    expect(answers.state.result).toBe(result);
    expect(answers.state.status).toBe("done");
    answers.start();
    await until(over(answers));
    expect(answers.belongs).toBe(true);
    expect(answers.state.result).toEqual(resultOf({ ...run, seed: 6 }));
  });

  it("are refused by the module with the name of the parameter, and what was found stays", async () => {
    const { answers, until } = laboratory(1);
    void answers.follow(inputs(OPENED));
    await until(over(answers));
    const { result } = answers.state;
    void answers.follow(inputs(OPENED.replace("12000", "7")));
    await until(() => answers.refusal !== null);
    expect(answers.refusal).toMatchObject({ parameter: "trials", message: expect.stringContaining("trials is 7") });
    expect(answers.state.result).toBe(result);
    void answers.follow(inputs(OPENED));
    expect(answers.refusal).toBeNull();
    expect(answers.belongs).toBe(true);
    answers.leave();
  });

  it("of another experiment leave those of the first, which come back with what it found", async () => {
    const { answers, until } = laboratory(2);
    void answers.follow(inputs(OPENED));
    await until(over(answers));
    const { result } = answers.state;
    void answers.follow(inputs("dimension=100&dataset_size=10&trainings=10&noise_multiplier=1", "one_hot"));
    expect(answers.state.result).toBeNull();
    await until(over(answers));
    expect(answers.state.result?.experiment).toBe("one_hot");
    expect(answers.draft("gaussian_game")).toBe(OPENED);
    void answers.follow(inputs(OPENED));
    expect(answers.state.result).toBe(result);
    answers.leave();
    void answers.follow(inputs("", "nothing"));
    expect(answers.sheet).toBeNull();
  });
});
