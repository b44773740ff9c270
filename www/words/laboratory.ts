// What an experiment has shown, in words: sentences and rows that follow its numbers, whatever experiment it is.
import type {
  AttackObservation,
  ExperimentOptions,
  ExperimentResult,
  Figure,
  NeighboringRelation,
  Proved,
  SettingResult,
} from "../../src/boundary/wasm/core";
import type { Cost } from "../answers/laboratory";
import type { ExperimentState } from "../answers/laboratory-course";
import { labelOf } from "../state/laboratory";
import { print } from "../state/parameters/parameter";
import { RELATIONS } from "../state/parameters/setting-words";
import { atMost, sideInWords } from "./figure";
import { count, percent, rounded } from "./number";
import { about, duration } from "./simulation";

/** What the games of the papers let the attacker see. */
export const GAMES: Readonly<Record<string, string>> = {
  OIG: "every step, one of two records",
  OFM: "the final model, one of two records",
  YIG: "every step, a member or a fresh record",
  YFM: "the final model, a member or a fresh record",
};

/** "final model" of "final_model". */
function plainName(name: string): string {
  return name.replaceAll("_", " ");
}

/** "final model in OFM". */
export function attackInWords({ attack, game }: Pick<AttackObservation, "attack" | "game">): string {
  return game ? `${plainName(attack)} in ${game}` : plainName(attack);
}

/** One attack through all settings, by its place among the attacks of each. */
export interface AttackLine {
  name: string;
  at: { setting: SettingResult; attack: AttackObservation; exceeds: boolean; proved: Bound | null }[];
}

/** What is proved of an attack: under a relation, or of its setting alone. */
export type Bound = Pick<Proved, "advantage"> & { relation: NeighboringRelation | null };

export function attackLines({ settings }: ExperimentResult): AttackLine[] {
  const lines = new Map<string, AttackLine>();
  for (const setting of settings) {
    for (const [i, attack] of setting.attacks.entries()) {
      const name = attackInWords(attack);
      const line = lines.get(name) ?? { name, at: [] };
      line.at.push({ setting, attack, exceeds: setting.exceeds[i] ?? false, proved: provedFor(setting, attack) });
      lines.set(name, line);
    }
  }
  return [...lines.values()];
}

/** Null where no bound is for the attack. */
export function provedFor({ proved, bound }: SettingResult, { relation }: AttackObservation): Bound | null {
  if (bound) return { relation: null, advantage: bound };
  return proved.find((one) => one.relation === relation) ?? null;
}

/** What a bound is called, e.g. "proved (replace)". */
export function boundInWords(relation: NeighboringRelation | null): string {
  return relation ? `proved (${RELATIONS[relation].brief})` : "proved";
}

/** "0.8552, replace". */
export function boundWithRelation({ relation, advantage }: Bound): string {
  return relation ? `${sideInWords(advantage)}, ${RELATIONS[relation].brief}` : sideInWords(advantage);
}

/** Of settings that differ in these, the label says what else differs; of others it is their name. */
const WITH_VALUE = ["noise_multiplier", "sampling_probability"];

/** "noise multiplier 0.5", with what else differs, or what the setting is called. */
export function settingInWords({ parameter, value, label }: SettingResult): string {
  const own = `${plainName(parameter)} ${print(value)}`;
  if (label === null) return own;
  return WITH_VALUE.includes(parameter) ? `${own}, ${label}` : plainName(label);
}

export function parameterInWords(settings: readonly SettingResult[]): string {
  const [first] = settings;
  return first ? plainName(first.parameter) : "";
}

/** What of the proved advantage an attack has shown; null where nothing is proved, or nothing was tried. Below 0 is chance. */
export function shareShown({ advantage, trials }: AttackObservation, proved: Bound | null): number | null {
  const most = proved ? atMost(proved.advantage) : 0;
  return trials > 0 && most > 0 ? advantage.estimate / most : null;
}

/** The finding, a sentence for what each number says; empty while nothing has been tried. */
export function findings(result: ExperimentResult): string[] {
  const lines = attackLines(result).filter(({ at }) => at.some(({ attack }) => attack.trials > 0));
  if (lines.length === 0) return [...moved(result), ...measured(result)];
  const first = result.experiment === "trade_off" ? measured(result) : exceeding(lines);
  return [...first, strongest(lines), beside(lines), ...verdicts(lines), ...moments(result)].filter(
    (sentence) => sentence !== null,
  );
}

/** Where the paper's point is that a bound does not apply, the strongest such attack comes first. */
function exceeding(lines: AttackLine[]): string[] {
  const found = lines.flatMap(({ name, at }) =>
    at.flatMap(({ attack, setting, proved, exceeds }) => (exceeds && !proved ? [{ name, attack, setting }] : [])),
  );
  const best = found.sort((a, b) => b.attack.advantage.estimate - a.attack.advantage.estimate)[0];
  if (!best || best.setting.proved.length === 0) return [];
  const bound = Math.max(...best.setting.proved.map(({ advantage }) => atMost(advantage)));
  return [
    `At ${settingInWords(best.setting)}, ${best.name} shows an advantage of ${advantageInWords(best.attack.advantage)}, where ${rounded(bound, 4, "up")} is the most for independent records.`,
  ];
}

/** Which of the moments are known, where a scale of noise is chosen by them. */
function moments({ settings }: ExperimentResult): string[] {
  const first = settings[0]?.measures.find(({ name }) => name === "first_moment")?.mean;
  if (!first) return [];
  return [
    first.kind === "exact"
      ? "All halves were tried: the moments by which the noise is chosen are exact."
      : "A sample of the halves stands for all: the moments by which the noise is chosen, and what is said to follow from them, are estimates, and the attacker weighs these halves alone.",
  ];
}

/** How far the value of an attribute moves a gradient: a record as a whole moves it by two clipping norms at most. */
function moved({ settings }: ExperimentResult): string[] {
  return settings.flatMap((setting) => {
    const means = setting.series.find(({ name }) => name === "gradient_distance")?.means ?? [];
    const most = Math.max(...means);
    if (!(most > 0)) return [];
    return [
      `${capital(settingInWords(setting))}: exchanging the value moves a record's clipped gradient by up to ${rounded(most, 4, "up")} in a step (mean over the trainings, largest of ${means.length} steps).`,
    ];
  });
}

/** Seconds of a unit of each setting, by the times of those that were done: settings take turns. */
export function secondsEach(settings: number, times: ReadonlyMap<number, number>): (number | null)[] {
  return Array.from({ length: settings }, (_, setting) => {
    const own = [...times].flatMap(([unit, milliseconds]) => (unit % settings === setting ? [milliseconds] : []));
    return own.length > 0 ? own.reduce((sum, each) => sum + each, 0) / own.length / 1000 : null;
  });
}

/** The ends of what was measured, over the settings. */
function measured({ settings }: ExperimentResult): string[] {
  const [first, last] = [settings[0], settings.at(-1)];
  return (first?.measures ?? []).slice(0, 1).flatMap(({ name, mean }) => {
    const end = last?.measures.find((measure) => measure.name === name);
    if (!first || !last || !end) return [];
    const proved = (setting: SettingResult) =>
      setting.proved[0] ? ` (advantage at most ${rounded(atMost(setting.proved[0].advantage), 3, "up")})` : "";
    return [
      `${measureInWords(name)}: ${rounded(mean.estimate, 3)} at ${settingInWords(first)}${proved(first)}, ${rounded(end.mean.estimate, 3)} at ${settingInWords(last)}${proved(last)}.`,
    ];
  });
}

function capital(text: string): string {
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
}

/** Of the attacks that a bound is for: which one comes nearest to it, through all settings. */
function strongest(lines: AttackLine[]): string | null {
  const known = lines.flatMap(({ name, at }) => {
    const tried = at.filter(({ attack, proved }) => shareShown(attack, proved) !== null);
    const [first] = tried;
    return first?.proved ? [{ name, tried, first, proved: first.proved, share: shareOf(tried) }] : [];
  });
  const best = known.sort((a, b) => b.share - a.share)[0];
  if (!best) return null;
  const { name, first, proved, tried } = best;
  const which = known.length === 1 ? `the attack (${name})` : `the strongest attack (${name})`;
  const found = `${advantageInWords(first.attack.advantage)} where ${sideInWords(proved.advantage)} is proved`;
  const share = shareInWords(shareShown(first.attack, proved) ?? 0, " of it");
  const all = tried.length > 1 ? `, and ${shareInWords(best.share)} through all ${tried.length} settings` : "";
  return `At ${settingInWords(first.setting)}, ${which} shows an advantage of ${found}: ${share}${all}.`;
}

/** From here on a share in per cent is hard to read. */
const MANIFOLD = 1.5;

/** "85%", or "2.6 times as much". */
function shareInWords(share: number, of = ""): string {
  return share > MANIFOLD ? `${rounded(share, 2)} times as much` : `${percent(share, 2)}${of}`;
}

/** Large advantages count more: of small ones, chance is a large share. */
function shareOf(tried: AttackLine["at"]): number {
  const sum = (value: (one: AttackLine["at"][number]) => number) => tried.reduce((all, one) => all + value(one), 0);
  return sum(({ attack }) => attack.advantage.estimate) / sum(({ proved }) => (proved ? atMost(proved.advantage) : 0));
}

const MOST_LISTED = 8;

/** All attacks on the first setting, the strongest first. */
function beside(lines: AttackLine[]): string | null {
  const first = lines.flatMap(({ name, at: [one] }) => (one && one.attack.trials > 0 ? [{ name, one }] : []));
  const [{ one } = { one: null }] = first;
  if (!one || first.length < 2 || first.length > MOST_LISTED) return null;
  const listed = first
    .sort((a, b) => b.one.attack.advantage.estimate - a.one.attack.advantage.estimate)
    .map(({ name, one: { attack } }) => `${name} ${rounded(attack.advantage.estimate, 3)}`);
  return `There, side by side: ${listed.join(", ")}.`;
}

function verdicts(lines: AttackLine[]): string[] {
  const bounded = lines.filter(({ at }) => at.some(({ proved }) => proved !== null));
  const free = lines.filter((line) => !bounded.includes(line));
  const broken = bounded.flatMap(({ name, at }) =>
    at.filter(({ exceeds }) => exceeds).map(({ setting }) => `${name} at ${settingInWords(setting)}`),
  );
  const beyond = free.filter(({ at }) => at.some(({ exceeds }) => exceeds));
  const found: string[] = [];
  if (bounded.length > 0)
    found.push(
      broken.length === 0
        ? "No interval lies above what is proved, as it must be."
        : `${broken.join("; ")}: the interval lies above what is proved. That happens by chance as rarely as its confidence says; if it stays with other seeds, something is wrong, and we want to know of it.`,
    );
  if (beyond.length > 0) {
    const where = beyond.map(({ name, at }) => {
      const settings = at.filter(({ exceeds }) => exceeds).length;
      return `${name} (${settings} of ${at.length} ${at.length === 1 ? "setting" : "settings"})`;
    });
    found.push(
      `${where.join(", ")} certainly finds more than is proved for independent records. The bound is not broken: its assumption does not hold in this game, which is the point.`,
    );
  } else if (free.length > 0) {
    found.push(
      `${free.map(({ name }) => name).join(", ")}: no bound is for this game, and the attack does not certainly exceed that for independent records.`,
    );
  }
  return found;
}

/** "0.558 (0.534 to 0.582)". */
export function advantageInWords({ estimate, lower, upper }: Figure): string {
  const ends = lower === null || upper === null ? "" : ` (${rounded(lower, 3, "down")} to ${rounded(upper, 3, "up")})`;
  return `${rounded(estimate, 4)}${ends}`;
}

/** What the reader has changed since the result: "trials 20000 → 5000". */
export function changesInWords(before: ExperimentOptions, now: ExperimentOptions | null): string {
  if (!now) return "";
  const [old, fresh] = [before, now].map((options) => options as unknown as Record<string, unknown>);
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(fresh ?? {})])];
  const said = (value: unknown) =>
    value === undefined ? "as the module has it" : Array.isArray(value) ? value.join(", ") : String(value);
  return names
    .filter((name) => JSON.stringify(old?.[name]) !== JSON.stringify(fresh?.[name]))
    .map((name) => `${plainName(name)} ${said(old?.[name])} → ${said(fresh?.[name])}`)
    .join("; ");
}

export function stateInWords({ status, done, units, seconds, left, problem, result }: ExperimentState): string {
  const share = units > 0 ? done / units : 0;
  const trainings = trainingsIn(result);
  switch (status) {
    case "idle":
      return "";
    case "running":
      if (done === 0) return result ? "Running…" : "Running; computing what is proved…";
      return `Running: ${percent(share, 3)} done${left === null ? "" : `, ${about(left)} left`}.`;
    case "failed":
      return `Failed: ${problem?.message ?? "no reason given"}.`;
    case "cancelled":
      return done > 0
        ? `Cancelled. The figures are of the ${trainings} that were done by then.`
        : "Cancelled before anything was found.";
    case "done":
      return `Done: ${trainings} in ${duration(seconds)}.`;
  }
}

function trainingsIn(result: ExperimentResult | null): string {
  const sum = result?.settings.reduce((all, { trainings }) => all + trainings, 0) ?? 0;
  return `${count(sum)} ${sum === 1 ? "training" : "trainings"}`;
}

export function costInWords({ seconds, workers }: Cost): string {
  const time = about(seconds);
  return `${time[0]?.toUpperCase()}${time.slice(1)} on ${workers} ${workers === 1 ? "worker" : "workers"}, measured on this machine.`;
}

/** Everything in rows: for the table, CSV and other programs. */
export interface ObservedRow {
  setting: string;
  value: number;
  attack: string;
  game: string;
  trials: number;
  advantage: Figure;
  proved: Bound | null;
  share: number | null;
  exceeds: boolean;
}

export function observedRows({ settings }: ExperimentResult): ObservedRow[] {
  return settings.flatMap((setting) =>
    setting.attacks.map((attack, i) => {
      const proved = provedFor(setting, attack);
      return {
        setting: settingInWords(setting),
        value: setting.value,
        attack: plainName(attack.attack),
        game: attack.game ?? "",
        trials: attack.trials,
        advantage: attack.advantage,
        proved,
        share: shareShown(attack, proved),
        exceeds: setting.exceeds[i] ?? false,
      };
    }),
  );
}

/** "Test accuracy" of "test_accuracy". */
export const measureInWords = labelOf;

export const LIMITS = [
  "An attack shows what can be found at least; what is proved says what can be found at most. Between them lies what nobody has found yet.",
  "Each interval holds at any moment at which one looks, with its confidence, by itself; many intervals together miss more often.",
  "These are small trainings on made records or small tables: they show that a bound is reached or not, not how much your model leaks.",
];
