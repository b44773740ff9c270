// Inputs that are allowed and often a mistake: what is odd, why it matters, what to do. The core's own warnings are not repeated.
import { print } from "../state/parameters/parameter";
import type { Name, Parameters } from "../state/parameters/table";
import { deltaOf, epochSteps, rateOf, stepsOf } from "../state/questions/run";
import { count, rounded } from "./number";

export interface Caution {
  id: "rate" | "steps" | "noise" | "delta" | "fixed_batch";
  /** What is usual and only worth knowing is said without alarm. */
  mild?: boolean;
  /** The control that it stands beside. */
  beside: Name;
  what: string;
  why: string;
  remedy: string;
}

/** Below this one use of a record gives it away: see `ONE_USE`. */
export const LITTLE_NOISE = 0.3;
/** The advantage at LITTLE_NOISE where one step surely uses the record, rounded down. */
export const ONE_USE = 0.9;
/** A difference below this share of a step is rounding of the rate. */
const WHOLE = 1e-9;

export function cautions(values: Parameters): Caution[] {
  const found = [rate(values), fixedBatch(values), steps(values), noise(values), delta(values)];
  return found.filter((caution) => caution !== null);
}

/** Above 1 the core refuses, beside the control. */
function rate(values: Parameters): Caution | null {
  if (values.history || rateOf(values) !== 1) return null;
  return {
    id: "rate",
    beside: values.sample_rate === null ? "batch_size" : "sample_rate",
    what: "Each step uses every record.",
    why: "Nothing is gained then from a record being left out of most steps, which is what usually protects it.",
    remedy: "Check the batch size and the size of the data set; a smaller batch with the same noise protects better.",
  };
}

function fixedBatch({ history, sampling, sample_rate, batch_size }: Parameters): Caution | null {
  if (history || sampling !== "without_replacement" || sample_rate !== null || Number.isInteger(batch_size))
    return null;
  return {
    id: "fixed_batch",
    beside: "batch_size",
    what: `A batch of fixed size cannot hold ${print(batch_size)} records.`,
    why: "Only an average over coin tosses can be a fraction; a real batch has a whole number of records.",
    remedy: "Give the whole number, or choose Poisson sampling.",
  };
}

function steps(values: Parameters): Caution | null {
  if (values.history || values.num_steps !== null || rateOf(values) > 1) return null;
  const exact = values.epochs * epochSteps(values);
  const used = stepsOf(values);
  if (used - exact <= WHOLE * used || used - exact >= 1 - WHOLE * used) return null;
  return {
    id: "steps",
    mild: true,
    beside: "epochs",
    what: `${print(values.epochs)} ${values.epochs === 1 ? "epoch is" : "epochs are"} ${rounded(exact, String(Math.floor(exact)).length + 1)} steps; ${count(used)} are counted.`,
    why: "Frameworks round in different ways, some after each epoch. Rounding up is the safe side, and a few steps change little.",
    remedy: "If you know the number of optimizer steps that ran, give the length in steps.",
  };
}

function noise(values: Parameters): Caution | null {
  const least = values.history ? Math.min(...values.history.map(([sigma]) => sigma)) : values.noise_multiplier;
  if (values.noise !== "gaussian" || least >= LITTLE_NOISE) return null;
  return {
    id: "noise",
    beside: values.history ? "history" : "noise_multiplier",
    what: `Noise ${print(least)} hides next to nothing of a record that is used.`,
    why: `At ${LITTLE_NOISE} one step that surely uses the record already gives the attacker an advantage of ${ONE_USE} out of 1. All that protects is the chance that the record is left out.`,
    remedy:
      "Check that this is the standard deviation divided by the clipping norm, as in noise_multiplier of Opacus, and not multiplied by the learning rate or divided by the batch size.",
  };
}

/** Only where the core is not told the size of the data set, and cannot warn. */
function delta(values: Parameters): Caution | null {
  const coreWarns = !values.history && values.sample_rate === null;
  if (coreWarns || deltaOf(values) <= 1 / values.dataset_size) return null;
  return {
    id: "delta",
    beside: "target_delta",
    what: `Delta is above 1/${values.dataset_size}.`,
    why: "A program that publishes one record at random would keep such a promise. Only epsilon depends on delta; the other figures do not.",
    remedy: "Choose a delta well below one over the number of records.",
  };
}

/** What no number on the page tells: questions to ask of the training program. */
export const UNSEEN: readonly { question: string; answer: string }[] = [
  {
    question: "Does the loader toss a coin for each record?",
    answer:
      "Opacus does by default (poisson_sampling). A plain DataLoader with shuffle, or tf.data, goes through the data in shuffled epochs: choose that here, because the guarantee for coin tosses does not hold then.",
  },
  {
    question: "Are gradients accumulated over several small batches?",
    answer:
      "Then the batch size is all records between two steps of the optimizer, and the noise is that of the sum. If noise is added to each small batch, give the small batch and count each as a step.",
  },
  {
    question: "Are gradients clipped for each record?",
    answer:
      "Where the mean of a microbatch is clipped instead, one record can turn that mean around and move the sum by up to twice the clipping norm: the figures here are too low then.",
  },
  {
    question: "Do several records belong to one person?",
    answer: "Then give the group size: the figures are for one record otherwise.",
  },
];
