// Counterexamples to the paper on data that depend on each other.
import { Random } from "../numerics/normal";
import { type Example, given, printed, truth } from "./example";

/** Delta of a group of n, when each record has (epsilon, delta). */
function groupDelta(n: number, epsilon: number, delta: number): number {
  return (delta * Math.expm1(n * epsilon)) / Math.expm1(epsilon);
}

/** Bound (8): the largest total variation under (epsilon, delta). */
const bound8 = (epsilon: number, delta: number) => (Math.expm1(epsilon) + 2 * delta) / (Math.exp(epsilon) + 1);

/** A mechanism with one output bit on a chain of 2m + 1 data sets: every neighbour as far as (epsilon, delta) allows. */
function chain(m: number, epsilon: number, delta: number): number[] {
  const half = [Math.exp(-m * epsilon) * (0.5 - (delta * Math.expm1(m * epsilon)) / Math.expm1(epsilon))];
  for (let i = 0; i < m; i++) half.push(Math.exp(epsilon) * (half[i] ?? 0) + delta);
  return [
    ...half,
    ...half
      .slice(0, m)
      .reverse()
      .map((share) => 1 - share),
  ];
}

function isPrivate(one: number, other: number, epsilon: number, delta: number): boolean {
  const under = (p: number, q: number) => p <= Math.exp(epsilon) * q + delta + 1e-13;
  return under(one, other) && under(other, one) && under(1 - one, 1 - other) && under(1 - other, 1 - one);
}

export const E14: Example = {
  setting:
    "1000 records that move together, epsilon 1, delta 10⁻⁵; then ten, epsilon 0.1, delta 0.2, on a mechanism with one output bit.",
  run: () => {
    const [n, epsilon, delta] = [1000, 1, 1e-5];
    const group = groupDelta(n, epsilon / n, delta / n);
    const right = (delta * Math.expm1(epsilon / n)) / Math.expm1(epsilon);
    const shares = chain(5, 0.01, 0.02);
    const first = shares[0] ?? Number.NaN;
    const spread = (shares.at(-1) ?? Number.NaN) - first;
    const fair = shares.every((share, i) => i === 0 || isPrivate(shares[i - 1] ?? 0, share, 0.01, 0.02));
    return {
      rows: [
        printed("delta promised to the group", delta, 2),
        truth("delta of the group from delta/n each", group, 5),
        truth("delta each that gives the group 10⁻⁵", right, 5),
        printed("the printed delta each", delta / n, 2),
        truth(
          "the group's delta is so many times too large at epsilon 10",
          groupDelta(n, 10 / n, delta / n) / delta,
          4,
        ),
        truth("ten records: total variation of the bit", spread),
        printed("ten records: bound (8)", bound8(0.1, 0.2)),
      ],
      findings: [
        { statement: "delta/n for each record gives delta for the group.", holds: group <= delta * (1 + 1e-9) },
        {
          statement: "The corrected delta for each record does.",
          holds: groupDelta(n, epsilon / n, right) <= delta * (1 + 1e-9),
        },
        { statement: "The ten steps of the mechanism are each (0.01, 0.02)-private.", holds: fair },
        { statement: "Bound (8) holds for the group.", holds: spread <= bound8(0.1, 0.2) },
      ],
    };
  },
};

const TRIALS = 200_000;

export const E15: Example = {
  setting: `Twenty subpopulations; ${TRIALS.toLocaleString("en-US")} games against the attack that recognises the training set's own.`,
  random: true,
  run: (seed) => {
    const m = 20;
    const random = new Random(seed);
    const said = { member: 0, other: 0 };
    const asked = { member: 0, other: 0 };
    for (let i = 0; i < TRIALS; i++) {
      const member = random.uniform() < 0.5;
      const own = member || random.uniform() < 1 / m;
      asked[member ? "member" : "other"] += 1;
      if (own) said[member ? "member" : "other"] += 1;
    }
    const advantage = said.member / asked.member - said.other / asked.other;
    const asPrinted = 2 * (1 - 1 / m) - 1;
    return {
      rows: [
        printed("cap as printed", asPrinted, 3),
        truth("1 − 1/m", 1 - 1 / m, 3),
        truth("advantage counted", advantage, 3),
      ],
      findings: [
        { statement: "No such attack has an advantage above the printed cap.", holds: advantage <= asPrinted },
        { statement: "The advantage is 1 − 1/m.", holds: Math.abs(advantage - (1 - 1 / m)) < 0.01 },
      ],
    };
  },
};

export const E16h: Example = {
  setting: "Five subpopulations; the second row of Figure 5, subpopulation j = 3, label y = 4.",
  run: () => {
    const m = 5;
    const figure = (row: number, j: number) => ((row - 1 + j - 1) % m) + 1;
    const asPrinted = (y: number, j: number) => ((y + j - 2) % m) + 1;
    const mended = (y: number, j: number) => ((((y - j) % m) + m) % m) + 1;
    let agree = 0;
    for (let row = 1; row <= m; row++) for (let j = 1; j <= m; j++) if (mended(figure(row, j), j) === row) agree++;
    return {
      rows: [
        given("label in the figure", figure(2, 3), 1),
        printed("index by equation 18", asPrinted(4, 3), 1),
        truth("row of the figure", mended(4, 3), 1),
        truth("cells of the figure that the corrected index finds, of 25", agree, 2),
      ],
      findings: [{ statement: "Equation 18 finds the row of the figure.", holds: asPrinted(4, 3) === 2 }],
    };
  },
};

export const E16l: Example = {
  setting: "Bounds (5), (6) and (8) where they differ most, and where they speak of different assumptions.",
  run: () => {
    const epsilon = Math.log(1 + Math.SQRT2);
    const six = -Math.expm1(-epsilon);
    const eight = bound8(epsilon, 0);
    return {
      rows: [
        given("epsilon at which (6) is furthest above (8)", epsilon, 4),
        truth("(6) less (8) there", six - eight),
        given("3 − 2√2", 3 - 2 * Math.SQRT2),
        truth("(8) at epsilon 0, delta 0.5", bound8(0, 0.5), 2),
        printed("(5) at epsilon 0, which assumes delta 0", Math.expm1(0), 2),
      ],
      findings: [
        { statement: "(8) is at most (6).", holds: eight <= six },
        { statement: "(8) is at most (5) for every delta.", holds: bound8(0, 0.5) <= Math.expm1(0) },
      ],
    };
  },
};
