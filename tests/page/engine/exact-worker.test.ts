// The exact engine's worker: the first module answers until the whole one is there, and where it cannot, the whole one does.
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ExactRequest, Reply } from "../../../www/engine/protocol";

const file = (name: string) => readFileSync(new URL(`../../../pkg/${name}.wasm`, import.meta.url));
const loaded: string[] = [];
const broken = new Set<string>();

function load(name: string): Buffer {
  loaded.push(name);
  return broken.has(name) ? Buffer.from("no module") : file(name);
}

vi.mock("../../../www/engine/core-source", () => ({
  firstModule: () => load("mi_bounds_first_bg"),
  wholeModule: () => load("mi_bounds_bg"),
}));

type Listener = (event: { data: ExactRequest }) => void;

/** Starts the worker's entry in this thread. */
async function start(): Promise<(request: Omit<ExactRequest, "id">) => Promise<Reply>> {
  const heard: Listener[] = [];
  const open = new Map<number, (reply: Reply) => void>();
  vi.stubGlobal("addEventListener", (_: string, listener: Listener) => heard.push(listener));
  vi.stubGlobal("postMessage", (reply: Reply) => open.get(reply.id)?.(reply));
  vi.resetModules();
  await import("../../../www/engine/exact.worker");
  let id = 0;
  return (request) =>
    new Promise((resolve) => {
      open.set(++id, resolve);
      for (const listener of heard) listener({ data: { id, ...request } as ExactRequest });
    });
}

const EASY = { kind: "training", options: { noise_multiplier: 1, sample_rate: 0.01, num_steps: 1000 } } as const;
const HARD = {
  kind: "training",
  options: { ...EASY.options, noise_multiplier: 0.3, sample_rate: 0.001, num_steps: 3 },
} as const;
const OTHER = { kind: "guarantee", options: { epsilon: 1 } } as const;

beforeEach(() => {
  loaded.length = 0;
  broken.clear();
});

describe("the exact engine's worker", () => {
  it("answers with the first module, and loads the whole one when another question comes", async () => {
    const ask = await start();
    expect(loaded).toEqual(["mi_bounds_first_bg"]);
    expect(await ask(EASY)).toMatchObject({ kind: "done", value: { advantage: { method: "fourier" } } });
    expect(await ask(EASY)).toMatchObject({ kind: "done" });
    expect(loaded).toEqual(["mi_bounds_first_bg"]);
    await ask(OTHER);
    expect(loaded).toEqual(["mi_bounds_first_bg", "mi_bounds_bg"]);
  });

  it("forgets the scores of a file when it is told to", async () => {
    const ask = await start();
    const read = (text: string) => {
      const source = { file: new Blob([`member,score\n${text}`]), source: "a file", reading: 1, columns: {} };
      return ask({ kind: "scores", options: source });
    };
    const rows = (count: number) => ({ kind: "done", value: { summary: { ok: true, value: { members: count } } } });
    expect(await read("1,2\n0,1\n")).toMatchObject(rows(1));
    expect(await read("1,2\n1,3\n0,1\n"), "of the same reading").toMatchObject(rows(1));
    expect(await ask({ kind: "forget_scores", options: null })).toMatchObject({ kind: "done", value: null });
    expect(await read("1,2\n1,3\n0,1\n")).toMatchObject(rows(2));
  });

  it("says the same afterwards", async () => {
    const ask = await start();
    const { id: _, ...early } = await ask(EASY);
    await ask(OTHER);
    const { id: __, ...late } = await ask(EASY);
    expect(late).toEqual(early);
  });

  it.each([
    ["the second engine", HARD],
    ["another question", OTHER],
  ])("waits for the whole module where that is needed: %s", async (_, request) => {
    const ask = await start();
    expect(await ask(request)).toMatchObject({ kind: "done" });
    expect(loaded).toEqual(["mi_bounds_first_bg", "mi_bounds_bg"]);
  });

  it("does without the first module", async () => {
    broken.add("mi_bounds_first_bg");
    const ask = await start();
    expect(await ask(EASY)).toMatchObject({ kind: "done" });
  });

  it("says why where the whole module does not start", async () => {
    broken.add("mi_bounds_bg");
    const ask = await start();
    expect(await ask(EASY)).toMatchObject({ kind: "done" });
    expect(await ask(OTHER)).toMatchObject({ kind: "failed", problem: { code: "unavailable" } });
    expect(await ask(EASY)).toMatchObject({ kind: "done" });
  });

  it("passes a refusal on", async () => {
    const ask = await start();
    const refused = { kind: "training", options: { ...EASY.options, noise_multiplier: -1 } } as const;
    expect(await ask(refused)).toMatchObject({ kind: "failed", problem: { parameter: "noise_multiplier" } });
  });
});
