// A table that the reader chose: it goes to the workers that need it, and nowhere else.
import type { Request, WorkerLike } from "./protocol";

/** A file, under the name that stands in the options for it. */
export interface OwnTable {
  name: string;
  file: Blob;
}

/** The worker is sent the table with every request, while there is one: a file is not copied by that. */
export function carrying(worker: WorkerLike, own: () => OwnTable | null): WorkerLike {
  const post = worker.postMessage.bind(worker);
  worker.postMessage = (request: Request) => {
    const table = own();
    post((table ? { ...request, own: table } : request) as Request);
  };
  return worker;
}
