// The questions of the closed form of Bayes security: the forms beside the exact figure, and the noise for a target.
import type { BayesSecurityOptions, BayesSecurityResult } from "../../src/boundary/wasm/core";
import type { Answer, ExactEngine } from "../engine/exact-engine";
import { type Inputs, problemIn } from "../state/inputs/inputs";
import { bayesSecurityOptions, securityNoiseOptions } from "../state/questions/closed-form";
import { trainingNames } from "../state/questions/run";
import { type Asked, ask, following } from "./ask";
import { Following } from "./following-question";

/** With the target that its choice is for. */
export interface Security extends BayesSecurityResult {
  target: number | null;
}

export class ClosedFormAnswers {
  readonly security: Following<BayesSecurityOptions, Security>;
  readonly noise: Asked<"calibrate">;

  constructor(engine: ExactEngine, changed: () => void) {
    this.security = new Following((options) => askSecurity(engine, options), changed);
    this.noise = following(engine, "calibrate", changed, "security noise");
  }

  follow(inputs: Inputs): void {
    if (problemIn(inputs, trainingNames(inputs.values)) !== null) {
      this.security.pause();
      this.noise.pause();
      return;
    }
    void ask(this.security, bayesSecurityOptions(inputs.values));
    void ask(this.noise, securityNoiseOptions(inputs.values));
  }
}

async function askSecurity(engine: ExactEngine, options: BayesSecurityOptions): Promise<Answer<Security> | null> {
  const answer = await engine.latest("bayes security", "bayes_security", options);
  if (!answer?.ok) return answer;
  return { ok: true, value: { ...answer.value, target: options.target_bayes_security ?? null } };
}
