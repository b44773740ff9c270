// What each chart draws of known runs, as text: its series to six digits, and the words of its SVG in their order.
import { Window } from "happy-dom";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { MonteCarloOptions } from "../../../src/boundary/wasm/core";
import type { CoursePoint } from "../../../www/answers/simulation-run";
import { attributeLines } from "../../../www/charts/data/attribute-lines";
import { points, precisionSeries, rocSeries, type Series } from "../../../www/charts/data/curves";
import { deletionLines, exampleLines, halfPlanes, isoLines } from "../../../www/charts/data/guarantee-lines";
import { convergenceSeries, type Lines, type Sweep, sweepAround, sweepPoints } from "../../../www/charts/data/lines";
import { bars, lossSeries } from "../../../www/charts/data/losses";
import { powersLines, scaleLines } from "../../../www/charts/data/noise-lines";
import type { ObservedChart } from "../../../www/charts/data/observed";
import { advantageChart } from "../../../www/charts/data/observed-advantage";
import { rocChart } from "../../../www/charts/data/observed-roc";
import { claimPoints } from "../../../www/charts/data/register";
import * as charts from "../../../www/charts/plot";
import { inputsOf } from "../../../www/state/inputs/inputs";
import { STARTING_POINTS, valuesOf } from "../../../www/state/known-runs";
import { CHOICES } from "../../../www/state/parameters/choices";
import { defaults, type Parameters } from "../../../www/state/parameters/table";
import { frozenRows } from "../../../www/state/published";
import { attributesCurveOptions, attributesOptions } from "../../../www/state/questions/attributes";
import { auditOptions } from "../../../www/state/questions/audit";
import { guaranteeOptions, isoOptions, unlearningOptions } from "../../../www/state/questions/guarantee";
import { noiseCurveOptions, noiseOptions } from "../../../www/state/questions/noise";
import { aroundOptions, calibrateOptions, QUANTITY, sweepOptions } from "../../../www/state/questions/quantity";
import { monteCarloOptions, trainingOptions } from "../../../www/state/questions/run";
import { attributeBounds } from "../../../www/words/attribute";
import { type Bound, bounds } from "../../../www/words/comparison";
import { guaranteeBounds } from "../../../www/words/guarantee";
import { scaleRows, sufficient } from "../../../www/words/noise";
import { quantityInWords } from "../../../www/words/setting";
import { resultOf } from "../engine/laboratory-module";
import { core, loadCore, worth } from "../share/subject";

const WIDTH = 720;
const DIGITS = 6;
/** Longer series are thinned to about so many points. */
const MOST_POINTS = 24;
/** Words that take more room stand on lines of their own. */
const LINE = 100;
/** Where a mark has no colour of its own. */
const UNSAID = ["none", "currentColor"];

/** Which plots the runs below have drawn. */
const drawn = new Set<string>();

beforeAll(async () => {
  // Observable Plot takes the document of the window; the elements of the page are not in question here.
  vi.stubGlobal("window", new Window());
  await loadCore();
});

afterAll(() => {
  vi.unstubAllGlobals();
});

const plots = { ...charts };

type PlotName = keyof typeof charts;
type Given<N extends PlotName> = globalThis.Parameters<(typeof charts)[N]>;

/** One chart: its data, then its SVG. */
function picture<N extends PlotName>(name: N, data: string[], ...given: Given<N>): string {
  drawn.add(name);
  const draw = plots[name] as (...all: Given<N>) => SVGSVGElement | HTMLElement | null;
  const plot = draw(...given);
  if (!plot) throw new Error(`${name} drew nothing`);
  return [`# ${name}`, ...data, ...inSvg(plot), ""].join("\n");
}

/** Its description, and each of its marks: all words, or how many shapes of which colours. */
function inSvg(plot: Element): string[] {
  const marks = [...plot.querySelectorAll("g[aria-label]")].flatMap((mark) => {
    const words = [...mark.querySelectorAll("text")].map((text) => linesOf(text).join(" / "));
    const name = `  ${mark.getAttribute("aria-label")}:`;
    if (words.length === 0) return [`${name} ${shapes(mark)}`];
    const all = words.join(" | ");
    return all.length > LINE ? [name, ...words.map((one) => `    ${one}`)] : [`${name} ${all}`];
  });
  return [`svg: ${plot.getAttribute("aria-description")}`, ...marks];
}

function linesOf(text: Element): string[] {
  const spans = [...text.querySelectorAll("tspan")];
  return (spans.length > 0 ? spans : [text]).map((line) => line.textContent ?? "");
}

/** Colours say of which kind a statement is, and dashes which line or run is meant. */
function shapes(mark: Element): string {
  const styles = [mark, ...mark.querySelectorAll("*")].flatMap((one) => {
    const [stroke, dash, fill] = ["stroke", "stroke-dasharray", "fill"].map((name) => {
      const said = one.getAttribute(name);
      return said && !UNSAID.includes(said) ? said : null;
    });
    return [...(fill ? [`filled ${fill}`] : []), ...(stroke ? [dash ? `${stroke} ${dash}` : stroke] : [])];
  });
  return [`${mark.querySelectorAll("path, line, circle").length}`, ...new Set(styles)].join(", ");
}

/** So few digits are the same on every machine. */
function digits(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  return String(Number(value.toPrecision(DIGITS)));
}

function thinned<T>(rows: T[]): T[] {
  if (rows.length <= MOST_POINTS) return rows;
  const stride = Math.ceil(rows.length / MOST_POINTS);
  return rows.filter((_, at) => at % stride === 0 || at === rows.length - 1);
}

function table(title: string, head: string[], rows: (number | null | undefined)[][]): string[] {
  return [
    `${title} (${rows.length}): ${head.join(", ")}`,
    ...thinned(rows).map((row) => `  ${row.map(digits).join(" ")}`),
  ];
}

function inSeries(series: Series[]): string[] {
  return series.flatMap(({ name, points }) => {
    const middle = points.some((point) => point.middle !== undefined);
    return table(
      `series ${name}`.trim(),
      ["x", "lower", ...(middle ? ["middle"] : []), "upper"],
      points.map((point) => [point.x, point.lower, ...(middle ? [point.middle] : []), point.upper]),
    );
  });
}

function linesPicture(chart: Lines | null): string {
  if (!chart) throw new Error("the data of the chart are missing");
  const { caption, summary, xs, lines, markedX, markedY } = chart;
  const marked = [markedX, markedY].flatMap((mark) => (mark ? [`marked: ${digits(mark.at)}, ${mark.name}`] : []));
  const data = [
    caption,
    summary,
    ...marked,
    ...lines.map(({ name, kind }) => `line: ${name} (${kind})`),
    ...table(
      "points",
      ["x", "each line"],
      xs.map((x, at) => [x, ...lines.map(({ ys }) => ys[at])]),
    ),
  ];
  return picture("linesPlot", data, chart, WIDTH);
}

function comparisonPicture(rows: Bound[], width = WIDTH): string {
  const data = rows.map(({ name, kind, value, lower, upper, vacuous }) => {
    return `row: ${name} (${kind}${vacuous ? ", vacuous" : ""}) ${[lower, value, upper].map(digits).join(" ")}`;
  });
  return picture("comparisonPlot", data, rows, width);
}

function sweepPicture(sweep: Sweep): string {
  const { kind, marked, target } = sweep;
  const data = [`kind: ${kind}`, `marked: ${marked ? digits(marked.x) : "–"}`, `target: ${digits(target)}`];
  return picture("sweepPlot", [...data, ...inSeries(sweep.series)], sweep, WIDTH);
}

/** A state of the page: a starting point, and what is changed about it. */
function state(id: string, change: Partial<Parameters> = {}): Parameters {
  const start = STARTING_POINTS.find((point) => point.id === id);
  if (!start) throw new Error(`no starting point ${id}`);
  return { ...valuesOf(start, defaults()), ...change };
}

function train(values: Parameters) {
  return worth(core.training(trainingOptions(values)));
}

/** As the page shows it in the end, with one look for each chunk. */
function simulate(options: MonteCarloOptions) {
  const simulation = worth(core.Simulation.of(options));
  const course: CoursePoint[] = [];
  let tally: Float64Array | null = null;
  for (let index = 0; index < simulation.plan().chunks; index++) {
    const chunk = simulation.chunk(index);
    tally = simulation.sum(tally ? [tally, chunk] : [chunk]);
    const looked = simulation.result(tally);
    if (!looked.ok || looked.value.samples === 0) continue;
    const { samples, advantage } = looked.value;
    course.push({ samples, lower: advantage.lower ?? 0, estimate: advantage.estimate, upper: advantage.upper ?? 1 });
  }
  if (!tally) throw new Error("nothing was drawn");
  const result = worth(simulation.result(tally));
  simulation.free();
  return { result, course };
}

/** The file that holds what is drawn of a state. */
function held(name: string, pictures: string[]): Promise<void> {
  return expect(pictures.join("\n")).toMatchFileSnapshot(`pictures/${name}.txt`);
}

describe("the pictures", () => {
  it("of a training beside another one", async () => {
    const over = "noise_multiplier";
    const values = state("opacus-mnist-defaults", { over });
    const otherValues = state("microsoft-default", { over });
    const [result, other] = [train(values), train(otherValues)];
    const marked = result.tpr.find(({ fpr }) => fpr === values.fpr) ?? null;
    const [swept, otherSwept] = [values, otherValues].map((run) => {
      const options = sweepOptions(run);
      if (!options) throw new Error("a single phase can be swept");
      return worth(core.sweep(options));
    });
    if (!swept || !otherSwept) throw new Error("both runs are swept");
    const [roc, precision] = [rocSeries([result, other]), precisionSeries([result, other])];
    await held("training", [
      picture("rocPlot", inSeries(roc), roc, result.tpr, WIDTH),
      picture("precisionPlot", inSeries(precision), precision, values.prior, marked, WIDTH),
      sweepPicture({
        series: [
          { name: "A", points: sweepPoints(swept) },
          { name: "B", points: sweepPoints(otherSwept) },
        ],
        over: CHOICES.over.options[over],
        quantity: quantityInWords(swept.quantity, values),
        percent: QUANTITY[swept.quantity].percent,
        marked: { x: values[over], name: "the present setting" },
        target: null,
        kind: swept.kind,
      }),
      comparisonPicture(bounds(result, { simulated: null, other })),
    ]);
  });

  it("of a schedule, simulated", async () => {
    const values: Parameters = {
      ...defaults(),
      history: [
        [2, 0.02, 400],
        [1.5, 0.05, 200],
      ],
      prior: 0.1,
      samples: 100_000,
      seed: 7,
    };
    const result = train(values);
    const { result: simulated, course } = simulate(monteCarloOptions(values));
    const marked = result.tpr.find(({ fpr }) => fpr === values.fpr) ?? null;
    const [roc, precision] = [rocSeries([result, null]), precisionSeries([result, null])];
    if (!simulated.roc || !simulated.histogram) throw new Error("curve and histogram were asked for");
    const band = rocSeries([{ roc: simulated.roc, tpr: [] }, null]).map((one) => ({ ...one, name: "simulated" }));
    const convergence = convergenceSeries(course);
    const all = bars(simulated.histogram);
    await held("schedule", [
      picture("rocPlot", inSeries([...roc, ...band]), roc, result.tpr, WIDTH, simulated.roc),
      picture("precisionPlot", inSeries(precision), precision, values.prior, marked, WIDTH),
      picture("convergencePlot", inSeries(convergence), convergence, result.advantage, WIDTH),
      picture(
        "lossPlot",
        [`threshold: ${digits(simulated.histogram.threshold)}`, ...inSeries(lossSeries(all))],
        all,
        simulated.histogram.threshold,
        WIDTH,
      ),
      comparisonPicture(bounds(result, { simulated, other: null })),
    ]);
  });

  it("of a calibration", async () => {
    const values = state("opacus-cifar10", { view: "calibrate", solve_for: "noise_multiplier", target: "epsilon" });
    const result = worth(core.calibrate(calibrateOptions(values)));
    const around = worth(core.sweep(aroundOptions(values, result.value)));
    await held("calibration", [sweepPicture(sweepAround(result, around, values))]);
  });

  it("of a guarantee, and of deletion without its delta", async () => {
    const values = state("sampled-data");
    const pure = state("sampled-data", { guarantee: "pure_dp" });
    const result = worth(core.guarantee(guaranteeOptions(values)));
    const iso = worth(core.iso_bound(isoOptions(values)));
    const example = worth(core.unbounded_example({ noise_multiplier: values.example_noise_multiplier }));
    const deletion = worth(core.unlearning_curve(unlearningOptions(pure)));
    const roc = rocSeries([result, null]);
    await held("guarantee", [
      comparisonPicture(guaranteeBounds(result)),
      linesPicture(halfPlanes(result, values)),
      picture("rocPlot", inSeries(roc), roc, result.tpr, WIDTH),
      linesPicture(isoLines(iso, values, result.epsilon?.upper ?? null)),
      linesPicture(deletionLines(deletion, pure)),
      linesPicture(exampleLines(example)),
    ]);
  });

  it("of an audit, at one threshold and at two", async () => {
    const values: Parameters = { ...defaults(), view: "audit" };
    const two = { true_positives: [271, 40], false_positives: [20, 0] };
    const results = [auditOptions(values), { ...auditOptions(values), ...two }].map((options) =>
      worth(core.audit(options)),
    );
    await held(
      "audit",
      results.map(({ roc, thresholds }) => {
        const series = [{ name: "", points: roc ? points(roc) : [] }];
        const shown = thresholds.map(({ fpr, tpr, corner, refutes }) => {
          return `threshold: ${[fpr, tpr, ...corner].map(digits).join(" ")}${refutes ? " refutes" : ""}`;
        });
        return picture("auditPlot", [...inSeries(series), ...shown], series, thresholds, WIDTH);
      }),
    );
  });

  it("of noise on an output", async () => {
    const values: Parameters = { ...defaults(), view: "noise", dimension: 3, sensitivity: 3, swap_distance: 0.1 };
    const result = worth(core.noise(noiseOptions(values)));
    const { options, over, values: etas } = noiseCurveOptions(values);
    const answers = etas.map((eta) => worth(core.noise({ ...options, [over]: eta })));
    const sizes = [4, 10, 16, 20, 22, 28, 36];
    const examples = sizes.map((dataset_size) => worth(core.powers_of_two({ dataset_size, eta: values.eta })));
    const rows = scaleRows(result).map((row) => ({ ...row, name: row.label, says: sufficient(row.scale) }));
    const data = rows.map(({ label, scale }) => {
      return `row: ${label} (${scale.kind}) ${[scale.lower, scale.estimate, scale.upper].map(digits).join(" ")}`;
    });
    await held("noise", [
      picture("scalesPlot", data, rows, WIDTH),
      linesPicture(scaleLines({ values: etas, answers }, values)),
      linesPicture(powersLines(examples, values)),
    ]);
  });

  it("of attribute inference, also where its rows have no room", async () => {
    const values: Parameters = { ...defaults(), view: "attributes" };
    const options = attributesOptions(inputsOf(values), null);
    const curve = options && attributesCurveOptions(values, options);
    if (!options || !curve) throw new Error("the constant distance needs no file");
    const result = worth(core.attributes(options));
    const answers = curve.values.map((value) => worth(core.attributes({ ...curve.options, [curve.over]: value })));
    const series = { values: curve.values, answers };
    await held("attributes", [
      linesPicture(attributeLines(series, result, values.attributes_over)),
      comparisonPicture(attributeBounds(result)),
      comparisonPicture(attributeBounds(result), 340),
    ]);
  });

  it("of the register", async () => {
    const points = claimPoints(frozenRows());
    const data = points.map(
      ({ name, epsilon, advantage, exact }) =>
        `${name}: ${digits(epsilon)} ${digits(advantage)} ${exact ? "exact" : "at most"}`,
    );
    await held("register", [picture("registerPlot", data, points, WIDTH)]);
  });

  it("of the laboratory", async () => {
    const game = resultOf({ experiment: "gaussian_game", noise_multiplier: [0.5, 1, 2], trials: 5000, seed: 7 });
    const small = { dimension: 200, dataset_size: 20, trainings: 60, noise_multiplier: [1, 4], seed: 7 };
    const records = resultOf({ experiment: "one_hot", ...small });
    const [first] = game.settings;
    if (!first) throw new Error("there are settings");
    const drawing = (chart: ObservedChart) => {
      const row = (name: string, values: readonly number[]) => `${name}: ${values.map(digits).join(" ")}`;
      const data = [
        chart.caption,
        ...chart.lines.map(({ name, points }) =>
          row(
            name,
            points.slice(0, 3).flatMap(({ x, upper }) => [x, upper]),
          ),
        ),
        ...chart.marks.flatMap(({ name, points }) => points.map(({ exact }) => row(name, exact))),
      ];
      return picture("observedPlot", data, chart, WIDTH);
    };
    await held("laboratory", [advantageChart(game), rocChart(first), advantageChart(records)].map(drawing));
  });

  it("are of every kind of chart", () => {
    expect([...drawn].sort()).toEqual(Object.keys(plots).sort());
  });
});
