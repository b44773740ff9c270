// The laboratory's worker: units as the pool asks for them, results beside them, and refusals with the parameter's name.
import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChunksRequest, LaboratoryRequest, Reply } from "../../../www/engine/protocol";
import { experimentOf, loadLaboratory, resultOf } from "./laboratory-module";

const OPTIONS = { experiment: "gaussian_game", noise_multiplier: [1, 2], trials: 2000, seed: 7 } as const;
const run = { ...OPTIONS, noise_multiplier: [...OPTIONS.noise_multiplier] };

let broken = false;
vi.mock("../../../www/engine/laboratory-source", () => ({
  laboratoryModule: () =>
    broken
      ? Buffer.from("no module")
      : readFileSync(new URL("../../../pkg/mi_bounds_laboratory_bg.wasm", import.meta.url)),
}));

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

beforeAll(loadLaboratory);
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
    const read = (text: string) => {
      const own = { name: "own-1", file: new Blob([text]) };
      return ask({ kind: "table_summary", options: { table: "own-1" }, own } as Unnumbered<Heard>);
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
