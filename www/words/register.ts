// A published entry in words: what it claims beside what is certified, and what of it is known from where.
import type { Entry, Field, RunField } from "../register/entry";
import type { Reading } from "../register/figures";
import { RELATIONS, SAMPLINGS } from "../state/parameters/setting-words";
import { print } from "../state/parameters/table";
import { onceIn } from "./baseline";
import { type FigureRow, sideInWords } from "./figure";
import { count, percent } from "./number";

/** Where a claim lies: above the certified value, below it, the same up to rounding, or not to be compared. */
export type Side = "above" | "below" | "agrees" | "none";

export interface Comparison {
  side: Side;
  /** By what share of the certified value the claim is off. */
  share: number;
}

/** Up to here the rounding of what is printed explains a difference. */
const SAME = 0.005;

export function comparison({ claim, guarantee }: Entry, { epsilon }: Reading): Comparison {
  const repeated = guarantee && guarantee.form !== "gdp" && guarantee.form !== "zcdp";
  if (!claim?.delta || !epsilon || repeated) return { side: "none", share: 0 };
  const claimed = claim.epsilon.value;
  const most = epsilon.upper ?? epsilon.estimate;
  const least = epsilon.lower ?? (epsilon.kind === "upper" ? 0 : epsilon.estimate);
  if (claimed > most * (1 + SAME)) return { side: "above", share: claimed / most - 1 };
  if (claimed < least * (1 - SAME)) return { side: "below", share: 1 - claimed / least };
  return { side: claimed < most * (1 - SAME) ? "none" : "agrees", share: 0 };
}

/** "claim 39% above", or why there is nothing to compare, for a cell. */
export function sideInBrief(entry: Entry, reading: Reading): string {
  const { side, share } = comparison(entry, reading);
  if (side === "above" || side === "below") return `claim ${percent(share, 2)} ${side}`;
  if (side === "agrees") return "the same";
  if (!entry.claim) return "no epsilon claimed";
  return reading.epsilon ? "not comparable" : "the claim alone";
}

export function comparisonInWords({ side, share }: Comparison, epsilon: Reading["epsilon"]): string {
  const certified = epsilon ? ` (${sideInWords(epsilon)})` : "";
  switch (side) {
    case "above":
      return `The claimed epsilon is ${percent(share, 2)} above the certified one${certified}: for the assumptions of the claim, the promise holds with room to spare.`;
    case "below":
      return `The claimed epsilon is ${percent(share, 2)} below the certified one${certified}: the run as it is stated can leak more than the claim says.`;
    case "agrees":
      return `The claimed epsilon is the certified one${certified}, up to the digits that it is stated with.`;
    case "none":
      return "";
  }
}

export function claimInWords({ claim }: Entry): string {
  if (!claim) return "no epsilon";
  return `epsilon ${print(claim.epsilon.value)}${claim.delta ? ` at delta ${small(claim.delta.value)}` : ", no delta"}`;
}

function small(value: number): string {
  return print(Number(value.toPrecision(3)));
}

export function readingRows({ advantage, tpr, baseline, epsilon, delta }: Reading, name = "register"): FigureRow[] {
  return [
    { name: `${name}-advantage`, label: "Advantage", figure: advantage },
    {
      name: `${name}-tpr`,
      label: `Members found at ${percent(tpr.fpr)} FPR`,
      figure: tpr,
      percent: true,
      words: "share of the members that are named while one in a thousand others is named wrongly",
    },
    {
      name: `${name}-baseline`,
      label: `A guess that is right ${onceIn(baseline.baseline)} without it`,
      figure: baseline,
      percent: true,
      words: `with what was published, right at most ${onceIn(baseline.upper ?? 1)}`,
    },
    ...(epsilon && delta !== null
      ? [{ name: `${name}-epsilon`, label: `Epsilon at delta ${small(delta)}`, figure: epsilon }]
      : []),
  ];
}

/** Which assumptions of the claim fail. */
export function failing({ sampling, fails }: Entry): string[] {
  const shuffled = `The sampling: the figures above assume ${SAMPLINGS.poisson.phrase}, and batches were cut from shuffled epochs. For these nothing is proven of an added or removed record; of an exchanged one, what stands below is.`;
  const found = [...(fails ? [fails] : []), ...(sampling?.as_run?.value === "shuffle" ? [shuffled] : [])];
  return found.length > 0 ? found : ["None that is known."];
}

export interface Fact {
  name: string;
  value: string;
  status: Field<unknown>["status"];
  /** The words of the source, or how it was concluded. */
  from: string;
}

const RUN_FIELDS: Record<RunField, string> = {
  noise_multiplier: "Noise multiplier (standard deviation of the noise in clipping norms)",
  sample_rate: "Sample rate (of the records a step)",
  batch_size: "Batch size (records a step)",
  dataset_size: "Data set size (records)",
  num_steps: "Steps",
  epochs: "Epochs (passes over the data)",
  target_delta: "Delta",
};

/** Each field with what it is known from. */
export function factsOf(entry: Entry): Fact[] {
  const { claim, parameters, guarantee, relation, sampling, unit, mechanism, year } = entry;
  const number = (value: number) => (Number.isInteger(value) && value >= 1e4 ? count(value) : rounded6(value));
  const run = Object.entries(parameters) as [RunField, Field<number>][];
  return [
    fact("Mechanism", mechanism, String),
    fact("Unit of privacy", unit, String),
    fact("Claimed epsilon", claim?.epsilon ?? null, number),
    fact("Claimed delta", claim?.delta ?? null, small),
    ...run.map(([name, field]) => fact(RUN_FIELDS[name], field, number)),
    fact("Mu of one Gaussian", guarantee?.gdp_mu ?? null, number),
    fact("Rho of zero-concentrated differential privacy", guarantee?.zcdp_rho ?? null, number),
    fact("Delta, for an epsilon that follows", guarantee?.target_delta ?? null, small),
    fact("Relation of neighbouring data sets", relation, (value) => RELATIONS[value].phrase),
    fact("Sampling as claimed", sampling?.claimed ?? null, (value) => SAMPLINGS[value].phrase),
    fact("Sampling as run", sampling?.as_run ?? null, (value) => SAMPLINGS[value].phrase),
    fact("Year", year, String),
  ].flatMap((each) => each ?? []);
}

function fact<T>(name: string, field: Field<T> | null, inWords: (value: T) => string): Fact | null {
  if (!field) return null;
  const value = inWords(field.value);
  if (field.status === "inferred") return { name, value, status: field.status, from: field.how };
  return { name, value, status: field.status, from: `“${field.quote}”${field.at ? `, ${field.at}` : ""}` };
}

function rounded6(value: number): string {
  return print(Number(value.toPrecision(6)));
}
