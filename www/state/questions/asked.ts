// The names that each view asks its own question with.
import type { Choices } from "../parameters/choices";
import type { Name, Parameters } from "../parameters/table";
import { attributesNames } from "./attributes";
import { auditNames } from "./audit";
import { guaranteeNames } from "./guarantee";
import { noiseNames } from "./noise";
import { calibrateNames } from "./quantity";
import { trainingNames } from "./run";

export const ASKED: Record<Exclude<Choices["view"], "method">, (values: Parameters) => Name[]> = {
  training: trainingNames,
  calibrate: calibrateNames,
  guarantee: guaranteeNames,
  audit: auditNames,
  attributes: attributesNames,
  noise: noiseNames,
  figures: () => ["figure"],
  laboratory: () => ["section", "laboratory"],
  register: () => ["entry"],
};
