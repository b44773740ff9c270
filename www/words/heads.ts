// What each view is called, and the one sentence that says what it answers.
import type { Choices } from "../state/parameters/choices";

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
      "The noise, the batches or the length of a training with noisy gradients (DP-SGD) that keep the best possible attacker to a target of yours.",
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
  method: {
    title: "Where the numbers come from",
    sentence:
      "The definitions and theorems behind every number with what they assume, the printed formulas that are wrong, and how each number is certified.",
  },
};
