// A published entry as parameters of the page: the reading that its claim assumes, and the run as it was.
import type { Entry, RunField } from "../register/entry";
import { defaults, type Parameters } from "./parameters/table";

/** What an entry says of its run, as far as it differs from the defaults. */
export function runOfEntry({ parameters, claim }: Entry): Partial<Parameters> {
  const given = Object.entries(parameters) as [RunField, { value: number }][];
  const set = Object.fromEntries(given.map(([name, { value }]) => [name, value]));
  return claim?.delta ? { ...set, target_delta: claim.delta.value } : set;
}

/** The state in which the page answers what the claim says. */
export function claimedValues(entry: Entry): Parameters {
  return entry.guarantee ? guaranteeValues(entry) : { ...defaults(), view: "training", ...runOfEntry(entry) };
}

function guaranteeValues({ guarantee, claim }: Entry): Parameters {
  const start = defaults();
  const delta = claim?.delta?.value;
  return {
    ...start,
    view: "guarantee",
    guarantee: guarantee?.form ?? start.guarantee,
    guarantee_epsilon: claim?.epsilon.value ?? start.guarantee_epsilon,
    guarantee_delta: delta ?? start.guarantee_delta,
    guarantee_target_delta: delta ?? guarantee?.target_delta?.value ?? start.guarantee_target_delta,
    guarantee_gdp_mu: guarantee?.gdp_mu?.value ?? start.guarantee_gdp_mu,
    zcdp_rho: guarantee?.zcdp_rho?.value ?? start.zcdp_rho,
  };
}

/** The same run with batches drawn as they were, where that differs; null where it does not, or is not known. */
export function runValues(entry: Entry): Parameters | null {
  if (entry.guarantee || entry.sampling?.as_run?.value !== "shuffle") return null;
  // An added record would change how an epoch is cut: of shuffled batches only an exchange is bounded.
  return { ...claimedValues(entry), num_steps: null, sampling: "shuffle", neighboring_relation: "replace_one" };
}

/** Which noise the claim asks for, where the source states all but the noise. */
export function calibrateValues(entry: Entry): Parameters | null {
  const { batch_size, dataset_size, epochs, noise_multiplier } = entry.parameters;
  const { claim } = entry;
  if (noise_multiplier || !batch_size || !dataset_size || !epochs || !claim?.delta) return null;
  const asked = { view: "calibrate", target: "epsilon", epsilon: claim.epsilon.value } as const;
  return { ...defaults(), ...runOfEntry(entry), ...asked };
}
