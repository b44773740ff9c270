// A file of scores, read piece by piece into the module, which keeps it for the next audit of the same scores.
import { ScoreReader } from "../../pkg/mi_bounds.js";
import type { AuditOptions, AuditResult, Outcome } from "../../src/boundary/wasm/core";
import type { ScoreSource } from "../state/files/scores";
import type { ReadScores, Reply } from "./protocol";

const PROGRESS_MS = 50;

interface Kept {
  key: string;
  reader: ScoreReader;
  read: Promise<ReadScores>;
}

let kept: Kept | null = null;

/** The columns of the file, and what was read of it or why it was not. */
export async function readScores(id: number, source: ScoreSource): Promise<Outcome<ReadScores>> {
  return { ok: true, value: await readerOf(id, source).read };
}

export async function auditScores(
  id: number,
  source: ScoreSource,
  options: AuditOptions,
): Promise<Outcome<AuditResult>> {
  const { reader, read } = readerOf(id, source);
  const { summary } = await read;
  return summary.ok ? reader.audit(options) : summary;
}

/** Nothing of the file stays here. */
export function forgetScores(): void {
  kept?.reader.free();
  kept = null;
}

/** The reader of the last file, or a new one where another file or other columns are meant. */
function readerOf(id: number, { file, reading, columns }: ScoreSource): Kept {
  const key = JSON.stringify([reading, columns]);
  if (kept?.key === key) return kept;
  forgetScores();
  const reader = new ScoreReader(columns);
  kept = { key, reader, read: readInto(reader, file, id) };
  return kept;
}

async function readInto(reader: ScoreReader, file: Blob, id: number): Promise<ReadScores> {
  const pieces = file.stream().getReader();
  let [bytes, said] = [0, performance.now()];
  for (;;) {
    const { done, value } = await pieces.read();
    if (done) break;
    reader.push(value);
    bytes += value.length;
    if (performance.now() - said > PROGRESS_MS) {
      said = performance.now();
      postMessage({ id, kind: "read", bytes } satisfies Reply);
    }
  }
  const columns = reader.columns();
  return { columns, summary: reader.finish() };
}
