// Every counterexample by the name of its erratum.
import * as bayesSecurity from "./bayes-security";
import * as dependentData from "./dependent-data";
import type { Example } from "./example";
import * as membershipPrivacy from "./membership-privacy";
import * as positiveAccuracy from "./positive-accuracy";
import * as sampledGaussian from "./sampled-gaussian";

export const EXAMPLES: Readonly<Record<string, Example>> = {
  ...sampledGaussian,
  ...bayesSecurity,
  ...positiveAccuracy,
  ...membershipPrivacy,
  ...dependentData,
};
