// What a view draws: the inputs, the answers to them, and what the link had wrong.

import type { ExactEngine } from "../engine/exact-engine";
import type { TableDrafts } from "../state/files/table";
import type { Inputs } from "../state/inputs/inputs";
import type { Offer } from "../state/inputs/saved-work";
import type { Choices } from "../state/parameters/choices";
import type { Parameters } from "../state/parameters/table";
import type { Answers } from "./answers";
import type { MonteCarloState } from "./simulation";
import type { Expected } from "./simulation-cost";

export interface Model {
  inputs: Inputs;
  /** The newest inputs of this view that have had their answer, while those above have none. */
  previous: Inputs | null;
  /** What is typed into the fields for tables. */
  drafts: TableDrafts;
  /** What the link had wrong beside the parameters. */
  remarks: string[];
  /** The reader's own earlier settings, while another state is shown in their place. */
  offer: Offer | null;
  answers: Answers;
  /** For questions that are asked beside the view's own. */
  secondary: ExactEngine;
  simulation: MonteCarloState;
  /** What a simulation would cost. */
  expected: Expected;
  /** The answer for those who hear the page; it follows when the inputs rest. */
  spoken: string;
  /** Whether a view is part of this build: a link to another one would lead nowhere. */
  has: (view: Choices["view"]) => boolean;
  /** The link to this state, or to the same with other values. */
  link: (values?: Parameters) => string;
  /** The link to send: it names the version of the library that computed what is shown. */
  sharedLink: () => string;
}
