// A worker that lives in the test's own thread and answers when it is told to.
import type { Reply, Request, WorkerLike } from "../../../www/engine/protocol";

export class FakeWorker implements WorkerLike {
  onmessage: ((event: { data: Reply }) => void) | null = null;
  onerror: ((event: { message?: string }) => void) | null = null;
  readonly heard: Request[] = [];
  terminated = false;

  constructor(private readonly onRequest: (worker: FakeWorker, request: Request) => void = () => {}) {}

  postMessage(request: Request): void {
    this.heard.push(request);
    queueMicrotask(() => {
      if (!this.terminated) this.onRequest(this, request);
    });
  }

  say(reply: Reply): void {
    this.onmessage?.({ data: reply });
  }

  die(message = "killed"): void {
    this.onerror?.({ message });
  }

  terminate(): void {
    this.terminated = true;
  }
}
