// The parts of the training view that are looked at by turns; a link names the open one as its section.

export const TRAINING_PARTS = {
  roc: "ROC curve",
  certainty: "Certainty",
  settings: "Other settings",
  bounds: "Other bounds",
  assumptions: "Other assumptions",
} as const;

/** The run of other tools that is shown where no link says another. */
const FIRST_AGREEMENT = "opacus-mnist";

interface Asked {
  section: string;
  target_bayes_security: number | null;
  agreement: string;
}

export type TrainingPart = keyof typeof TRAINING_PARTS;

/** The part that the link opens: the one that it names, the one whose own numbers it sets, or the first. */
export function trainingPart({ section, target_bayes_security, agreement }: Asked): TrainingPart {
  if (section in TRAINING_PARTS) return section as TrainingPart;
  return target_bayes_security !== null || agreement !== FIRST_AGREEMENT ? "bounds" : "roc";
}
