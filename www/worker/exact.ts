// Entry of the exact engine's worker: one question, one answer.
import { fresh_seed, monte_carlo_plan, monte_carlo_result, training } from "../../pkg/mi_bounds.js";
import type { Outcome } from "../../src/wasm";
import { whyUnavailable } from "./instance";
import { crashed, type ExactRequest, type Reply } from "./protocol";

function answer(request: ExactRequest): Outcome<unknown> {
  switch (request.kind) {
    case "training":
      return training(request.options);
    case "plan":
      return monte_carlo_plan(request.options);
    case "estimate":
      return monte_carlo_result(request.options.run, request.options.tally);
    case "fresh_seed":
      return { ok: true, value: fresh_seed() };
  }
}

function replyTo(request: ExactRequest): Reply {
  const { id } = request;
  try {
    const outcome = answer(request);
    return outcome.ok ? { id, kind: "done", value: outcome.value } : { id, kind: "failed", problem: outcome.error };
  } catch (error) {
    return { id, kind: "failed", problem: crashed(error) };
  }
}

addEventListener("message", async ({ data }: MessageEvent<ExactRequest>) => {
  const problem = await whyUnavailable();
  postMessage(problem ? { id: data.id, kind: "failed", problem } : replyTo(data));
});
