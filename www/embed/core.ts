// The core for browsers: the same functions as in Node, on the thread that calls them.
import * as core from "../../pkg/mi_bounds.js";
import { whyUnavailable } from "../engine/core-instance";

export type Core = typeof core;

/** Fetches and starts the module once; the functions answer at once from then on. */
export async function loadCore(): Promise<Core> {
  const problem = await whyUnavailable();
  if (problem) throw new Error(problem.message);
  return core;
}
