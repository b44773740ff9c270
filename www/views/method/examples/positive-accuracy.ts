// Counterexamples to the paper on positive accuracy.
import { root } from "../numerics/normal";
import { gaussianDelta } from "../numerics/step";
import { type Example, given, inPercent, printed, truth } from "./example";

interface Attack {
  epsilon: number;
  delta: number;
  /** Probability that the record is in the training set. */
  sampled: number;
  /** Probability that the attacker names it when it is in. */
  named: number;
}

/** Least probability of naming a record that is out, by the first inequality of differential privacy. */
const namedOut = ({ epsilon, delta, named }: Attack) => Math.exp(-epsilon) * (named - delta);

/** The positive accuracy of a mechanism with two outcomes that meets that inequality with equality. */
function attained(attack: Attack): number {
  const { sampled, named } = attack;
  return (sampled * named) / (sampled * named + (1 - sampled) * Math.max(0, namedOut(attack)));
}

/** Theorem 3.3 with `by` under delta: the conditional probability as printed, the joint one as proven. */
function theorem({ epsilon, delta, sampled }: Attack, by: number): number {
  const odds = (1 - sampled) / sampled;
  return 1 / (1 + Math.exp(-epsilon) * odds - (delta * Math.exp(-epsilon) * (1 - sampled)) / by);
}

const joint = ({ sampled, named }: Attack) => sampled * named;

export const E9: Example = {
  setting: "A mechanism with two outcomes. First: epsilon 1, delta 0.05, P(x in D) = 0.1, P(S | x in D) = 0.06.",
  run: () => {
    const first = { epsilon: 1, delta: 0.05, sampled: 0.1, named: 0.06 };
    const second = { epsilon: 0, delta: 0.1, sampled: 0.5, named: 0.1 };
    const usual = { epsilon: 1, delta: 1e-5, sampled: 0.5, named: 0.01 };
    const frequent = { epsilon: 1, delta: 0, sampled: 0.5, named: 0.9 };
    const leastOut = Math.max(namedOut(frequent), 1 - Math.E * (1 - frequent.named));
    return {
      rows: [
        inPercent(truth("positive accuracy of the mechanism", attained(first))),
        inPercent(printed("bound with the conditional probability", theorem(first, first.named))),
        inPercent(truth("bound with the joint probability", theorem(first, joint(first)))),
        inPercent(truth("epsilon 0, delta 0.1: positive accuracy", attained(second))),
        inPercent(printed("epsilon 0, delta 0.1: printed bound", theorem(second, second.named))),
        inPercent(truth("delta 10⁻⁵, P(S | x in D) = 1%: positive accuracy", attained(usual))),
        inPercent(printed("delta 10⁻⁵, P(S | x in D) = 1%: printed bound", theorem(usual, usual.named))),
        inPercent(truth("an attacker who names 90%: by both inequalities", (0.5 * 0.9) / (0.5 * 0.9 + 0.5 * leastOut))),
        inPercent(printed("an attacker who names 90%: Theorem 3.3", theorem(frequent, joint(frequent)))),
      ],
      findings: [
        {
          statement: "The bound with the conditional probability holds.",
          holds: attained(first) <= theorem(first, first.named) + 1e-12,
        },
        {
          statement: "The bound with the joint probability holds.",
          holds: attained(first) <= theorem(first, joint(first)) + 1e-12,
        },
        {
          statement: "It is tight whatever the attacker's rate.",
          holds: Math.abs(leastOut - namedOut(frequent)) < 1e-12,
        },
      ],
    };
  },
};

export const E10: Example = {
  setting:
    "10,000 candidates, epsilon 1, promised negative accuracy 80%; the expected training set holds 100, then 1000.",
  run: () => {
    const lower = (sampled: number) => 1 / (1 + (Math.E * sampled) / (1 - sampled));
    const asPrinted = (sampled: number) => 1 / (1 + sampled / (Math.E * (1 - sampled)));
    const capacity = (accuracy: number) => Math.log(0.8) / Math.log(accuracy);
    // Randomised response: the record's bit is told truly with odds e.
    const [tells, lies] = [Math.E / (1 + Math.E), 1 / (1 + Math.E)];
    const response = (sampled: number) => ((1 - sampled) * lies) / ((1 - sampled) * lies + sampled * tells);
    return {
      rows: [
        inPercent(truth("100: negative accuracy at least", lower(0.01))),
        truth("100: deletions that may be left undone", capacity(lower(0.01)), 3),
        inPercent(printed("100: negative accuracy", asPrinted(0.01))),
        printed("100: deletions", capacity(asPrinted(0.01)), 4),
        inPercent(truth("1000: negative accuracy at least", lower(0.1))),
        truth("1000: deletions", capacity(lower(0.1)), 3),
        printed("1000: deletions", capacity(asPrinted(0.1)), 3),
        inPercent(truth("1000: negative accuracy of randomised response", response(0.1))),
      ],
      findings: [
        { statement: "Negative accuracy is at least the printed number.", holds: response(0.1) >= asPrinted(0.1) },
        {
          statement: "Negative accuracy is at least the corrected number.",
          holds: response(0.1) >= lower(0.1) - 1e-12,
        },
      ],
    };
  },
};

export const E16f: Example = {
  setting: "The noise deviation with which one Gaussian release is (1, 10⁻⁵)-private.",
  run: () => {
    const smallest = root((noise) => 1e-5 - gaussianDelta(noise, 1), 1, 10);
    return {
      rows: [
        truth("smallest deviation", smallest),
        printed("deviation in the text", 4.0412, 5),
        truth("delta at epsilon 1 with the printed deviation", gaussianDelta(4.0412, 1), 3),
        given("delta if 4.0412 were a variance", gaussianDelta(Math.sqrt(4.0412), 1), 3),
      ],
      findings: [
        { statement: "The printed deviation meets the guarantee.", holds: gaussianDelta(4.0412, 1) <= 1e-5 },
        { statement: "It would as a variance.", holds: gaussianDelta(Math.sqrt(4.0412), 1) <= 1e-5 },
      ],
    };
  },
};

export const E16g: Example = {
  setting:
    "All pairs of training sets from six candidates that differ in one record; and the generalisation gap at epsilon 1.",
  run: () => {
    const n = 6;
    let pairs = 0;
    for (let subset = 0; subset < 2 ** n; subset++) if ((subset & 1) === 0) pairs++;
    let sum = 0;
    let term = 1;
    for (let i = 0; i < n; i++) {
      if (i > 0) sum += term;
      term = (term * (n - 1 - i)) / (i + 1);
    }
    return {
      rows: [
        truth("pairs that differ in the target", pairs, 2),
        printed("the printed sum, which leaves out the empty set", sum, 2),
        given("largest gap over the loss bound, tanh(1/2)", Math.tanh(0.5)),
        given("the same by Corollary 5.4", 2 / (1 + Math.exp(-1)) - 1),
      ],
      findings: [
        { statement: "The printed sum counts every pair.", holds: pairs === sum },
        {
          statement: "Corollary 5.4 says |R_g|/B ≤ tanh(ε/2).",
          holds: Math.abs(Math.tanh(0.5) - (2 / (1 + Math.exp(-1)) - 1)) < 1e-12,
        },
      ],
    };
  },
};
