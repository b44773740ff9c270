// The charts of the guarantee view as data: half-planes, curves of constant accuracy, deletion capacity, the example.
import type {
  GuaranteeResult,
  IsoBoundResult,
  UnboundedExample,
  UnlearningCurve,
} from "../../../src/boundary/wasm/core";
import { type Parameters, print } from "../../state/parameters/table";
import { percent, rounded } from "../../words/number";
import { linearAxis, logAxis, plain, rate, spreadAxis } from "./axes";
import type { Lines } from "./lines";

/** The ROC plane with the two straight lines that one pair (epsilon, delta) draws in it. */
export function halfPlanes({ roc, epsilon, delta }: GuaranteeResult, values: Parameters): Lines | null {
  if (!roc) return null;
  const xs = [...roc.fpr];
  const e = epsilon?.upper ?? null;
  const d = delta ?? 0;
  const clip = (y: number) => (y > 1 ? Number.NaN : y);
  const pair =
    e === null
      ? []
      : [
          { name: "TPR = e^epsilon FPR + delta", kind: "upper" as const, ys: xs.map((x) => clip(Math.exp(e) * x + d)) },
          {
            name: "1 − TPR = e^−epsilon (1 − delta − FPR)",
            kind: "upper" as const,
            ys: xs.map((x) => clip(1 - Math.exp(-e) * (1 - d - x))),
          },
        ];
  const converted = values.guarantee === "gdp" || values.guarantee === "zcdp" || values.guarantee === "rdp";
  return {
    caption: "What the guarantee leaves to an attacker",
    summary: `No attack lies above the first line. ${
      e === null
        ? ""
        : converted
          ? `The two straight lines are what is left of the guarantee when only its epsilon at delta ${print(d)} is kept. `
          : "It is the lower of the two straight lines that epsilon and delta draw. "
    }The last line is blind guessing.`,
    xs,
    lines: [
      { name: "the guarantee", kind: "upper", ys: [...roc.upper] },
      ...pair,
      { name: "blind guessing", kind: "blind", ys: xs },
    ],
    x: linearAxis([0, 1], "others wrongly named (FPR)", rate),
    y: linearAxis([0, 1], "members found (TPR)", rate),
    read: (y) => percent(y, 4, "up"),
  };
}

export function isoLines(iso: IsoBoundResult, values: Parameters, epsilon: number | null): Lines {
  const most = Math.max(...iso.curves.flatMap((curve) => curve.epsilon.map((y) => y ?? 0)), 1);
  const top = Math.min(most, 10);
  const withDelta = values.guarantee === "approximate_dp" && values.guarantee_delta > 0;
  const assumed = withDelta
    ? ` at delta ${print(values.guarantee_delta)} and attack rate ${percent(values.attack_rate)}`
    : " at delta 0";
  return {
    caption: "Epsilon against sampling probability at constant positive accuracy",
    summary: `On each line the positive accuracy is bounded by the same share${assumed}. Below a line it is smaller: rarely sampled records bear a larger epsilon. Where a line has ended, not even epsilon 0 keeps it. (Thudi et al., Theorem 3.3, with erratum ${iso.erratum}.)`,
    xs: iso.sampling_probability,
    lines: iso.curves.map((curve) => ({
      name: percent(curve.target_positive_accuracy),
      kind: "upper" as const,
      ys: curve.epsilon.map((y) => y ?? Number.NaN),
    })),
    x: linearAxis([0, 1], "sampling probability"),
    y: linearAxis([0, top], "epsilon"),
    markedX: { at: values.guarantee_sampling_probability, name: "the sampling probability" },
    markedY: epsilon !== null && epsilon <= top ? { at: epsilon, name: "the epsilon of the guarantee" } : null,
    read: (y) => rounded(y, 4, "down"),
    named: true,
  };
}

export function deletionLines(curve: UnlearningCurve, values: Parameters): Lines {
  const lines = [
    { name: "corrected (E10)", kind: "lower" as const, ys: curve.capacity },
    { name: "as printed, too large", kind: "formula" as const, ys: curve.printed_capacity },
    { name: "linear growth, for comparison", kind: "blind" as const, ys: curve.linear },
  ].map(({ ys, ...line }) => ({
    ...line,
    ys: ys.map((y) => (y !== null && y > 0 && Number.isFinite(y) ? y : Number.NaN)),
  }));
  const size = values.guarantee_dataset_size * values.guarantee_sampling_probability;
  const [least, most] = [Math.min(...curve.expected_size), Math.max(...curve.expected_size)];
  return {
    caption: "How many deletions leave the model as it is",
    summary: `The number of records that may be deleted while, with probability ${percent(values.target_absence)} or more, none of them was in the training set. Below 1 not even one. Other ways of unlearning can delete more the larger the training set is; this one can delete less.`,
    xs: curve.expected_size,
    lines,
    x: logAxis([least, most], "expected size of the training set (log scale)"),
    y: spreadAxis(
      lines.flatMap(({ ys }) => ys),
      "deletions",
    ),
    markedX: size > least && size < most ? { at: size, name: "the present size" } : null,
    read: (y) => rounded(y, 4, "down"),
  };
}

export function exampleLines(example: UnboundedExample): Lines {
  const xs = example.threshold;
  return {
    caption: "A positive accuracy without bound",
    summary: `One weight, one record, Gaussian noise of standard deviation ${print(example.noise_multiplier)}: the attack says “member” when the weight ends below the threshold. The lower the threshold, the surer it is of those it names, and the fewer it names. Its accuracy over all guesses stays near one half.`,
    xs,
    lines: [
      { name: "positive accuracy", kind: "exact", ys: example.positive_accuracy },
      { name: "bound at its attack rate (E9)", kind: "upper", ys: example.bound },
      { name: "accuracy over all guesses", kind: "exact", ys: example.accuracy },
      { name: "attack rate", kind: "blind", ys: example.attack_rate },
    ],
    x: linearAxis([Math.min(...xs), Math.max(...xs)], "threshold", plain),
    y: linearAxis([0, 1], "share", rate),
    read: (y) => percent(y, 4, "up"),
  };
}
