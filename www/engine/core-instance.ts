// One instance of the whole module in a worker.
import init from "../../pkg/mi_bounds.js";
import { wholeModule } from "./core-source";
import { started } from "./instance";
import type { Problem } from "./protocol";

const starting: Promise<Problem | null> = started(init, wholeModule);

/** Null once the module runs, or why it does not. */
export function whyUnavailable(): Promise<Problem | null> {
  return starting;
}
