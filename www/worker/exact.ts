// Entry of the exact engine's worker: one question, one answer.
import * as core from "../../pkg/mi_bounds.js";
import type { Outcome } from "../../src/wasm";
import { whyUnavailable } from "./instance";
import { crashed, type ExactRequest, type Reply } from "./protocol";

function answer(request: ExactRequest): Outcome<unknown> {
  switch (request.kind) {
    case "training":
      return core.training(request.options);
    case "calibrate":
      return core.calibrate(request.options);
    case "sweep":
      return core.sweep(request.options);
    case "plan":
      return core.monte_carlo_plan(request.options);
    case "estimate":
      return core.monte_carlo_result(request.options.run, request.options.tally);
    case "fresh_seed":
      return { ok: true, value: core.fresh_seed() };
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
