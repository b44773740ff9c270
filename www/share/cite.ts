// What to cite: mi-bounds with its version and link, and the papers whose statements the shown figures rest on.
import type { AuditResult, Figure, TrainingResult } from "../../src/boundary/wasm/core";
import { bibtex, ownBibtex, PAPERS, SOURCES, type Source } from "../words/bibliography";
import type { Subject } from "./subject";

/** The exact figures of a run are computed as these say; the sources of a theorem stand beside it. */
const BY_METHOD: Record<string, string> = { fourier: "zhu2022optimal" };

/** The sources of the figures in the result, in the order of the bibliography. */
export function sourcesOf({ answered, experimented, simulation }: Subject): Source[] {
  const keys = new Set<string>();
  if (answered) collect(answered.result, keys);
  if (experimented) collect(experimented.result, keys);
  if (simulation.result) collect(simulation.result, keys);
  return [...PAPERS, ...SOURCES].filter(({ key }) => keys.has(key));
}

function collect(value: unknown, keys: Set<string>): void {
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return;
  const { sources, status_sources, test_sources, method } = value as Partial<Figure & TrainingResult & AuditResult>;
  for (const key of [...(sources ?? []), ...(status_sources ?? []), ...(test_sources ?? [])]) keys.add(key);
  const key = method === undefined ? undefined : BY_METHOD[method];
  if (key) keys.add(key);
  for (const inner of Object.values(value)) collect(inner, keys);
}

/** The year of the version that is cited. */
export const YEAR = 2026;

export function citations(subject: Subject, version: string): string {
  const link = subject.link;
  return [ownBibtex(version, { year: YEAR, link }), ...sourcesOf(subject).map(bibtex)].join("\n\n");
}
