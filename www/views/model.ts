// What a view draws: the inputs, the answers to them, and what the link had wrong.
import type { Answers } from "../answers";
import type { ExactEngine } from "../engine";
import type { MonteCarloState } from "../monte-carlo";
import { CHOICES } from "../state/choices";
import type { Inputs } from "../state/inputs";
import { type Name, PARAMS, type Parameters } from "../state/params";
import type { Problem } from "../worker/protocol";

export interface Model {
  inputs: Inputs;
  /** What the link had wrong beside the parameters. */
  remarks: string[];
  answers: Answers;
  /** For questions that are asked beside the view's own. */
  beside: ExactEngine;
  simulation: MonteCarloState;
  /** The answer for those who hear the page; it follows when the inputs rest. */
  spoken: string;
  /** The link to this state, or to the same with other values. */
  link: (values?: Parameters) => string;
}

/** The module's refusal stands beside the control that it names, until any input changes. */
export function withRefusal(inputs: Inputs, problem: Problem | null): Inputs {
  const name = problem && shownFor(problem.parameter, inputs.values);
  if (!name || inputs.problems[name]) return inputs;
  return { ...inputs, problems: { ...inputs.problems, [name]: problem.message } };
}

/** The control on the page for what the module names: a rate may be given by a batch size, a count by epochs. */
function shownFor(parameter: string, values: Parameters): Name | null {
  if (parameter === "fpr_range") return "fpr_max";
  if (parameter === "sample_rate" && values.sample_rate === null) return "batch_size";
  if (parameter === "num_steps" && values.num_steps === null) return "epochs";
  return isName(parameter) ? parameter : null;
}

function isName(name: string): name is Name {
  return Object.hasOwn(PARAMS, name) || Object.hasOwn(CHOICES, name);
}
