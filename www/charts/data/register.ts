// Published entries as points: the claimed epsilon against the certified advantage.
import type { Entry } from "../../register/entry";
import type { Reading } from "../../register/figures";
import { atMost } from "../../words/figure";

export interface ClaimPoint {
  name: string;
  epsilon: number;
  advantage: number;
  /** Whether the certified value is that of the run, and no bound for all mechanisms with the claim. */
  exact: boolean;
}

/** Those that claim an epsilon, from the smallest. */
export function claimPoints(all: readonly { entry: Entry; reading: Reading }[]): ClaimPoint[] {
  return all
    .flatMap(({ entry, reading }) =>
      entry.claim
        ? [
            {
              name: entry.name,
              epsilon: entry.claim.epsilon.value,
              advantage: atMost(reading.advantage),
              exact: reading.advantage.kind === "exact",
            },
          ]
        : [],
    )
    .sort((a, b) => a.epsilon - b.epsilon);
}
