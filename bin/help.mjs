// What `mi-bounds help` prints, from the tables of the core.

import { readFileSync } from "node:fs";

const WIDTH = 100;

/** Every question with its options: written by the crate's tests from the tables that read them. */
const asked = JSON.parse(readFileSync(new URL("./questions.json", import.meta.url), "utf8"));

const PREFIX = "experiment_";
const experiments = asked
  .filter(({ name }) => name.startsWith(PREFIX))
  .map((question) => ({ ...question, title: question.name.slice(PREFIX.length), name: "experiment" }));

const questions = [
  ...asked.filter(({ name }) => !name.startsWith(PREFIX)),
  { name: "errata", help: "The errata whose counterexample is a number.", options: [], example: "{}" },
  {
    name: "experiment",
    help: "Trainings and attacks that are run here, beside what is proved of them; `help experiment` lists the experiments.",
  },
];

/** Types as somebody reads them who does not know TypeScript. */
const IN_WORDS = {
  number: "a number",
  boolean: "true or false",
  "number[]": "a list of numbers",
  "number | number[]": "a number, or a list of them",
  "number[][]": "a list of rows of numbers",
  "[number, number]": "two numbers",
  "[number, number][]": "a list of [order, divergence]",
  "HistoryEntry[]": "a list of [noise_multiplier, sample_rate, num_steps]",
  "{ [Q in Quantity]?: number } & QuantityOptions": "an object",
};

const WORKERS = {
  name: "workers",
  type: "number",
  allowed: "a whole number from 1 up to 64",
  default: "one for each core",
  help: "Threads, which never change the digits of the result.",
};

/** What only a shell gives as an option. */
const ownOptions = {
  audit: [
    {
      name: "--scores FILE",
      type: "a path behind the JSON",
      help: "Scores of members and non-members instead of counts: CSV, or a JSON object a line. What was read is in `scores`.",
    },
    {
      name: "--fail-if-refuted",
      type: "behind the JSON",
      help: "Exit status 1 where the declared run is refuted, for continuous integration.",
    },
    {
      name: "columns",
      type: "an object",
      help: "With --scores: {score, membership} by name or place from 1, and lower_is_in for a score like a loss.",
    },
  ],
  moments: [{ name: "outputs", type: "number[][]", required: true, help: "One run a row, one coordinate a column." }],
  gradient_distance: [{ name: "gradients", type: "number[][]", required: true, help: "One gradient a row." }],
  monte_carlo: [WORKERS],
  experiment: [
    WORKERS,
    {
      name: "--table FILE",
      type: "a path behind the JSON",
      help: "A table of yours, as CSV. Or give `table` as the name of one in the package: digits, breast-cancer or health-insurance.",
    },
  ],
};

/** What a shell's example needs beside that of the table. */
const ownExamples = { moments: { outputs: [[0], [2], [0], [2]] }, gradient_distance: { gradients: [[0], [0.5]] } };

/** All subcommands, or the options of one, or those of one experiment; null where there is no such one. */
export function help(subcommand, experiment) {
  if (subcommand === undefined) return overview();
  if (subcommand === "experiment") return helpOnExperiments(experiment);
  const question = questions.find(({ name }) => spelled(name) === subcommand);
  return question ? ofQuestion(question) : null;
}

function overview() {
  return `Usage: mi-bounds <subcommand> '<json>'
       mi-bounds <subcommand> -        reads the JSON from standard input
       mi-bounds help <subcommand>     its options, each with unit, range, default and meaning
       mi-bounds fallback FILE...      fills the texts of embeds in HTML files, or in all of a folder

Prints the result as JSON. Exit status 0, or 2 with a message on standard error for bad input.

Subcommands
${questions.map(({ name, help }) => block(`  ${spelled(name)}`.padEnd(20), help, 20)).join("\n")}

Options
  --help            this text
  --version         the version

Example
  ${commandOf(questions[0])}
`;
}

function helpOnExperiments(title) {
  const chosen = experiments.find((experiment) => experiment.title === title);
  if (chosen) return ofQuestion(chosen);
  if (title !== undefined) return null;
  return `Usage: mi-bounds experiment '<json>'
       mi-bounds help experiment NAME  its options, each with unit, range, default and meaning

${block("", questions.at(-1).help.replace(/;.*/, "."), 0)}

Experiments
${experiments.map(({ title: name, help }) => block(`  ${name}`.padEnd(20), help, 20)).join("\n")}

Example
  ${commandOf(experiments[0])}
`;
}

function ofQuestion(question) {
  const options = [...(ownOptions[question.name] ?? []), ...question.options];
  return `Usage: mi-bounds ${spelled(question.name)} '<json>'

${block("", question.help, 0)}

${options.length > 0 ? `Options\n${options.map(ofOption).join("\n")}\n\n` : ""}Example
  ${commandOf(question)}
`;
}

function ofOption({ name, type, required, unit, allowed, default: standIn, also, help }) {
  const words = IN_WORDS[type] ?? type.replaceAll(" | ", ", ");
  const facts = [
    unit ? `${words} (${unit})` : words,
    required && "required",
    allowed,
    standIn && `default ${standIn}`,
    also && `also called ${also.join(", ")}`,
  ];
  return `${block(`  ${name}: `, facts.filter(Boolean).join("; "), 6)}\n${block("      ", help, 6)}`;
}

function commandOf({ name, example }) {
  const options = { ...JSON.parse(example), ...ownExamples[name] };
  return `mi-bounds ${spelled(name)} '${JSON.stringify(options)}'`;
}

/** As it is typed in a shell. */
function spelled(name) {
  return name.replaceAll("_", "-");
}

/** Text after a first part, broken into lines with an indent. */
function block(first, text, indent) {
  const lines = [first];
  let started = false;
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (started && last.length + word.length >= WIDTH) lines.push(`${" ".repeat(indent)}${word}`);
    else lines[lines.length - 1] = started ? `${last} ${word}` : `${last}${word}`;
    started = true;
  }
  return lines.join("\n");
}
