// Two records of benches beside each other.

/**
 * @typedef {import("./figures.mjs").Figure} Figure
 * @typedef {import("./record.mjs").Record} Record
 */

const TITLES = ["figure", "unit", "A", "B", "B : A", ""];
const NUMBERS = new Set([2, 3, 4]);

/**
 * The figures of both in the order of the first, then those that only one has.
 *
 * @param {{ file: string, record: Record }} a
 * @param {{ file: string, record: Record }} b
 * @returns {string[]}
 */
export function compare(a, b) {
  const pairs = a.record.figures.map((figure) => ({ figure, other: partner(figure, b.record) }));
  const shared = pairs.filter(({ other }) => other);
  const onlyA = pairs.filter(({ other }) => !other).map(({ figure }) => figure);
  const onlyB = b.record.figures.filter((figure) => !partner(figure, a.record));
  const rows = shared.map(({ figure, other }) => [
    figure.name,
    figure.unit,
    short(figure.value),
    short(other.value),
    figure.value === 0 ? "–" : short(other.value / figure.value),
    verdict(figure, other),
  ]);
  return [
    ...heading("A", a),
    ...heading("B", b),
    "",
    ...table([TITLES, ...rows]),
    ...alone("A", onlyA),
    ...alone("B", onlyB),
  ];
}

/** In another unit it is another figure. */
function partner({ name, unit }, { figures }) {
  return figures.find((figure) => figure.name === name && figure.unit === unit);
}

/**
 * Ranges that overlap are said to: two runs of the same build differ, too.
 *
 * @param {Figure} a
 * @param {Figure} b
 */
function verdict(a, b) {
  if (a.value === b.value) return "equal";
  const winner = b.value > a.value === (a.better === "more") ? "B" : "A";
  const [first, second] = [a, b].map(({ value, repetitions }) => repetitions ?? { min: value, max: value });
  const overlap = first.min <= second.max && second.min <= first.max;
  return `${winner} ${word(a.unit)}${overlap ? ", ranges overlap" : ""}`;
}

function word(unit) {
  if (unit === "B") return "smaller";
  return ["s", "ms", "ns", "1/s"].includes(unit) ? "faster" : "better";
}

function heading(letter, { file, record }) {
  const { machine, library_version, date, quick } = record;
  const hint = quick ? ["   of a --quick run, whose times mean nothing"] : [];
  return [
    `${letter}: ${file}`,
    `   mi-bounds ${library_version}, ${date}, ${machine.cores} cores, ${machine.user_agent}`,
    ...hint,
  ];
}

function alone(letter, figures) {
  if (figures.length === 0) return [];
  return ["", `Only in ${letter}`, ...figures.map(({ name, unit, value }) => `  ${name}: ${short(value)} ${unit}`)];
}

function table(rows) {
  const widths = TITLES.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const cell = (text, column) => (NUMBERS.has(column) ? text.padStart(widths[column]) : text.padEnd(widths[column]));
  return rows.map((row) => row.map(cell).join("  ").trimEnd());
}

const short = (value) => `${Number(value.toPrecision(4))}`;
