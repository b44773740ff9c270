// One instance of the module in a worker: every entry waits for it and reports when it cannot start.
import init from "../../pkg/mi_bounds.js";
import type { Problem } from "./protocol";

const started: Promise<Problem | null> = init().then(
  () => null,
  (error: unknown) => ({
    code: "unavailable" as const,
    parameter: "" as const,
    message: `The WebAssembly module did not start: ${error instanceof Error ? error.message : String(error)}`,
  }),
);

/** Null once the module runs, or why it does not. */
export function whyUnavailable(): Promise<Problem | null> {
  return started;
}
