// The laboratory's worker: units as the pool asks for them, results beside them, and refusals with the parameter's name.
import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { loadCore } from "../../../bin/core.mjs";
import type { ChunksRequest, LaboratoryRequest, Reply } from "../../../www/engine/protocol";
import { experimentOf, resultOf } from "./laboratory-module";

const OPTIONS = { experiment: "gaussian_game", noise_multiplier: [1, 2], trials: 2000, seed: 7 } as const;
const run = { ...OPTIONS, noise_multiplier: [...OPTIONS.noise_multiplier] };

let broken = false;
vi.mock("../../../www/engine/core-source", () => ({
  wholeModule: () =>
    broken ? Buffer.from("no module") : readFileSync(new URL("../../../pkg/mi_bounds_bg.wasm", import.meta.url)),
}));

/** Of a table, few trainings. */
const BIASED = { experiment: "biased_split", label: "diagnosis", trainings: 100, num_steps: 20, seed: 7 } as const;

/** A file that says where it was read. */
function recorded(text: string, slices: number[]): Blob {
  const file = new Blob([text]);
  const slice = file.slice.bind(file);
  file.slice = (start, end) => {
    slices.push(start ?? 0);
    return slice(start, end);
  };
  return file;
}

type Heard = ChunksRequest | LaboratoryRequest;
type Unnumbered<R> = R extends Heard ? Omit<R, "id"> : never;

/** Starts the worker's entry in this thread; all replies to a request, once it is done with. */
async function start(): Promise<(request: Unnumbered<Heard>) => Promise<Reply[]>> {
  const listeners: ((event: { data: Heard }) => void)[] = [];
  const open = new Map<number, { replies: Reply[]; settle: (replies: Reply[]) => void }>();
  vi.stubGlobal("addEventListener", (_: string, listener: (event: { data: Heard }) => void) =>
    listeners.push(listener),
  );
  vi.stubGlobal("postMessage", (reply: Reply) => {
    const waiting = open.get(reply.id);
    waiting?.replies.push(reply);
    if (reply.kind === "done" || reply.kind === "failed") waiting?.settle(waiting.replies);
  });
  vi.resetModules();
  await import("../../../www/engine/laboratory.worker");
  let id = 0;
  return (request) =>
    new Promise((settle) => {
      open.set(++id, { replies: [], settle });
      for (const listener of listeners) listener({ data: { id, ...request } as Heard });
    });
}

beforeAll(loadCore);
beforeEach(() => {
  broken = false;
});

describe("the laboratory's worker", () => {
  it("works on units and says what their rows show, as the module itself does", async () => {
    const ask = await start();
    const units = experimentOf(run).units();
    expect(await ask({ kind: "experiment", options: run })).toMatchObject([{ kind: "done", value: { units } }]);
    const chunks = Array.from({ length: units }, (_, unit) => unit);
    const replies = await ask({ kind: "chunks", options: run, chunks });
    expect(replies.at(-1)).toMatchObject({ kind: "done", value: null });
    const rows = replies.flatMap((reply) => (reply.kind === "progress" ? [reply] : []));
    expect(rows.map(({ chunk }) => chunk)).toEqual(chunks);
    const all = Float64Array.from(rows.flatMap(({ tally }) => [...tally]));
    const [answer] = await ask({ kind: "experiment_result", options: { run, rows: all } });
    expect(answer).toMatchObject({ kind: "done", value: resultOf(run) });
  });

  it("says what the reader's table holds, read in pieces, and what is wrong with it by line and column", async () => {
    const ask = await start();
    const rows = "1,a\n".repeat(1000);
    let files = 0;
    const read = (text: string) => {
      const own = { name: `own-${++files}`, file: new Blob([text]) };
      return ask({ kind: "table_summary", options: { table: own.name }, own } as Unnumbered<Heard>);
    };
    const [reply] = await read(`x,town\n${rows}`);
    const columns = [
      { name: "x", kind: "constant", missing: 0 },
      { name: "town", kind: "constant", missing: 0 },
    ];
    expect(reply).toMatchObject({ kind: "done", value: { rows: 1000, columns } });
    const [refused] = await read(`x,town\n${rows}word,a\n`);
    const message = 'file has "word" in line 1002, column "x", whose other values are numbers';
    expect(refused).toMatchObject({ kind: "failed", problem: { parameter: "file", message } });
  });

  it("reads a table once for all that is asked of it, in pieces, and finds what its text says", async () => {
    const ask = await start();
    const text = readFileSync(new URL("../../../data/breast-cancer.csv", import.meta.url), "utf8");
    const slices: number[] = [];
    const file = recorded(text, slices);
    const options = { ...BIASED, table: "own-1" };
    const asked = (request: object) => ask({ ...request, own: { name: "own-1", file } } as object as Unnumbered<Heard>);
    await asked({ kind: "table_summary", options: { table: "own-1" } });
    const replies = await asked({ kind: "chunks", options, chunks: [0, 3] });
    const rows = replies.flatMap((reply) => (reply.kind === "progress" ? [reply.tally] : []));
    const experiment = experimentOf({ ...BIASED, table: text });
    expect(rows).toEqual([0, 3].map((unit) => experiment.unit(unit)));
    expect(slices).toEqual([0]);
  });

  it("stops reading where a table is refused, and keeps what is asked with", async () => {
    const ask = await start();
    const slices: number[] = [];
    const own = { name: "own-1", file: recorded(`x,x\n${"1,2\n".repeat(2 << 20)}`, slices) };
    const options = { ...BIASED, table: "own-1" };
    const [reply] = await ask({ kind: "experiment", options, own } as Unnumbered<Heard>);
    const message = 'file has two columns "x"';
    expect(reply).toMatchObject({ kind: "failed", problem: { parameter: "file", message } });
    expect(slices).toEqual([0]);
  });

  it("passes a refusal on, with the parameter, its value and its range", async () => {
    const ask = await start();
    for (const kind of ["experiment", "chunks"] as const) {
      const options = { ...run, trials: 5 };
      const [reply] = await ask({ kind, options, ...(kind === "chunks" ? { chunks: [0] } : {}) } as Unnumbered<Heard>);
      expect(reply).toMatchObject({ kind: "failed", problem: { parameter: "trials" } });
      expect(JSON.stringify(reply)).toMatch(/trials is 5; allowed is a whole number from 100 up to 10000000/);
    }
  });

  it("says why where the module does not start, and survives a unit that is none", async () => {
    const ask = await start();
    const [reply] = await ask({ kind: "chunks", options: run, chunks: [1e6] });
    expect(reply).toMatchObject({ kind: "failed", problem: { code: "crashed" } });
    broken = true;
    const other = await start();
    const [refused] = await other({ kind: "experiment", options: run });
    expect(refused).toMatchObject({ kind: "failed", problem: { code: "unavailable" } });
  });
});
