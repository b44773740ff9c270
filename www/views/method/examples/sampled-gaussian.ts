// Counterexamples to the optimal-bounds paper.
import { above, below, erf, Random, root } from "../numerics/normal";
import {
  gaussianDelta,
  gaussianVariation,
  hockeyStick,
  observationAt,
  ratio,
  type Step,
  shares,
  twoSteps,
  weightedVariation,
} from "../numerics/step";
import { tetrahedron } from "../numerics/tetrahedron";
import { type Example, given, printed, type Row, truth } from "./example";

const DRAWS = 200_000;
/** One step with noise multiplier 0.8 and sample rate 0.3, which E2, E3 and E4 share. */
const STEP: Step = { noise: 0.8, rate: 0.3 };

export const E1: Example = {
  setting: `One unsampled step at noise multiplier 1, ${DRAWS.toLocaleString("en-US")} simulated trainings.`,
  random: true,
  run: (seed) => {
    const random = new Random(seed);
    let asPrinted = 0;
    let mended = 0;
    let least = 0;
    for (let i = 0; i < DRAWS; i++) {
      const loss = random.normal() - 1 / 2;
      const summand = -Math.expm1(Math.max(loss, 0));
      asPrinted += summand;
      least = Math.min(least, summand);
      mended += -Math.expm1(Math.min(loss, 0));
    }
    const exact = gaussianVariation(1);
    return {
      rows: [
        printed("mean with max(η, 0)", asPrinted / DRAWS, 4),
        printed("smallest summand seen", least, 4),
        truth("mean with min(η, 0)", mended / DRAWS, 4),
        truth("exact advantage", exact),
      ],
      findings: [
        { statement: "The printed mean estimates the advantage.", holds: Math.abs(asPrinted / DRAWS - exact) < 0.05 },
        { statement: "The printed summands lie in [0, 1].", holds: least >= 0 },
        { statement: "The corrected mean estimates the advantage.", holds: Math.abs(mended / DRAWS - exact) < 0.05 },
      ],
    };
  },
};

export const E2: Example = {
  setting:
    "One step at noise multiplier 0.8 and sample rate 0.3; prior 0.2, then 0.45; then an attacker who sees nothing.",
  run: () => {
    const rows = [0.2, 0.45].flatMap((prior): Row[] => {
      const tv = weightedVariation(STEP, prior / (1 - prior), "in");
      const swapped = weightedVariation(STEP, prior / (1 - prior), "out");
      const best = 2 * prior * hockeyStick(STEP, (1 - prior) / prior);
      const slack = 1 - 2 * prior;
      return [
        truth(`prior ${prior}: best attack, from the threshold test`, best, prior < 0.4 ? 4 : 5),
        truth(`prior ${prior}: corrected formula`, 2 * (1 - prior) * tv - Math.abs(slack), prior < 0.4 ? 4 : 5),
        printed(`prior ${prior}: printed formula`, 2 * (1 - prior) * tv + slack),
        ...(prior > 0.4
          ? [
              given(
                `prior ${prior}: weight on the wrong law`,
                2 * (1 - prior) * swapped - Math.abs(slack),
                prior < 0.4 ? 4 : 5,
              ),
            ]
          : []),
      ];
    });
    // Where both laws are one, TV_a is half of |1 - a|.
    const blind = (prior: number) => 2 * (1 - prior) * (Math.abs(1 - prior / (1 - prior)) / 2);
    const nothing = blind(0.2) + 0.6;
    const rare = blind(1e-9) + 1 - 2e-9;
    rows.push(
      printed("no information, prior 0.2", nothing, 4),
      truth("no information, prior 0.2", Math.abs(blind(0.2) - 0.6), 4),
      printed("no information, prior 10⁻⁹", rare, 4),
    );
    return {
      rows,
      findings: [
        {
          statement: "The printed advantage stays below twice the prior, its largest possible value.",
          holds: nothing <= 0.4,
        },
        { statement: "An attacker who sees nothing has no advantage in the printed form.", holds: rare < 0.01 },
      ],
    };
  },
};

export const E3: Example = {
  setting: "The same step; weight a = 1.2 on the law of in.",
  run: () => {
    const a = 1.2;
    const tv = weightedVariation(STEP, a, "in");
    // out above a times in, from the tails of the threshold test.
    const { out, in: inside } = shares(STEP, observationAt(STEP, 1 / a));
    const stick = 1 - out - a * (1 - inside);
    return {
      rows: [
        printed("TV_a, taken for the hockey stick", tv),
        truth("hockey stick of order a", stick),
        truth("TV_a + (1 − a)/2", tv + (1 - a) / 2),
      ],
      findings: [{ statement: "TV_a and the hockey stick agree.", holds: Math.abs(tv - stick) < 1e-6 }],
    };
  },
};

export const E4: Example = {
  setting: "The same step once and twice; the best threshold test is found first, then Corollary 11 at its threshold.",
  run: () => {
    const rows: Row[] = [];
    let gap = 0;
    for (const fpr of [0.01, 0.1, 0.3]) {
      const z = root((at) => fpr - above(at), -10, 10);
      const tpr = shares(STEP, z).in;
      const a = 1 / ratio(STEP, z);
      const formula = (fpr + weightedVariation(STEP, a, "in") + (a - 1) / 2) / a;
      gap = Math.max(gap, Math.abs(formula - tpr));
      rows.push(truth(`one step, FPR ${fpr}: best test`, tpr), printed(`one step, FPR ${fpr}: formula`, formula));
    }
    for (const fpr of [0.01, 0.1, 0.3]) {
      const level = root((at) => fpr - twoSteps(STEP, at, "out"), -0.7, 12, 1e-9);
      rows.push(truth(`two steps, FPR ${fpr}: best test`, twoSteps(STEP, level, "in"), 5));
    }
    const z = root((at) => 0.1 - above(at), -10, 10);
    const a = 1 / ratio(STEP, z);
    const wrong = (0.1 + weightedVariation(STEP, a, "out") + (a - 1) / 2) / a;
    rows.push(given("one step, FPR 0.1: with the weight on out", wrong));
    return {
      rows,
      findings: [{ statement: "Corollary 11 gives the rate of the best test.", holds: gap < 1e-6 }],
    };
  },
};

export const E5: Example = {
  setting: "A fair coin as the only sample, and a deviation of 1/2; then 500,000 samples and a deviation of 0.01.",
  run: () => {
    const hoeffding = (samples: number, off: number) => 2 * Math.exp(-2 * samples * off * off);
    const asPrinted = (samples: number, off: number) => Math.exp((-samples * off * off) / 3);
    return {
      rows: [
        truth("coin: probability of being off by 1/2", 1),
        printed("coin: printed bound on it", asPrinted(1, 0.5)),
        given("coin: Hoeffding's bound, capped at one", Math.min(1, hoeffding(1, 0.5))),
        printed("500,000 samples: printed", asPrinted(5e5, 0.01), 2),
        truth("500,000 samples: Hoeffding", hoeffding(5e5, 0.01), 2),
        truth("half-width at confidence 1 − 10⁻⁵", Math.sqrt(Math.log(2e5) / 1e6), 4),
        given("the printed bound follows from m d² =", 0.6 * Math.LN2),
      ],
      findings: [{ statement: "The printed bound holds for every summand in [0, 1].", holds: asPrinted(1, 0.5) >= 1 }],
    };
  },
};

export const E16a: Example = {
  setting: "Two normal laws one deviation apart, weight a = 1/2.",
  run: () => {
    const [a, r, s] = [0.5, 1, 1];
    const crossing = (r * r - 2 * s * s * Math.log(a)) / (2 * r);
    const right = (erf(crossing / (Math.SQRT2 * s)) - a * erf((crossing - r) / (Math.SQRT2 * s))) / 2;
    const scale = 2 * Math.SQRT2 * s * r;
    const half = Math.log(a) * s * s;
    const asPrinted = (erf((r * r - half) / scale) + 1 - a * erf((-r * r - half) / scale) - a) / 2;
    const direct = weightedVariation({ noise: s / r, rate: 1 }, a, "in");
    return {
      rows: [
        printed("printed closed form", asPrinted),
        truth("corrected closed form", right),
        truth("half the integral of |x − a y|", direct),
      ],
      findings: [{ statement: "The printed closed form gives TV_a.", holds: Math.abs(asPrinted - direct) < 1e-6 }],
    };
  },
};

export const E16b: Example = {
  setting:
    "One unsampled step at noise multiplier 1: first one record exchanged for its opposite, then Yeom's game on four corners of a tetrahedron.",
  run: () => {
    const bound = gaussianVariation(1);
    const replaced = gaussianVariation(2);
    const yeom = tetrahedron(1);
    return {
      rows: [
        printed("Theorem 6, said to cover both games", bound),
        truth("replacement game", replaced),
        truth("Yeom's game", yeom, 5),
        given("twice Theorem 6, which does cover replacement", Math.min(1, 2 * bound)),
      ],
      findings: [
        { statement: "Theorem 6 bounds the replacement game.", holds: replaced <= bound },
        { statement: "Theorem 6 bounds Yeom's game.", holds: yeom <= bound },
        { statement: "Twice Theorem 6 bounds the replacement game.", holds: replaced <= 2 * bound },
      ],
    };
  },
};

export const E16c: Example = {
  setting: "The Gaussian mechanism at noise multiplier 1, epsilon 1.",
  run: () => {
    const delta = gaussianDelta(1, 1);
    const over = above(0.5);
    return {
      rows: [
        printed("delta at epsilon 1, taken for the tail of the loss", delta),
        truth("probability that the loss exceeds 1", over),
        truth("probability that it leaves [−1, 1]", over + below(-1.5)),
      ],
      findings: [{ statement: "The loss exceeds epsilon with probability at most delta.", holds: over <= delta }],
    };
  },
};

export const E16n: Example = {
  setting:
    "100 steps at rate 0.01, clipping norm 1, 50 other examples: the mean of the coordinate that the attack reads.",
  run: () => {
    const [steps, rate, norm, others] = [100, 0.01, 1, 50];
    const mean = (dimension: number, member: boolean) =>
      (others * steps * rate * norm) / dimension + (member ? steps * rate * norm : 0);
    const threshold = (steps * rate * norm) / 2 + (others * steps * rate * norm) / 10;
    return {
      rows: [
        truth("out, d = 10", mean(10, false)),
        truth("in, d = 10", mean(10, true)),
        given("threshold with n in the place of m", threshold),
        given("middle of both", (mean(10, false) + mean(10, true)) / 2),
      ],
      findings: [
        {
          statement: "With n in the place of m the threshold is the middle of both means.",
          holds: Math.abs(threshold - (mean(10, false) + mean(10, true)) / 2) < 1e-12,
        },
      ],
    };
  },
};

export const E16o: Example = {
  setting: "One step at noise multiplier 0.8 and sample rate 0.3, weight a = 1.2 on out against the mixture.",
  run: () => {
    const [a, q] = [1.2, STEP.rate];
    const c = (a - (1 - q)) / q;
    const mixture = weightedVariation(STEP, a, "out");
    const reduced = q * weightedVariation({ noise: STEP.noise, rate: 1 }, c, "out");
    return {
      rows: [
        truth("TV_a of the mixture", mixture),
        truth("q TV_c of the unsampled step", reduced),
        given("the weight c at a = 0.5, below 1 − q", (0.5 - (1 - q)) / q),
      ],
      findings: [
        { statement: "The reduction to one unsampled step holds.", holds: Math.abs(mixture - reduced) < 1e-9 },
        { statement: "The weight stays positive for every a > 0.", holds: (0.5 - (1 - q)) / q > 0 },
      ],
    };
  },
};
