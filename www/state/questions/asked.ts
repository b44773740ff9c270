// The names that each view asks its own question with.
import type { EmbeddedView } from "../embeds";
import type { Name, Parameters } from "../parameters/table";
import { attributesNames } from "./attributes";
import { guaranteeNames } from "./guarantee";
import { noiseNames } from "./noise";
import { calibrateNames } from "./quantity";
import { trainingNames } from "./run";

export const ASKED: Record<EmbeddedView, (values: Parameters) => Name[]> = {
  training: trainingNames,
  calibrate: calibrateNames,
  guarantee: guaranteeNames,
  attributes: attributesNames,
  noise: noiseNames,
};
