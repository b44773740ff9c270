// Which control and which figure has its term explained beside it.
import type { Name } from "../state/parameters/table";
import type { TermId } from "./glossary";

export const TERM_OF: Partial<Record<Name, TermId>> = {
  batch_size: "sample_rate",
  sample_rate: "sample_rate",
  epochs: "epochs",
  num_steps: "epochs",
  noise_multiplier: "noise_multiplier",
  prior: "prior",
  fpr: "fpr",
  target_delta: "delta",
  guarantee_delta: "delta",
  guarantee_epsilon: "epsilon",
  guarantee_gdp_mu: "gdp_mu",
  eta: "eta",
  neighboring_relation: "relation",
  sampling: "poisson",
};

/** By the name of a figure; of several true positive rates the first on a page is explained. */
export const TERM_OF_FIGURE: Readonly<Record<string, TermId>> = {
  advantage: "advantage",
  bayes_security: "bayes_security",
  accuracy: "accuracy",
  "tpr-0.001": "tpr",
  epsilon: "epsilon",
  gdp_mu: "gdp_mu",
  precision: "precision",
};
