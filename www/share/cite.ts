// What to cite: mi-bounds with its version and link, and the papers whose statements the shown figures rest on.
import { bibtex, ownBibtex, PAPERS, SOURCES, type Source } from "../words/bibliography";
import type { Subject } from "./subject";

/** How the theorem of a figure names a source, and the source's key. */
const NAMED: [words: RegExp, key: string][] = [
  [/Mahloujifar/, "mahloujifar2022optimal"],
  [/Cherubin/, "cherubin2024closed"],
  [/Thudi/, "thudi2024less"],
  [/Izzo/, "izzo2024provable"],
  [/Humphries/, "humphries2020differentially"],
  [/Zhu, Dong/, "zhu2022optimal"],
  [/Dong, Roth/, "dong2022gaussian"],
  [/Lebeda/, "lebeda2025avoiding"],
  [/Kairouz/, "kairouz2015composition"],
  [/Yeom/, "yeom2018privacy"],
  [/Erlingsson/, "erlingsson2019that"],
  [/Balle/, "balle2018privacy"],
  [/Chua/, "chua2024how"],
  [/Ganesh/, "ganesh2024tight"],
  [/Bu et al/, "bu2020deep"],
  [/Jayaraman/, "jayaraman2020revisiting"],
  [/Sablayrolles et al/, "sablayrolles2019white"],
  [/Canonne/, "canonne2020discrete"],
];

/** How the exact figures of a run are computed, and under which assumptions. */
const BY_METHOD: Record<string, string> = { fourier: "zhu2022optimal" };
const BY_RELATION: Record<string, string> = {
  replace_one: "lebeda2025avoiding",
  replace_special: "lebeda2025avoiding",
};
const BY_SAMPLING: Record<string, string> = {
  shuffle: "chua2024how",
  balls_and_bins: "chua2025balls",
  without_replacement: "balle2018privacy",
};

/** The sources of the figures in the result, in the order of the bibliography. */
export function sourcesOf({ answered, simulation }: Subject): Source[] {
  const keys = new Set<string>();
  if (answered) collect(answered.result, keys);
  if (answered && (answered.view === "training" || answered.view === "calibrate")) {
    const { neighboring_relation, sampling, parameters } = answered.result;
    for (const key of [BY_RELATION[neighboring_relation], BY_SAMPLING[sampling]]) if (key) keys.add(key);
    if (parameters.group_size > 1) keys.add("ganesh2024tight");
  }
  if (simulation.result) {
    keys.add("mahloujifar2022optimal");
    keys.add("howard2021time");
  }
  return [...PAPERS, ...SOURCES].filter(({ key }) => keys.has(key));
}

function collect(value: unknown, keys: Set<string>): void {
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return;
  const { theorem, method } = value as Record<string, unknown>;
  if (typeof theorem === "string") for (const [words, key] of NAMED) if (words.test(theorem)) keys.add(key);
  const key = typeof method === "string" ? BY_METHOD[method] : undefined;
  if (key) keys.add(key);
  for (const inner of Object.values(value)) collect(inner, keys);
}

/** The year of the version that is cited. */
export const YEAR = 2026;

export function citations(subject: Subject, version: string): string {
  const link = subject.link;
  return [ownBibtex(version, { year: YEAR, link }), ...sourcesOf(subject).map(bibtex)].join("\n\n");
}
