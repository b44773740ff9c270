// Starts the laboratory's workers. It is loaded with the view: what a visit begins with knows nothing of it.
import { carrying, type OwnTable } from "./own-table";
import type { WorkerLike } from "./protocol";

export function laboratoryWorker(): WorkerLike {
  return new Worker(new URL("./laboratory.worker.ts", import.meta.url), { type: "module" }) as unknown as WorkerLike;
}

export function laboratoryWorkerWith(own: () => OwnTable | null): WorkerLike {
  return carrying(laboratoryWorker(), own);
}
