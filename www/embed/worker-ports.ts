// One worker for many engines: each has a port of its own, which looks to it like a worker.
import { ExactEngine } from "../engine/exact-engine";
import { crashed, type Reply, type Request, type WorkerLike } from "../engine/protocol";
import { exactWorker } from "./static/spawn.js";

interface Open {
  port: Port;
  id: number;
}

export class WorkerPorts {
  private worker: WorkerLike | null = null;
  private nextId = 0;
  private readonly open = new Map<number, Open>();

  constructor(private readonly spawn: () => WorkerLike) {}

  port(): WorkerLike {
    return new Port(this);
  }

  post(port: Port, request: Request): void {
    const id = this.nextId++;
    this.open.set(id, { port, id: request.id });
    try {
      this.worker ??= this.startWorker();
      this.worker.postMessage({ ...request, id });
    } catch (error) {
      // A policy can forbid the worker.
      queueMicrotask(() => this.stop(crashed(error).message));
    }
  }

  /** Whoever is still waiting is told. */
  stop(message: string): void {
    this.worker?.terminate();
    this.worker = null;
    const waiting = new Set([...this.open.values()].map(({ port }) => port));
    this.open.clear();
    for (const port of waiting) port.onerror?.({ message });
  }

  private startWorker(): WorkerLike {
    const worker = this.spawn();
    worker.onmessage = ({ data }) => this.pass(data);
    worker.onerror = ({ message }) => this.stop(message || "the worker did not start, or stopped");
    return worker;
  }

  private pass(reply: Reply): void {
    const asked = this.open.get(reply.id);
    if (!asked) return;
    if (reply.kind !== "progress") this.open.delete(reply.id);
    asked.port.onmessage?.({ data: { ...reply, id: asked.id } });
  }
}

class Port implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;

  constructor(private readonly ports: WorkerPorts) {}

  postMessage(request: Request): void {
    this.ports.post(this, request);
  }

  /** An engine ends its worker after a crash, which is a crash for all. */
  terminate(): void {
    this.ports.stop("the worker stopped");
  }
}

const spawn = () => exactWorker() as unknown as WorkerLike;
const ports = new WorkerPorts(spawn);
const slowPorts = new WorkerPorts(spawn);

/** The newest question of one embed replaces only its own. */
export function sharedEngine(): ExactEngine {
  return new ExactEngine(() => ports.port());
}

/** For what takes seconds: no answer waits behind it. Its worker starts with the first such question. */
export function slowEngine(): ExactEngine {
  return new ExactEngine(() => slowPorts.port());
}
