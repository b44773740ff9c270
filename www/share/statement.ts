// The statement for a model card: one paragraph in plain words, then what a reader needs to check it.
import type {
  BaselineFigure,
  CalibrateResult,
  Figure,
  GuaranteeResult,
  TprFigure,
  TrainingResult,
} from "../../src/boundary/wasm/core";
import { CHOICES } from "../state/parameters/choices";
import { RELATIONS, samplingInWords } from "../state/parameters/setting-words";
import { type Parameters, print, printed } from "../state/parameters/table";
import { QUANTITY } from "../state/questions/quantity";
import { attributeStatement } from "../words/attribute";
import { auditStatement } from "../words/audit";
import { onceIn } from "../words/baseline";
import { achievedInWords, neighbourInWords } from "../words/calibration";
import { atMost, headline, KIND_IN_WORDS, kindInWords, sideInWords, tprInWords } from "../words/figure";
import { guaranteeInWords } from "../words/guarantee";
import { noiseStatement } from "../words/noise";
import { count, percent, rounded } from "../words/number";
import { quantityInWords } from "../words/setting";
import { settingInWords } from "../words/title";
import { verdict } from "../words/verdict";
import type { Subject } from "./subject";

export interface Statement {
  title: string;
  paragraph: string;
  facts: [name: string, words: string][];
}

const TITLE = "What training reveals about one record";

/** Null while there is no answer. */
export function statementOf(subject: Subject): Statement | null {
  const statement = stated(subject);
  return statement && withErrata(statement, subject.link);
}

/** Each erratum that is named, with the page that tells it. */
function withErrata({ title, paragraph, facts }: Statement, link: string): Statement {
  const named = [paragraph, ...facts.map(([, words]) => words)].join(" ").match(/\bE\d+[a-p]?\b/g) ?? [];
  const page = link.replace(/#.*$/s, "");
  const told = [...new Set(named)].map((name): [string, string] => [
    `Erratum ${name}`,
    `${page}#v=1&view=method&section=${name.toLowerCase()}`,
  ]);
  const plain = facts.map(([name, words]): [string, string] => [name, withoutPowers(words)]);
  return { title, paragraph: withoutPowers(paragraph), facts: [...plain, ...told] };
}

/** Formulas as they are read aloud. */
function withoutPowers(words: string): string {
  return words.replaceAll("e^(eps/n)", "exp(epsilon / n)").replaceAll("e^eps", "exp(epsilon)");
}

function stated({ answered, values, link }: Subject): Statement | null {
  if (!answered) return null;
  switch (answered.view) {
    case "training":
      return training(answered.result, link);
    case "calibrate":
      return calibration(answered.result, values, link);
    case "guarantee":
      return guarantee(answered.result, values, link);
    case "attributes":
      return brief(
        "What training reveals about an attribute",
        attributeStatement(answered.result, link),
        answered.result,
      );
    case "audit": {
      const { result } = answered;
      const says = `Held against each other: ${settingInWords(values)}. ${verdict(result, values)}`;
      return brief("What an attack says of the declared training", auditStatement(result, says, link), result);
    }
    case "paper_figure": {
      const { result } = answered;
      return {
        title: "A figure of a paper",
        paragraph: `${settingInWords(values)}: ${result.parameters}.`,
        facts: [
          ...result.series.map(({ name, kind, theorem, erratum }): [string, string] => [
            name,
            [kind ? KIND_IN_WORDS[kind] : "no number", theorem, erratum && `erratum ${erratum}`]
              .filter(Boolean)
              .join("; "),
          ]),
          computed(result.library_version, link),
        ],
      };
    }
    case "noise":
      return brief("Noise that hides membership", noiseStatement(answered.result, values, link), answered.result);
  }
}

/** The short statement of a view, its last line being the version and the link. */
function brief(title: string, text: string, { library_version }: { library_version: string }): Statement {
  const lines = text.split("\n");
  const link = lines.pop()?.replace(/^[^:]*: /, "") ?? "";
  const assumed = lines.filter((line) => line.startsWith(ASSUMED_LINE));
  return {
    title,
    paragraph: lines.filter((line) => !assumed.includes(line)).join(" "),
    facts: [
      ...assumed.map((line): [string, string] => ["Assumed", line.slice(ASSUMED_LINE.length)]),
      computed(library_version, link),
    ],
  };
}

const ASSUMED_LINE = "Assumed: ";

type RunResult = TrainingResult | CalibrateResult;

function training(result: TrainingResult, link: string): Statement {
  const { advantage, tpr, epsilon } = result;
  const rare = tpr[0];
  const paragraph = [
    mechanism(result),
    ATTACKER,
    headline(advantage, result.parameters.prior),
    ...(rare ? [tprInWords(rare)] : []),
    "No attack on this training can do better, however it works and whatever else it knows.",
  ].join(" ");
  return {
    title: TITLE,
    paragraph: advantage.kind === "lower" ? withoutPromise(paragraph) : paragraph,
    facts: [
      ...runFacts(result),
      ["Advantage", figureInWords(advantage)],
      ...tpr.map((figure): [string, string] => [`TPR at FPR ${percent(figure.fpr)}`, shareInWords(figure)]),
      ...result.baseline.map(riskFact),
      ...(epsilon
        ? [[`Epsilon at delta ${print(epsilon.target_delta)}`, figureInWords(epsilon)] as [string, string]]
        : []),
      ["What is proven", result.status],
      ["Rests on", methodInWords(advantage)],
      ["Assumed", ASSUMED],
      ...warningFacts(result),
      computed(result.library_version, link),
    ],
  };
}

/** Where only a lower bound is known there is nothing that no attack exceeds. */
function withoutPromise(paragraph: string): string {
  return paragraph.replace(
    / No attack on this training can do better.*$/,
    " How much better an attack can be is not known.",
  );
}

function calibration(result: CalibrateResult, values: Parameters, link: string): Statement {
  const { solve_for, quantity, target, side, achieved, value } = result;
  const bound = side === "at_most" ? "at most" : "at least";
  const asked = `${quantityInWords(quantity, values, solve_for)} ${bound} ${printed(quantity, target)}`;
  return {
    title: TITLE,
    paragraph: [
      mechanism(result),
      `The ${CHOICES.solve_for.options[solve_for]} ${print(value)} was chosen by calibration for this target: ${asked}.`,
      ATTACKER,
      `It achieves ${QUANTITY[quantity].label} ${achievedInWords(result)}, computed again at this value and on the safe side of the target.`,
      ...(quantity === "advantage" ? [headline(achieved, result.parameters.prior)] : []),
    ].join(" "),
    facts: [
      ...runFacts(result),
      ["Target", asked],
      ["Reached", figureInWords(achieved, QUANTITY[quantity].percent)],
      ["Margin", neighbourInWords(result)],
      ["What is proven", result.status],
      ["Rests on", methodInWords(achieved)],
      ["Assumed", ASSUMED],
      ...warningFacts(result),
      computed(result.library_version, link),
    ],
  };
}

function guarantee(result: GuaranteeResult, values: Parameters, link: string): Statement {
  const { advantage, accuracy, tpr, warnings } = result;
  const rare = tpr[0];
  return {
    title: "What a privacy guarantee leaves to an attacker",
    paragraph: [
      `The mechanism is said to have ${guaranteeInWords(values)}. Nothing else about it was used.`,
      headline(advantage, values.prior),
      ...(rare ? [tprInWords(rare)] : []),
      "This holds for every mechanism with the guarantee; a given one may show far less.",
    ].join(" "),
    facts: [
      ["Guarantee", guaranteeInWords(values)],
      ["Advantage", figureInWords(advantage)],
      [`Accuracy at prior ${print(values.prior)}`, sideInWords(accuracy, 100, "%")],
      ...tpr.map((figure): [string, string] => [`TPR at FPR ${percent(figure.fpr)}`, shareInWords(figure)]),
      ...result.baseline.map(riskFact),
      ["Rests on", methodInWords(advantage)],
      ["Assumed", result.assumptions.join(" ")],
      ...warningFacts({ warnings }),
      computed(result.library_version, link),
    ],
  };
}

/** What a guess about the record is worth. */
function riskFact({ baseline, ...success }: BaselineFigure): [string, string] {
  return [
    `A guess about the record that is right ${onceIn(baseline)} without it`,
    `is right at most ${onceIn(success.upper ?? 1)} with it (${sideInWords(success, 100, "%")})`,
  ];
}

const ATTACKER =
  "The attacker sees every noisy sum of the training and knows all but whether one record was in the training set.";

const ASSUMED =
  "Every gradient was clipped before the sum; the batches were drawn as stated; the random numbers stay secret; the parameters were not chosen by looking at the data.";

function mechanism({ parameters, sampling, noise, neighboring_relation }: RunResult): string {
  const { num_steps, sample_rate, noise_multiplier } = parameters;
  const law = noise === "gaussian" ? "Gaussian" : "Laplace";
  const rate = sample_rate === null ? "at a rate that changes by phase" : `at rate ${rounded(sample_rate, 4)}`;
  const multiplier =
    noise_multiplier === null
      ? `${law} noise whose multiplier changes by phase`
      : `${law} noise of ${print(noise_multiplier)} times the clipping norm`;
  const drawn = sampling === "none" ? "on all records" : `on batches drawn ${rate} (${samplingInWords(sampling)})`;
  return `The model was trained with DP-SGD: ${count(num_steps)} steps ${drawn}, with ${multiplier} added to the sum of the clipped gradients. The attacker has to tell apart two training sets that differ in this: ${RELATIONS[neighboring_relation].difference}.`;
}

const MOST_PHASES = 20;

function runFacts({ parameters, sampling, noise, neighboring_relation }: RunResult): Statement["facts"] {
  const { noise_multiplier, sample_rate, num_steps, history, group_size } = parameters;
  const more =
    history.length > MOST_PHASES ? `, and ${count(history.length - MOST_PHASES)} more, which the link holds` : "";
  const shown = history.slice(0, MOST_PHASES).map((phase) => `(${phase.map(print).join(", ")})`);
  const phases = `${shown.join(", ")}${more}`;
  const single = noise_multiplier !== null && sample_rate !== null;
  return [
    ["Mechanism", `DP-SGD with ${noise === "gaussian" ? "Gaussian" : "Laplace"} noise`],
    [
      "Parameters",
      single
        ? `noise multiplier ${print(noise_multiplier)}, sample rate ${rounded(sample_rate, 4)}, ${num_steps} steps`
        : `phases of (noise multiplier, sample rate, steps): ${phases}`,
    ],
    ["Neighbouring relation", `${RELATIONS[neighboring_relation].phrase} (${neighboring_relation})`],
    ["Unit that is protected", group_size === 1 ? "one record" : `${group_size} records together`],
    ["Sampling", samplingInWords(sampling)],
  ];
}

/** "0.1133476 (exact, certified; from 0.11334760 to 0.11334761)": the ends rounded outwards. */
function figureInWords(figure: Figure, inPercent = false): string {
  const [scale, unit] = inPercent ? [100, "%"] : [1, ""];
  const { lower, upper } = figure;
  const ends =
    lower === null || upper === null
      ? ""
      : `; from ${rounded(lower * scale, 8, "down")}${unit} to ${rounded(upper * scale, 8, "up")}${unit}`;
  return `${sideInWords(figure, scale, unit)} (${kindInWords(figure)}${ends})`;
}

function shareInWords(figure: TprFigure): string {
  const most = rounded(atMost(figure) * 100, 4, "up");
  return figure.kind === "lower" ? sideInWords(figure, 100, "%") : `at most ${most}% (${kindInWords(figure)})`;
}

function methodInWords({ theorem, method, erratum }: Figure): string {
  const corrected = erratum ? `; erratum ${erratum} is in force` : "";
  return `${theorem}; computed by ${method.replaceAll("_", " ")}${corrected}`;
}

function warningFacts({ warnings }: { warnings: { message: string }[] }): Statement["facts"] {
  return warnings.length > 0 ? [["Warnings", warnings.map(({ message }) => message).join(" ")]] : [];
}

function computed(version: string, link: string): [string, string] {
  return ["Computed with", `mi-bounds ${version}: ${link}`];
}

export function toText({ title, paragraph, facts }: Statement): string {
  return `${title}\n\n${paragraph}\n\n${facts.map(([name, words]) => `${name}: ${words}`).join("\n")}\n`;
}

export function toMarkdown({ title, paragraph, facts }: Statement): string {
  const safe = (text: string) => text.replace(/[\\`*<>|[\]]|(?<=^|\s)_|_(?=\s|$)/g, "\\$&");
  const line = ([name, words]: [string, string]) => `- **${name}:** ${linked(words, safe)}`;
  return `### ${title}\n\n${safe(paragraph)}\n\n${facts.map(line).join("\n")}\n`;
}

/** An address stays as it is, in the brackets that Markdown has for it. */
function linked(words: string, safe: (text: string) => string): string {
  const at = words.search(/https?:\/\//);
  return at === -1 ? safe(words) : `${safe(words.slice(0, at))}<${words.slice(at)}>`;
}
