// Programs that repeat the shown state: with the core itself, and with other tools, each saying what its answer is.
import type { CalibrateResult, EpsilonFigure, HistoryEntry, TrainingResult } from "../../src/boundary/wasm/core";
import { samplingInWords } from "../state/parameters/setting-words";
import { deltaOf, fprOf } from "../state/questions/run";
import { atMost } from "../words/figure";
import { rounded } from "../words/number";
import type { Answered, Subject } from "./subject";

export const LANGUAGES = {
  javascript: { label: "JavaScript", extension: "mjs" },
  rust: { label: "Rust", extension: "rs" },
  shell: { label: "Shell", extension: "sh" },
  opacus: { label: "Python: Opacus", extension: "py" },
  dp_accounting: { label: "Python: dp_accounting", extension: "py" },
  riskcal: { label: "Python: riskcal", extension: "py" },
} as const;

export type Language = keyof typeof LANGUAGES;

/** Those that know the question: other tools account for runs only. */
export function languagesFor({ answered }: Subject): Language[] {
  if (!answered) return [];
  if (readsScores(answered)) return ["shell"];
  const own: Language[] = ["javascript", "rust", "shell"];
  const isRun = answered.view === "training" || answered.view === "calibrate";
  return isRun ? [...own, "opacus", "dp_accounting", "riskcal"] : own;
}

export function codeFor(language: Language, subject: Subject, version: string): string {
  const { answered } = subject;
  if (!answered) return "";
  switch (language) {
    case "javascript":
      return javascript(answered, version);
    case "rust":
      return rust(answered, version);
    case "shell":
      return shell(answered, version);
    default:
      return python(language, subject, version);
  }
}

/** The question without its picture: the points of a curve change no other figure. */
function questionOf({ options }: Answered): object {
  const { roc_points: _, ...rest } = options as { roc_points?: number };
  return rest;
}

const SAME = "The core of the page itself: the same digits.";

/** Where the answer stands in the result. */
const ANSWER: Record<Answered["view"], string> = {
  training: "value.advantage",
  guarantee: "value.advantage",
  calibrate: "value",
  attributes: "value.certified.advantage",
  audit: "value",
  noise: "value.scale ?? value.achieved",
  paper_figure: "value.series",
};

function javascript(answered: Answered, version: string): string {
  return `// npm install mi-bounds@${version}
// ${SAME}
import { loadCore } from "mi-bounds";

const core = await loadCore();
const { ok, value, error } = core.${answered.view}(${JSON.stringify(questionOf(answered), null, 2)});
if (!ok) throw new Error(error.message);
console.log(JSON.stringify(${ANSWER[answered.view]}, null, 2));
`;
}

function rust(answered: Answered, version: string): string {
  const { view } = answered;
  const options = view === "attributes" ? "attributes(None)" : `${view}()`;
  return `//! \`cargo add mi-bounds@${version} serde_json@1\`
//! ${SAME}

use mi_bounds::Options;

const QUESTION: &str = r#"${JSON.stringify(questionOf(answered), null, 2)}"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options: Options = serde_json::from_str(QUESTION)?;
    let result = options.${options}?.result()?;
    println!("{}", serde_json::to_string_pretty(&result)?);
    Ok(())
}
`;
}

/** Whether the question is about a file, which only a shell names. */
function readsScores({ view, options }: Answered): boolean {
  return view === "audit" && "columns" in options;
}

function shell(answered: Answered, version: string): string {
  return `# ${SAME}
npx mi-bounds@${version} ${answered.view.replaceAll("_", "-")} '${JSON.stringify(questionOf(answered))}'${readsScores(answered) ? " --scores FILE" : ""}
`;
}

interface Run {
  history: HistoryEntry[];
  relation: string;
  delta: number;
  fpr: number[];
  /** The core's epsilon at that delta, where the view asks for it. */
  epsilon: EpsilonFigure | null;
}

type Tool = "opacus" | "dp_accounting" | "riskcal";

function python(tool: Tool, { answered, values }: Subject, version: string): string {
  if (!answered || (answered.view !== "training" && answered.view !== "calibrate")) return "";
  const { result } = answered;
  const refusal = unaccounted(tool, result);
  if (refusal) return `# ${refusal}\n`;
  const run: Run = {
    history: result.parameters.history,
    relation: result.neighboring_relation,
    delta: deltaOf(values),
    fpr: fprOf(values),
    epsilon: answered.view === "training" ? answered.result.epsilon : null,
  };
  const found = answered.view === "calibrate" ? ["# The run that was found; this is what the tool says of it."] : [];
  return [...found, ...PROGRAMS[tool](run, version), ""].join("\n");
}

const TOOL_NAME: Record<Tool, string> = { opacus: "Opacus", dp_accounting: "dp_accounting", riskcal: "riskcal" };

/** Why the tool's answer would be one to another question; null where it is not. */
function unaccounted(
  tool: Tool,
  { sampling, noise, neighboring_relation, parameters }: TrainingResult | CalibrateResult,
): string | null {
  const name = TOOL_NAME[tool];
  if (sampling !== "poisson" && sampling !== "none")
    return `${name} has no such figures for ${samplingInWords(sampling)}: its answer would be that of Poisson sampling, another training.`;
  if (noise !== "gaussian") return `${name} has no such figures for sampled Laplace noise.`;
  if (parameters.group_size > 1) return `${name} has no such figures for groups of records.`;
  if (tool === "opacus" && neighboring_relation !== "add_or_remove_one")
    return "Opacus knows add-or-remove alone, under which the same training risks less: its answer would be one to another question.";
  return null;
}

function historyLiteral(history: HistoryEntry[]): string {
  const entries = history.map(([noise, rate, steps]) => `(${noise}, ${rate}, ${steps})`);
  return entries.length === 1 ? `[${entries[0]}]` : `[\n    ${entries.join(",\n    ")},\n]`;
}

function beside({ epsilon, delta }: Run, version: string): string[] {
  if (!epsilon) return [];
  const most = epsilon.upper === null ? "about" : "at most";
  return [`# mi-bounds ${version} at delta ${delta}: epsilon ${most} ${ascii(rounded(atMost(epsilon), 7, "up"))}.`];
}

/** Powers of ten as a program writes them. */
function ascii(text: string): string {
  const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  return text.replace(/×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)/, (_, power: string) => {
    return `e${[...power].map((sign) => (sign === "⁻" ? "-" : digits.indexOf(sign))).join("")}`;
  });
}

const COMPARED = "the page compares them under What other tools say.";

const PROGRAMS: Record<Tool, (run: Run, version: string) => string[]> = {
  opacus: (run, version) => [
    "# pip install opacus",
    "# Opacus gives epsilon alone. This is its upper end; it allows for an error of 0.01, so that it may lie above the truth;",
    `# ${COMPARED}`,
    ...beside(run, version),
    "from opacus.accountants import PRVAccountant",
    "",
    "accountant = PRVAccountant()",
    `accountant.history = ${historyLiteral(run.history)}  # noise multiplier, sample rate, steps`,
    `print("epsilon", accountant.get_epsilon(delta=${run.delta}))`,
  ],
  dp_accounting: (run, version) => [
    "# pip install dp-accounting",
    "# Epsilon, and the advantage as delta at epsilon 0, on a grid of losses of width 1e-4: meant as upper bounds, too large",
    `# where the sample rate is small; ${COMPARED}`,
    ...beside(run, version),
    "from dp_accounting import GaussianDpEvent, NeighboringRelation, PoissonSampledDpEvent, SelfComposedDpEvent",
    "from dp_accounting.pld import PLDAccountant",
    "",
    `accountant = PLDAccountant(neighboring_relation=NeighboringRelation.${run.relation.toUpperCase()})`,
    `for noise_multiplier, sample_rate, num_steps in ${historyLiteral(run.history)}:`,
    "    step = PoissonSampledDpEvent(sample_rate, GaussianDpEvent(noise_multiplier))",
    "    accountant.compose(SelfComposedDpEvent(step, num_steps))",
    `print("epsilon", accountant.get_epsilon(target_delta=${run.delta}))`,
    'print("advantage", accountant.get_delta(0))',
  ],
  riskcal: (run) => [
    "# pip install riskcal",
    "# Advantage and TPR from dp_accounting's grid. The TPR is an estimate: at low FPR it can lie below the truth, and even",
    `# below blind guessing; ${COMPARED}`,
    ...(run.relation === "add_or_remove_one" ? riskcalAccountant(run) : riskcalFromPld(run)),
  ],
};

function riskcalAccountant({ history, fpr }: Run): string[] {
  return [
    "from riskcal.accountants import CTDAccountant",
    "",
    "accountant = CTDAccountant()",
    `accountant.history = ${historyLiteral(history)}  # noise multiplier, sample rate, steps`,
    'print("advantage", accountant.get_advantage())',
    `for fpr in [${fpr.join(", ")}]:`,
    '    print("TPR at FPR", fpr, 1 - accountant.get_beta(alpha=fpr))',
  ];
}

/** Its accountant knows add-or-remove; its conversions take any distribution of dp_accounting. */
function riskcalFromPld({ history, relation, fpr }: Run): string[] {
  return [
    "from dp_accounting import NeighboringRelation",
    "from dp_accounting.pld import privacy_loss_distribution",
    "from riskcal.analysis import get_advantage_from_pld, get_beta_from_pld",
    "",
    "total = privacy_loss_distribution.identity()",
    `for noise_multiplier, sample_rate, num_steps in ${historyLiteral(history)}:`,
    "    step = privacy_loss_distribution.from_gaussian_mechanism(",
    "        noise_multiplier,",
    "        sampling_prob=sample_rate,",
    `        neighboring_relation=NeighboringRelation.${relation.toUpperCase()},`,
    "    )",
    "    total = total.compose(step.self_compose(num_steps))",
    'print("advantage", get_advantage_from_pld(total))',
    `for fpr in [${fpr.join(", ")}]:`,
    '    print("TPR at FPR", fpr, 1 - get_beta_from_pld(total, alpha=fpr))',
  ];
}
