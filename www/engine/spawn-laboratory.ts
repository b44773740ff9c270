// Starts the laboratory's workers. It is loaded with the view: what a visit begins with knows nothing of it.
import type { OwnTable } from "./laboratory-tables";
import type { Request, WorkerLike } from "./protocol";

export function laboratoryWorker(): WorkerLike {
  return new Worker(new URL("./laboratory.worker.ts", import.meta.url), { type: "module" }) as unknown as WorkerLike;
}

/** A worker that is sent the reader's own table with every request, while there is one: a file is not copied by that. */
export function laboratoryWorkerWith(own: () => OwnTable | null): WorkerLike {
  const worker = laboratoryWorker();
  const post = worker.postMessage.bind(worker);
  worker.postMessage = (request: Request) => {
    const table = own();
    post((table ? { ...request, own: table } : request) as Request);
  };
  return worker;
}
