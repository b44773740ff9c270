// The engines of all embeds of a document: many queues, one worker, one instance of the module.
import { ExactEngine } from "../engine/exact-engine";
import type { WorkerLike } from "../engine/protocol";
import { exactWorker } from "./static/spawn.js";
import { WorkerPorts } from "./worker-ports";

const ports = new WorkerPorts(() => exactWorker() as unknown as WorkerLike);

/** The newest question of one embed replaces only its own. */
export function sharedEngine(): ExactEngine {
  return new ExactEngine(() => ports.port());
}
