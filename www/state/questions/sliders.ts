// The numbers that the sliders of an embed can move: those that its view asks with, and those that a reader would move first.
import type { EmbeddedView } from "../embeds";
import { type Key, type Name, PARAMS, type Parameters } from "../parameters/table";
import { ASKED } from "./asked";
import { FORM } from "./guarantee";
import { SOLVED, solvedFor } from "./quantity";

/** Shown where an author chooses none. */
export function usualSliders(view: EmbeddedView, values: Parameters): Key[] {
  const { target, distance_source } = values;
  switch (view) {
    case "training":
      return ofRun(values);
    case "calibrate":
      return [target, ...ofRun(values).filter((key) => !SOLVED[solvedFor(values)].includes(key))];
    case "guarantee":
      return FORM[values.guarantee].filter(hasSlider);
    case "attributes":
      return [...ofRun({ ...values, history: null }), ...(distance_source === "constant" ? [DISTANCE] : [])];
    case "noise":
      return [values.noise_question, values.noise_moment, "dimension"];
    case "audit":
      return values.declared === "run" ? ofRun(values) : FORM[values.guarantee].filter(hasSlider);
    case "figures":
    case "register":
    case "laboratory":
      return [];
  }
}

const DISTANCE: Key = "gradient_distance";

/** Asked with, for figures that no embed of the view shows. */
const UNSEEN: Partial<Record<EmbeddedView, Key[]>> = {
  guarantee: ["guarantee_sampling_probability"],
  attributes: ["prior", "fpr"],
  noise: ["fpr"],
};

/** All among which an author chooses, in the order in which they stand. */
export function possibleSliders(view: EmbeddedView, values: Parameters): Key[] {
  const usual = usualSliders(view, values);
  // What a calibration looks for is the answer.
  const taken: readonly Name[] = view === "calibrate" ? SOLVED[solvedFor(values)] : (UNSEEN[view] ?? []);
  const more = ASKED[view](values).filter(hasSlider);
  return [...new Set([...usual, ...more])].filter((key) => !taken.includes(key));
}

/** In the terms in which the run is given. */
function ofRun({ sample_rate, num_steps, history }: Parameters): Key[] {
  if (history) return [];
  const rate: Key = sample_rate === null ? "batch_size" : "sample_rate";
  return ["noise_multiplier", rate, num_steps === null ? "epochs" : "num_steps"];
}

function hasSlider(name: Name): name is Key {
  return Boolean(PARAMS[name as Key]?.slider);
}
