// The names in a link, told from the tables that read them: for the Method view and docs/links.md.
import { CHOICE_KEYS, CHOICES, type ChoiceKey, type Choices, optionsOf } from "../parameters/choices";
import { allowed } from "../parameters/parameter";
import { defaults, type Key, LINK_KEYS, type Name, PARAMS, type Parameters, printed } from "../parameters/table";
import { ASKED } from "../questions/asked";
import { monteCarloNames } from "../questions/run";

type View = Choices["view"];

export interface LinkRow {
  name: string;
  aliases: string[];
  /** Another, shorter name in the view that it is of. */
  short: string;
  meaning: string;
  unit: string;
  start: string;
  range: string;
  views: View[];
}

function askedNames(view: View, values: Parameters): Name[] {
  if (view === "method") return [];
  return view === "training" ? [...ASKED.training(values), ...monteCarloNames(values)] : ASKED[view](values);
}

/** Names that only a part of a view, or two choices together, ask for, and the choices. */
const PARTS: Partial<Record<Name, View[]>> = {
  target_bayes_security: ["training"],
  dependent_records: ["guarantee"],
  subpopulations: ["guarantee"],
  example_noise_multiplier: ["guarantee"],
  bootstrap: ["noise"],
  noise_vectors: ["noise"],
  example_size: ["noise"],
  table_records: ["noise"],
  section: ["training", "method"],
  example_seed: ["method"],
  sweep: ["training"],
  over: ["training"],
  sweep_bounds: ["training"],
  second: ["training"],
  second_values: ["training"],
  estimator: ["training"],
  agreement: ["training"],
  solve_for: ["calibrate"],
  target: ["calibrate"],
  noise_question: ["noise"],
  noise_moment: ["noise"],
  noise_law: ["noise"],
  declared: ["audit"],
  results: ["audit"],
  scores_from: ["audit"],
  less_noise: ["audit"],
  power: ["audit"],
  guarantee: ["guarantee", "audit"],
  guarantee_gdp_mu: ["audit"],
  zcdp_rho: ["audit"],
  guarantee_target_delta: ["audit"],
  rdp: ["audit"],
  thresholds: ["audit"],
  distance_source: ["attributes"],
  attributes_over: ["attributes"],
};

const ALL_VIEWS = optionsOf("view").map(([view]) => view as View);

/** In which views a name counts, found by asking every view with every choice. */
export function viewsOf(name: Name): View[] {
  if (name === "view") return ALL_VIEWS;
  const found = new Set<View>(PARTS[name] ?? []);
  const start = defaults();
  const given: Parameters[] = [
    start,
    { ...start, sample_rate: 0.01, num_steps: 100 },
    { ...start, history: [[1, 0.01, 100]] },
  ];
  for (const key of CHOICE_KEYS) {
    for (const [value] of optionsOf(key)) given.push({ ...start, [key]: value });
  }
  for (const view of ALL_VIEWS) {
    if (given.some((values) => askedNames(view, { ...values, view }).includes(name))) found.add(view);
  }
  return ALL_VIEWS.filter((view) => found.has(view));
}

export function linkRows(): LinkRow[] {
  return [...CHOICE_KEYS.map(choiceRow), ...LINK_KEYS.map(numberRow), ...OTHERS];
}

/** Where the label of a control says too little away from it. */
const MEANING: Partial<Record<ChoiceKey, string>> = {
  view: "The view that is open",
  section: "The part of the Training or Method view, or the experiment of the Laboratory, that is open",
  sweep: "Of “What another setting would give”: the quantity",
  over: "Of “What another setting would give”: what it is drawn over",
  sweep_bounds: "Of “What another setting would give”: whether published bounds are drawn, too",
  second: "Of “What another setting would give”: another parameter, at other values of which it is drawn again",
  solve_for: "What a calibration finds",
  noise_question: "What the Noise view is asked for",
  attributes_over: "What the chart of the Attributes view runs over",
  agreement: "The run of which the figures of other tools are shown",
};

function choiceRow(key: ChoiceKey): LinkRow {
  const { label, default: start } = CHOICES[key];
  const words = optionsOf(key).map(([value]) => value);
  const range =
    key === "section"
      ? "top, a part such as settings, a chapter, an erratum such as e16a, or an experiment such as gaussian_game"
      : words.join(", ");
  return {
    name: key,
    aliases: [],
    short: "",
    meaning: MEANING[key] ?? label,
    unit: "",
    start,
    range,
    views: viewsOf(key),
  };
}

function numberRow(key: Key): LinkRow {
  const { label, help, within = {}, unit, aliases, range, name, default: start } = PARAMS[key];
  const views = viewsOf(key);
  const short = name && views.some((view) => key === `${view}_${name}`) ? name : "";
  return {
    name: key,
    aliases,
    short,
    meaning: [`${label}. ${help}`, ...Object.entries(within).map(([view, words]) => `In ${view}: ${words.help}`)].join(
      " ",
    ),
    unit,
    start: start === null ? (START[key] ?? "none") : printed(key, start),
    range: allowed(range),
    views,
  };
}

/** What holds where nothing is given. */
const START: Partial<Record<Key, string>> = {
  sample_rate: "batch_size / dataset_size",
  num_steps: "epochs / sample_rate, rounded up",
  target_delta: "the smaller of 1e-5 and 1 / dataset_size",
  width: "all samples",
};

const EVERYWHERE = { aliases: [], short: "", unit: "", views: ALL_VIEWS };

const OTHERS: LinkRow[] = [
  {
    ...EVERYWHERE,
    name: "v",
    meaning: "The format of the link. An older one keeps its meaning, or the page says what has changed.",
    start: "1",
    range: "a whole number from 1",
  },
  {
    ...EVERYWHERE,
    name: "made",
    meaning: "The version of the library that made the link. A newer page says which numbers have moved since.",
    start: "not said",
    range: "such as 0.1.0",
  },
  {
    ...EVERYWHERE,
    name: "history",
    meaning: "A schedule: phases in the order of Opacus, in place of noise, rate and length.",
    start: "one phase",
    range: "noise_multiplier,sample_rate,num_steps;… up to 10,000 phases",
    views: viewsOf("history"),
  },
  {
    ...EVERYWHERE,
    name: "rdp",
    meaning: "A guarantee of Rényi differential privacy: orders and divergences.",
    start: "an example",
    range: "order,divergence;…",
    views: viewsOf("rdp"),
  },
  {
    ...EVERYWHERE,
    name: "thresholds",
    meaning: "Counts of an audit at several thresholds: members named and tried, non-members named and tried.",
    start: "an example",
    range: "true_positives,positives,false_positives,negatives;… up to 100 rows",
    views: viewsOf("thresholds"),
  },
  {
    ...EVERYWHERE,
    name: "second_values",
    meaning: "The values of second, a line each.",
    start: "half and twice the present value",
    range: "up to four numbers with commas between them",
    views: viewsOf("second_values"),
  },
  {
    ...EVERYWHERE,
    name: "entry",
    meaning: "The entry of the register that is open.",
    start: "all entries",
    range: "the name of an entry, such as vaultgemma",
    views: viewsOf("entry"),
  },
  {
    ...EVERYWHERE,
    name: "figure",
    meaning: "The figure of a paper that is open.",
    start: "the list",
    range: "the name of a figure, such as optimal-bounds-1a",
    views: viewsOf("figure"),
  },
  {
    ...EVERYWHERE,
    name: "run_…",
    meaning:
      "In the Laboratory, the names of all other views stand behind this. Without it, a name there is an option of the experiment that is open, as the library calls it, such as noise_multiplier=0.5,1,2 or trials=5000.",
    start: "as the experiment begins",
    range: "as the library says",
    views: ["laboratory"],
  },
  {
    ...EVERYWHERE,
    name: "b, b.…",
    meaning:
      "The run B of a comparison: b=same for the same run, or b. before each name that differs, such as b.noise_multiplier=2.",
    start: "no run B",
    range: "as for the name itself, or none",
    views: ["training"],
  },
];
