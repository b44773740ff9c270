// Starts the workers. This file is loaded before all others of the page, and the first worker starts at once: it fetches and
// compiles its module while the page is still being read.
import type { WorkerLike } from "./protocol";

let early: WorkerLike | null = spawnExact();

function spawnExact(): WorkerLike {
  return new Worker(new URL("./exact.worker.ts", import.meta.url), { type: "module" }) as unknown as WorkerLike;
}

/** The one that was started early, then new ones. */
export function exactWorker(): WorkerLike {
  const worker = early ?? spawnExact();
  early = null;
  return worker;
}

export function simulationWorker(): WorkerLike {
  return new Worker(new URL("./simulation.worker.ts", import.meta.url), { type: "module" }) as unknown as WorkerLike;
}
