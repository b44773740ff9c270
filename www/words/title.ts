// A state in a few words: for the title, for what is offered back, and for presets.
import type { Figure } from "../../src/boundary/wasm/core";
import type { Answers } from "../answers/answers";
import type { Inputs } from "../state/inputs/inputs";
import { CHOICES, type Choices } from "../state/parameters/choices";
import { CHAPTERS } from "../state/parameters/method";
import { isRowsKey } from "../state/parameters/rows";
import { NOISES, RELATIONS, SAMPLINGS } from "../state/parameters/setting-words";
import { type Key, type Parameters, printed } from "../state/parameters/table";
import { FORM } from "../state/questions/guarantee";
import { QUANTITY, solvedFor } from "../state/questions/quantity";
import { type Run, rateOf, stepsOf } from "../state/questions/run";
import { safeValue } from "./calibration";
import { atMost } from "./figure";
import { count, rounded } from "./number";
import { quantityInWords } from "./setting";

const NAME = "mi-bounds";

/** "noise 1.1, 256 of 60,000, 3516 steps". */
export function runInWords(run: Run): string {
  const { history, noise_multiplier, sample_rate, batch_size, dataset_size } = run;
  if (history) {
    const steps = history.reduce((sum, [, , of]) => sum + of, 0);
    return [`a schedule of ${history.length} phases, ${count(steps)} steps`, ...assumed(run)].join(", ");
  }
  const rate =
    sample_rate === null ? `${brief(batch_size)} of ${count(dataset_size)}` : `sample rate ${brief(rateOf(run))}`;
  return [`noise ${brief(noise_multiplier)}`, rate, `${count(stepsOf(run))} steps`, ...assumed(run)].join(", ");
}

function assumed({ neighboring_relation, sampling, noise, group_size }: Run): string[] {
  const group = group_size === 1 ? "" : `groups of ${group_size}`;
  return [RELATIONS[neighboring_relation].name, SAMPLINGS[sampling].name, NOISES[noise].name, group].filter(Boolean);
}

function brief(value: number): string {
  return rounded(value, 6)
    .replace(/(\.\d*?)0+(?=$|×)/, "$1")
    .replace(/\.(?=$|×)/, "");
}

/** What the view is about, in its own numbers. */
export function settingInWords(values: Parameters): string {
  switch (values.view) {
    case "training":
      return runInWords(values);
    case "calibrate":
      return `${CHOICES.solve_for.options[solvedFor(values)]} for ${targetInWords(values)}`;
    case "guarantee":
      return formsInWords(values);
    case "audit":
      return `${resultsInWords(values)} against ${values.declared === "run" ? runInWords(values) : formsInWords(values)}`;
    case "noise":
      return values.noise_question === "eta" ? `eta ${brief(values.eta)}` : `scale ${brief(values.noise_scale)}`;
    case "attributes":
      return runInWords({ ...values, history: null });
    case "figures":
      return values.figure.replaceAll("-", " ");
    case "register":
      return values.entry;
    case "laboratory":
      return values.section === CHOICES.section.default ? "" : values.section.replaceAll("_", " ");
    case "method":
      return (
        CHAPTERS[values.section as keyof typeof CHAPTERS] ??
        (values.section === "top" ? "" : values.section.toUpperCase())
      );
  }
}

function formsInWords(values: Parameters): string {
  return FORM[values.guarantee]
    .map((key) => (isRowsKey(key) ? `${values[key].length} Rényi divergences` : formInWords(key, values)))
    .join(", ");
}

function resultsInWords({
  results,
  thresholds,
  true_positives,
  false_positives,
  correct,
  guesses,
}: Parameters): string {
  if (results === "scores") return "scores";
  if (results === "thresholds") return `counts at ${thresholds.length} thresholds`;
  if (results === "one_run") return `${count(correct)} of ${count(guesses)} guesses right`;
  return `${count(true_positives)} members and ${count(false_positives)} others named`;
}

function targetInWords(values: Parameters): string {
  const side = QUANTITY[values.target].side === "at most" ? "≤" : "≥";
  return `${quantityInWords(values.target, values, solvedFor(values))} ${side} ${printed(values.target, values[values.target])}`;
}

function formInWords(key: Key, values: Parameters): string {
  const name = key.includes("delta") ? "delta" : key.includes("mu") ? "mu" : key.includes("rho") ? "rho" : "epsilon";
  return `${name} ${printed(key, values[key] ?? 0)}`;
}

/** The title of the page: the answer while it is known, the setting, and the page's name. */
export function titleOf({ values, faults }: Inputs, answers: Answers): string {
  const view = values.view === "training" ? "" : CHOICES.view.options[values.view];
  if (faults.length > 0) return ["Damaged link", view, NAME].filter(Boolean).join(" – ");
  const setting = answers.register?.entry?.name ?? settingInWords(values);
  return [answerInBrief(values, answers), setting, view, NAME].filter(Boolean).join(" – ");
}

function answerInBrief(values: Parameters, answers: Answers): string {
  switch (values.view) {
    case "training":
      return answers.training.current ? advantageInBrief(answers.training.value?.advantage) : "";
    case "calibrate": {
      const { value, current } = answers.calibration;
      return value && current ? safeValue(value) : "";
    }
    case "guarantee":
      return answers.guarantee.main.current ? advantageInBrief(answers.guarantee.main.value?.advantage) : "";
    case "attributes":
      return answers.attributes.main.current
        ? advantageInBrief(answers.attributes.main.value?.certified.advantage)
        : "";
    case "audit": {
      const { value, current } = answers.audit.main;
      return value && current ? (value.refuted ? "Refuted" : "Not refuted") : "";
    }
    case "register":
      return advantageInBrief(answers.register?.reading?.advantage);
    default:
      return "";
  }
}

function advantageInBrief(figure: Figure | undefined): string {
  if (!figure) return "";
  if (figure.kind === "lower") return `Advantage ≥ ${rounded(figure.lower ?? figure.estimate, 4, "down")}`;
  return `Advantage ≤ ${rounded(atMost(figure), 4, "up")}`;
}

/** For search engines and previews: the answer in a sentence, then the setting. */
export function descriptionOf({ values, faults }: Inputs, spoken: string): string {
  const setting = faults.length > 0 ? "" : settingInWords(values);
  const first = setting ? `${setting[0]?.toUpperCase()}${setting.slice(1)}. ` : "";
  return `${first}${spoken ? `${spoken} ` : ""}${HEADS[values.view].sentence}`;
}

export interface Head {
  title: string;
  sentence: string;
}

export const HEADS: Record<Choices["view"], Head> = {
  training: {
    title: "Was this record in the training set?",
    sentence:
      "How much the best possible attacker can learn about one record from a training with noisy gradients (DP-SGD) that it watches from the first step to the last.",
  },
  guarantee: {
    title: "What is a privacy guarantee worth?",
    sentence:
      "How much an attacker can learn about one record from any mechanism that keeps a stated guarantee, whatever the mechanism is.",
  },
  calibrate: {
    title: "Which settings keep the risk to a target?",
    sentence:
      "The noise, the batches or the length of a training with noisy gradients (DP-SGD) that hold the best possible attacker to a target you choose.",
  },
  audit: {
    title: "Does the training keep its promise?",
    sentence:
      "Whether the results of an attack on the trained model refute the parameters that were declared, and what the attack certainly shows.",
  },
  attributes: {
    title: "Does training give an attribute away?",
    sentence:
      "How much the best possible attacker can learn about one attribute of a record whose gradients differ by a known distance at each step of DP-SGD.",
  },
  noise: {
    title: "How much noise hides who was drawn?",
    sentence:
      "The noise on a published output that hides which records it was computed from; nothing is assumed of how it was computed, neither steps nor clipping.",
  },
  figures: {
    title: "Figures of the papers",
    sentence:
      "Every figure and table of the five papers behind this page: those that need no private data live, with the paper's parameters, the others with what they need.",
  },
  laboratory: {
    title: "What do attacks find?",
    sentence:
      "Trainings and attacks of the papers, run in this browser: what is found is counted, and set beside what is proved that no attack can exceed.",
  },
  register: {
    title: "What do published privacy figures mean?",
    sentence:
      "Published trainings and deployments with differential privacy: what each claims, and beside it what is certified of an attacker who saw all of it.",
  },
  method: {
    title: "Where the numbers come from",
    sentence:
      "The definitions and theorems behind every number with what they assume, the printed formulas that are wrong, and how each number is certified.",
  },
};
