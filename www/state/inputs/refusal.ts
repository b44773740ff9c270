// The module's refusal beside the control that it names.

import { CHOICES } from "../parameters/choices";
import { type Name, PARAMS, type Parameters } from "../parameters/table";
import type { Inputs } from "./inputs";

/** It stands there until any input changes. */
export function withRefusal(inputs: Inputs, problem: { parameter: string; message: string } | null): Inputs {
  const name = problem && shownFor(problem.parameter, inputs.values);
  if (!name || inputs.problems[name]) return inputs;
  return { ...inputs, problems: { ...inputs.problems, [name]: problem.message } };
}

/** The control on the page for what the module names: a rate may be given by a batch size, a count by epochs. */
function shownFor(parameter: string, values: Parameters): Name | null {
  const own = `${values.view}_${parameter}`;
  if (isName(own)) return own;
  if (parameter === "fpr_range") return "fpr_max";
  if (parameter === "sample_rate" && values.sample_rate === null) return "batch_size";
  if (parameter === "num_steps" && values.num_steps === null) return "epochs";
  return isName(parameter) ? parameter : null;
}

function isName(name: string): name is Name {
  return name === "rdp" || Object.hasOwn(PARAMS, name) || Object.hasOwn(CHOICES, name);
}
