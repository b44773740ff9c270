// Parameters of the audit view: what the attack showed, under the module's own names.
import { type Param, rangeOf } from "./parameter";

export type AuditParam =
  | "true_positives"
  | "positives"
  | "false_positives"
  | "negatives"
  | "canaries"
  | "guesses"
  | "correct"
  | "level"
  | "less_noise"
  | "power";

const COUNT: Pick<Param, "range" | "slider" | "aliases"> = { range: rangeOf("count"), slider: null, aliases: [] };
const TRIALS: Pick<Param, "range" | "slider" | "aliases"> = { ...COUNT, range: rangeOf("trials") };
const CANARIES: Pick<Param, "range" | "slider" | "aliases"> = { ...COUNT, range: rangeOf("canaries") };

/** The counts are those of the best attacker on the start values' run with half its noise, at 1 % false positives. */
export const AUDIT_PARAMS: Record<AuditParam, Param> = {
  true_positives: {
    ...COUNT,
    label: "Members named",
    unit: "true positives",
    help: "Of the members that were tried, how many the attack called members.",
    default: 271,
  },
  positives: {
    ...TRIALS,
    label: "Members tried",
    unit: "members",
    help: "How many members the attack was tried on, each an independent trial.",
    default: 2000,
  },
  false_positives: {
    ...COUNT,
    label: "Non-members named",
    unit: "false positives",
    help: "Of the non-members that were tried, how many the attack called members, at the same threshold.",
    default: 20,
  },
  negatives: {
    ...TRIALS,
    label: "Non-members tried",
    unit: "non-members",
    help: "How many non-members the attack was tried on, each an independent trial.",
    default: 2000,
  },
  canaries: {
    ...CANARIES,
    label: "Canaries",
    unit: "records",
    help: "Records of which a fair coin decided, one by one, whether they were put into the single training.",
    default: 1000,
  },
  guesses: {
    ...CANARIES,
    label: "Guesses",
    unit: "canaries",
    help: "Of how many canaries the attack said “in” or “out”. Of the others it said nothing.",
    default: 100,
  },
  correct: {
    ...COUNT,
    label: "Right guesses",
    unit: "guesses",
    help: "How many of these guesses were right.",
    default: 60,
  },
  level: {
    label: "Confidence",
    unit: "of each statement",
    help: "How sure each statement below is by itself. At 0.95 a training that keeps its promise is refuted at most once in 20 audits.",
    default: 0.95,
    range: rangeOf("level"),
    slider: null,
    aliases: ["confidence"],
  },
  less_noise: {
    label: "Missing noise",
    unit: "of the declared noise",
    help: "How much less noise than declared the training is thought to add, where an audit is planned.",
    default: 0.2,
    range: rangeOf("less_noise"),
    slider: null,
    aliases: [],
    percent: true,
  },
  power: {
    label: "Power",
    unit: "probability",
    help: "With which chance the planned audit is to refute such a training.",
    default: 0.8,
    range: rangeOf("power"),
    slider: null,
    aliases: [],
  },
};
