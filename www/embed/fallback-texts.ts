// The texts of embeds: the answer of one element in sentences and tables, or what its attributes have wrong.
import { version } from "../../package.json";
import type {
  AttributesOptions,
  AttributesResult,
  AuditOptions,
  AuditResult,
  CalibrateResult,
  Figure,
  GuaranteeOptions,
  GuaranteeResult,
  NoiseOptions,
  NoiseResult,
  Outcome,
  PaperFigureOptions,
  PaperFigureResult,
  TrainingOptions,
  TrainingResult,
} from "../../src/boundary/wasm/core";
import { EXPERIMENT_NAMES, namedExperiment, sheetOf } from "../state/laboratory";
import { faultInWords } from "../state/link/faults";
import { coreName, figureOf, SHOWN_FIGURE, unknownFigure } from "../state/paper-figures";
import { type Parameters, print } from "../state/parameters/table";
import { claimedValues, ENTRIES, entryOf, questionOf, readingOf } from "../state/published";
import { attributesOptions } from "../state/questions/attributes";
import { auditOptions } from "../state/questions/audit";
import { guaranteeOptions } from "../state/questions/guarantee";
import { noiseOptions } from "../state/questions/noise";
import { calibrateOptions } from "../state/questions/quantity";
import { rateOf, stepsOf, trainingOptions } from "../state/questions/run";
import * as attribute from "../words/attribute";
import { pValue } from "../words/audit";
import { keptInWords, safeValue, valueInWords } from "../words/calibration";
import { bounds } from "../words/comparison";
import { headline, kindInWords, sideInWords } from "../words/figure";
import * as guarantee from "../words/guarantee";
import * as noise from "../words/noise";
import { percent } from "../words/number";
import { paperTitle, wordsOf } from "../words/paper-figures";
import { claimInWords, comparison, comparisonInWords, readingRows } from "../words/register";
import { settingLines } from "../words/setting";
import { verdict } from "../words/verdict";
import { readAttributes } from "./attributes";
import { controlsOf, slidersOf } from "./controls";
import { type EmbedName, viewOf } from "./names";

/** The functions of the core that a text needs. */
export interface Core {
  training: (options: TrainingOptions) => Outcome<TrainingResult>;
  calibrate: (options: ReturnType<typeof calibrateOptions>) => Outcome<CalibrateResult>;
  guarantee: (options: GuaranteeOptions) => Outcome<GuaranteeResult>;
  attributes: (options: AttributesOptions) => Outcome<AttributesResult>;
  noise: (options: NoiseOptions) => Outcome<NoiseResult>;
  paper_figure: (options: PaperFigureOptions) => Outcome<PaperFigureResult>;
  audit: (options: AuditOptions) => Outcome<AuditResult>;
}

export type Attributes = { name: string; value: string }[];

/** `tables` are left out where they may not stand. */
export function fallbackOf(
  name: EmbedName,
  attributes: Attributes,
  core: Core,
  tables = true,
): { html: string; faults: string[] } {
  const link = readAttributes(attributes, viewOf(name));
  const faults = [...link.faults.map(faultInWords), ...link.remarks];
  const host = { getAttribute: (key: string) => attributes.find((one) => one.name === key)?.value ?? null };
  const own = [controlsOf(host, name).fault, slidersOf(host, name, link.values).fault];
  faults.unshift(...own.filter((fault) => fault !== null));
  if (faults.length > 0) return { html: "", faults };
  const { values, runB } = link;
  try {
    const text = textOf(name, values, runB && { ...values, ...runB }, core, tables);
    const tag = text.includes("<table>") ? "div" : "span";
    return { html: `<${tag} data-mi-bounds="${version}">${text}</${tag}>`, faults };
  } catch (error) {
    if (error instanceof Refused) return { html: "", faults: [`${error.message}.`] };
    throw error;
  }
}

/** The core has no answer to these parameters. */
class Refused extends Error {}

function answer<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Refused(outcome.error.message);
  return outcome.value;
}

function textOf(name: EmbedName, values: Parameters, other: Parameters | null, core: Core, tables: boolean): string {
  switch (viewOf(name)) {
    case "training":
      return trained(name, values, other, core, tables);
    case "calibrate":
      return calibrated(values, core);
    case "guarantee": {
      const result = answer(core.guarantee(guaranteeOptions(values)));
      return answered(guarantee.answerInWords(result, values), ["Advantage", result.advantage], values, result);
    }
    case "attributes": {
      const options = attributesOptions({ values, tables: {} }, null);
      if (!options) throw new Refused("distance_source needs a file");
      const result = answer(core.attributes(options));
      return answered(attribute.answerInWords(result), ["Advantage", result.certified.advantage], values, result);
    }
    case "noise": {
      const result = answer(core.noise(noiseOptions(values)));
      const { label, figure } = noise.answerRow(result);
      return answered(noise.answerInWords(result), [label, figure], values, result);
    }
    case "figures": {
      const entry = figureOf(values.figure || SHOWN_FIGURE);
      if (!entry) throw new Refused(unknownFigure(values.figure));
      const { title, shows, differs } = wordsOf(entry.id);
      const said = `${paperTitle(entry.paper)}, ${entry.number}: ${title}. ${shows} ${differs}`;
      if (entry.drawn !== "core") return escaped(said);
      const { parameters, library_version } = answer(core.paper_figure({ figure: coreName(entry.id), points: 1 }));
      return escaped(`${said} Parameters: ${parameters}. Computed with mi-bounds ${library_version}.`);
    }
    case "audit": {
      const result = answer(core.audit(auditOptions(values)));
      const assumptions = [result.status, result.test, ...result.assumptions];
      return answered(verdict(result, values), ["p-value", pValue(result)], values, { ...result, assumptions });
    }
    case "register":
      return published(values.entry, core);
    case "laboratory":
      return experiment(values);
  }
}

function published(name: string, core: Core): string {
  if (!name) {
    const trainings = ENTRIES.filter(({ kind }) => kind === "training").length;
    const deployments = ENTRIES.length - trainings;
    return `${trainings} trainings and ${deployments} deployments: the epsilon that each claims, beside what is certified.`;
  }
  const entry = entryOf(name);
  if (!entry) throw new Refused(`entry is ${JSON.stringify(name)}; the register has none of that name`);
  const asked = questionOf(claimedValues(entry));
  const found =
    asked.kind === "training" ? answer(core.training(asked.options)) : answer(core.guarantee(asked.options));
  const reading = readingOf(entry, found);
  const rows = readingRows(reading).map(
    ({ label, figure, percent }) =>
      `${label} ${percent ? sideInWords(figure, 100, "%") : sideInWords(figure)} (${kindInWords(figure)}).`,
  );
  return escaped(
    `${entry.name}. ${claimInWords(entry)} ${comparisonInWords(comparison(entry, reading), reading.epsilon)} ` +
      `${rows.join(" ")} Assumed: ${reading.assumed.join(" ")} Source: ${entry.source.name}, ${entry.source.place}, ` +
      `read on ${entry.source.read}. Computed with mi-bounds ${found.library_version}.`,
  );
}

/** What it shows is counted by the reader's own browser. */
function experiment({ section, laboratory }: Parameters): string {
  const sheet = sheetOf(namedExperiment(section), laboratory);
  if (!sheet) throw new Refused(`experiment is ${JSON.stringify(section)}; allowed are ${EXPERIMENT_NAMES.join(", ")}`);
  const [problem] = [...sheet.fields.flatMap(({ problem }) => problem ?? []), ...sheet.remarks];
  if (problem) throw new Refused(problem.replace(/\.$/, ""));
  return escaped(`${sheet.page.title}. ${sheet.page.question} ${sheet.page.about}`);
}

/** The answer, its figure with the side, the setting, and what is assumed. */
function answered(
  said: string,
  [label, figure]: [string, Figure],
  values: Parameters,
  { assumptions, library_version }: { assumptions: string[]; library_version: string },
): string {
  return escaped(
    `${said} ${label} ${sideInWords(figure)} (${kindInWords(figure)}). ${settingLines(values, null).join(" ")} ` +
      `Assumed: ${assumptions.join(" ")} Computed with mi-bounds ${library_version}.`,
  );
}

function trained(name: EmbedName, values: Parameters, other: Parameters | null, core: Core, tables: boolean): string {
  const result = answer(core.training(trainingOptions(values)));
  const { advantage } = result;
  const said = `${escaped(headline(advantage, result.parameters.prior))} Advantage ${escaped(sideInWords(advantage))} (${kindInWords(advantage)}), for ${escaped(runInWords(values))}.`;
  if (name === "mi-advantage") return said;
  const second = other ? answer(core.training(trainingOptions(other))) : null;
  const two = second
    ? ` For B, ${escaped(runInWords(other ?? values))}: advantage ${escaped(sideInWords(second.advantage))}.`
    : "";
  if (name === "mi-compare") {
    const rows = bounds(result, { simulated: null, other: second }).map(({ name, says }) => [name, says]);
    return said + two + listed(["Statement", "Advantage"], rows, tables);
  }
  const rates = result.tpr.map((figure, i) => {
    const ofB = second?.tpr[i];
    const row = [percent(figure.fpr), sideInWords(figure, 100, "%")];
    return ofB ? [...row, sideInWords(ofB, 100, "%")] : row;
  });
  const head = ["False positive rate", "Largest true positive rate"];
  return said + two + listed(second ? [...head, "The same for B"] : head, rates, tables);
}

function calibrated(values: Parameters, core: Core): string {
  const result = answer(core.calibrate(calibrateOptions(values)));
  const { solve_for, library_version, parameters, noise } = result;
  const found = valueInWords(solve_for, safeValue(result));
  const { noise_multiplier, sample_rate, num_steps } = parameters;
  const run = `noise multiplier ${numberOr(noise_multiplier)}, sample rate ${numberOr(sample_rate)} and ${num_steps} steps`;
  return escaped(
    `${found[0]?.toUpperCase()}${found.slice(1)} suffices. ${keptInWords(result, values)} Found for ` +
      `DP-SGD with ${run} (${assumed(values)}, ${noise} noise); ` +
      `computed with mi-bounds ${library_version}.`,
  );
}

function numberOr(value: number | null): string {
  return value === null ? "by phase" : print(Number(value.toPrecision(7)));
}

function assumed({ neighboring_relation, sampling }: Parameters): string {
  return [neighboring_relation, sampling].map((word) => word.replaceAll("_", " ")).join(", ");
}

function runInWords(values: Parameters): string {
  const { history, noise_multiplier } = values;
  const run = history
    ? `DP-SGD with a schedule of ${history.length} phases`
    : `DP-SGD with noise multiplier ${print(noise_multiplier)}, sample rate ${numberOr(rateOf(values))} and ${stepsOf(values)} steps`;
  return `${run} (${assumed(values)}, ${values.noise} noise); computed with mi-bounds ${version}`;
}

function listed(head: string[], rows: string[][], tables: boolean): string {
  if (!tables) return rows.map((row) => ` ${escaped(row.join(": "))}.`).join("");
  const cells = (tag: string, row: string[]) => row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("");
  const body = rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("");
  return `<table><thead><tr>${cells("th", head)}</tr></thead><tbody>${body}</tbody></table>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
