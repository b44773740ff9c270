// All findings, in the order of their names.
import { ERRATA } from "../../../state/parameters/method";
import { BAYES_SECURITY } from "./bayes-security";
import { DEPENDENT_DATA } from "./dependent-data";
import type { Entry } from "./entry";
import { MEMBERSHIP_PRIVACY } from "./membership-privacy";
import { POSITIVE_ACCURACY } from "./positive-accuracy";
import { SAMPLED_GAUSSIAN } from "./sampled-gaussian";

const BY_PAPER = [
  ...SAMPLED_GAUSSIAN,
  ...BAYES_SECURITY,
  ...POSITIVE_ACCURACY,
  ...MEMBERSHIP_PRIVACY,
  ...DEPENDENT_DATA,
];

export const ENTRIES: readonly Entry[] = [...BY_PAPER].sort(
  (one, other) => ERRATA.indexOf(one.id) - ERRATA.indexOf(other.id),
);
