// Entry of a Monte Carlo worker: simulates the chunks it is given, one reply each.
import { monte_carlo_chunk } from "../../pkg/mi_bounds.js";
import { whyUnavailable } from "./core-instance";
import { crashed, type Problem, type Reply, type SimulationRequest } from "./protocol";

function reply(message: Reply): void {
  postMessage(message);
}

function simulate({ id, options, chunks }: SimulationRequest): Problem | null {
  for (const chunk of chunks) {
    const start = performance.now();
    const outcome = monte_carlo_chunk(options, chunk);
    if (!outcome.ok) return outcome.error;
    reply({ id, kind: "progress", chunk, tally: outcome.value, milliseconds: performance.now() - start });
  }
  return null;
}

addEventListener("message", async ({ data }: MessageEvent<SimulationRequest>) => {
  const { id } = data;
  try {
    const problem = (await whyUnavailable()) ?? simulate(data);
    reply(problem ? { id, kind: "failed", problem } : { id, kind: "done", value: null });
  } catch (error) {
    reply({ id, kind: "failed", problem: crashed(error) });
  }
});
