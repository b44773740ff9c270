// An audit from a shell: results in the options, or scores in a file, read in pieces.

import { createReadStream } from "node:fs";

/** The outcome; with a file, what was read of it stands beside it as `scores`. */
export async function audit(core, { columns, ...options }, { scores: path } = {}) {
  if (path === undefined) return columns === undefined ? core.audit(options) : core.audit({ ...options, columns });
  const reader = new core.ScoreReader(columns ?? {});
  try {
    for await (const piece of createReadStream(path)) reader.push(piece);
    const read = reader.finish();
    if (!read.ok) return read;
    const outcome = reader.audit(options);
    return outcome.ok ? { ok: true, value: { ...outcome.value, scores: read.value } } : outcome;
  } finally {
    reader.free();
  }
}
