// Entry of a Monte Carlo worker: simulates the chunks it is given, one reply each. It serves one run.
import { Simulation } from "../../pkg/mi_bounds.js";
import type { MonteCarloOptions } from "../../src/boundary/wasm/core";
import { whyUnavailable } from "./core-instance";
import { type ChunksRequest, crashed, type Problem, type Reply } from "./protocol";

type Heard = ChunksRequest<MonteCarloOptions>;

let simulation: Simulation | null = null;

function reply(message: Reply, transfer: Transferable[] = []): void {
  postMessage(message, { transfer });
}

function simulate({ id, options, chunks }: Heard): Problem | null {
  if (!simulation) {
    const outcome = Simulation.of(options);
    if (!outcome.ok) return outcome.error;
    simulation = outcome.value;
  }
  for (const chunk of chunks) {
    const start = performance.now();
    const tally = simulation.chunk(chunk);
    reply({ id, kind: "progress", chunk, tally, milliseconds: performance.now() - start }, [tally.buffer]);
  }
  return null;
}

addEventListener("message", async ({ data }: MessageEvent<Heard>) => {
  const { id } = data;
  try {
    const problem = (await whyUnavailable()) ?? simulate(data);
    reply(problem ? { id, kind: "failed", problem } : { id, kind: "done", value: null });
  } catch (error) {
    reply({ id, kind: "failed", problem: crashed(error) });
  }
});
