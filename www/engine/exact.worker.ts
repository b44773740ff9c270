// Entry of the exact engine's worker: one question, one answer. Those that the small module can answer come from it; the
// whole one loads once a question needs it, which for many embeds is never.
import type { Outcome } from "../../src/boundary/wasm/core";
import { firstTraining } from "./first-core";
import { crashed, type ExactRequest, type Reply } from "./protocol";

type Whole = typeof import("./exact-core");

/** The first number is painted before the whole module takes the network and the cores. */
const PAINT_MS = 100;

let whole: Whole | null = null;
let loading: Promise<Whole> | null = null;
let painted = Promise.resolve();

function load(): Promise<Whole> {
  loading ??= painted.then(async () => {
    const module = await import("./exact-core");
    if ((await module.whyUnavailable()) === null) whole = module;
    return module;
  });
  return loading;
}

function replyWith(id: number, outcome: Outcome<unknown>): Reply {
  return outcome.ok ? { id, kind: "done", value: outcome.value } : { id, kind: "failed", problem: outcome.error };
}

async function replyTo(request: ExactRequest): Promise<Reply> {
  const { id } = request;
  try {
    if (!whole && request.kind === "training") {
      const outcome = await firstTraining(request.options);
      if (outcome) {
        painted = new Promise((resolve) => setTimeout(resolve, PAINT_MS));
        return replyWith(id, outcome);
      }
    }
    const module = whole ?? (await load());
    const problem = await module.whyUnavailable();
    return problem ? { id, kind: "failed", problem } : replyWith(id, await module.answer(request));
  } catch (error) {
    return { id, kind: "failed", problem: crashed(error) };
  }
}

addEventListener("message", async ({ data }: MessageEvent<ExactRequest>) => postMessage(await replyTo(data)));
