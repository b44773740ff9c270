// A training run in the words of its form: in one line, and what is assumed of it.
import type { SolveFor } from "../../src/boundary/wasm/core";
import { NOISES, RELATIONS, SAMPLINGS } from "../state/parameters/setting-words";
import { print } from "../state/parameters/table";
import { SOLVED } from "../state/questions/quantity";
import type { Run } from "../state/questions/run";
import { count } from "./number";

/** "512 of 50,000 · 40 epochs · noise 0.9 · Poisson"; what a calibration looks for is left out. */
export function runInBrief(run: Run, solved?: SolveFor): string {
  const { history, batch_size, sample_rate, dataset_size, epochs, num_steps, noise_multiplier, sampling } = run;
  const { brief } = SAMPLINGS[sampling];
  if (history) return `a schedule of ${history.length} phases · ${brief}`;
  const rate = sample_rate === null ? `${print(batch_size)} of ${count(dataset_size)}` : `rate ${print(sample_rate)}`;
  const length =
    num_steps === null ? `${print(epochs)} ${epochs === 1 ? "epoch" : "epochs"}` : `${count(num_steps)} steps`;
  const sought = solved ? SOLVED[solved] : [];
  return [
    sought.includes("sample_rate") ? "" : rate,
    sought.includes("num_steps") ? "" : length,
    sought.includes("noise_multiplier") ? "" : `noise ${print(noise_multiplier)}`,
    brief,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** What is assumed, and what to ask about it, since most programs do otherwise. */
export function assumptionInWords({ sampling, neighboring_relation, noise }: Run): { said: string; asked: string } {
  const law = noise === "gaussian" ? "" : NOISES[noise].name;
  const said = [SAMPLINGS[sampling].phrase, RELATIONS[neighboring_relation].assumed, law].filter(Boolean).join(", ");
  return { said, asked: sampling === "poisson" ? "Does your loader shuffle?" : "" };
}
