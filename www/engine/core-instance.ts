// One instance of the whole module in a worker: every entry waits for it and reports when it cannot start.
import init from "../../pkg/mi_bounds.js";
import { wholeModule } from "./core-source";
import type { Problem } from "./protocol";

/** The least module with a vector instruction: a function that returns `i32x4.extract_lane` of a splat. */
const VECTORS = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0],
  ...[10, 11, 1, 9, 0, 65, 0, 253, 17, 253, 27, 0, 11],
);

const TOO_OLD =
  "This browser's WebAssembly has no vector instructions; Chrome 91, Firefox 89, Safari 16.4 and newer ones have them";

const starting = started();

/** Null once the module runs, or why it does not. */
export function whyUnavailable(): Promise<Problem | null> {
  return starting;
}

async function started(): Promise<Problem | null> {
  if (!WebAssembly.validate(VECTORS)) return unavailable(TOO_OLD);
  try {
    await init({ module_or_path: wholeModule() });
    return null;
  } catch (error) {
    return unavailable(
      `The WebAssembly module did not start: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function unavailable(message: string): Problem {
  return { code: "unavailable", parameter: "", message };
}
