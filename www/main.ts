// Where state, engine and elements meet: link → state → engine → view.
import { render } from "lit";
import type { TrainingResult } from "../src/wasm";
import type { FieldEvent, GivenByEvent, MonteCarloEvent, ReleaseEvent } from "./components/events";
import { ExactEngine } from "./engine";
import { MonteCarlo } from "./monte-carlo";
import { chosen, type Inputs, inputsOf, isSound, typed } from "./state/inputs";
import { givenBy, monteCarloOptions, trainingOptions } from "./state/run";
import { type Link, readFragment, writeFragment } from "./state/url";
import { view } from "./view";
import { headline } from "./words";
import { poolSize, SimulationPool } from "./worker/pool";
import type { Problem, WorkerLike } from "./worker/protocol";

const LINK_PAUSE_MS = 250;
const SPEECH_PAUSE_MS = 900;

const place = document.querySelector<HTMLElement>("#calculator") ?? document.body;
const calculator = document.createElement("div");

const exactWorker = () =>
  new Worker(new URL("./worker/exact.ts", import.meta.url), { type: "module" }) as unknown as WorkerLike;
const simulationWorker = () =>
  new Worker(new URL("./worker/simulation.ts", import.meta.url), { type: "module" }) as unknown as WorkerLike;

const engine = new ExactEngine(exactWorker);
const pool = new SimulationPool(simulationWorker, poolSize(navigator.hardwareConcurrency));
const simulation = new MonteCarlo(engine, pool, draw);

let inputs: Inputs;
let remarks: string[];
let result: TrainingResult | null = null;
let current = false;
let problem: Problem | null = null;
let spoken = "";
let drawing = false;
let linkTimer: ReturnType<typeof setTimeout> | undefined;
let speechTimer: ReturnType<typeof setTimeout> | undefined;

/** Many changes in a frame are one drawing. */
function draw(): void {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    if (!calculator.isConnected) place.replaceChildren(calculator);
    render(view({ inputs, remarks, result, current, problem, simulation: simulation.state, spoken, link }), calculator);
  });
}

function link(): string {
  return `${location.href.split("#")[0]}#${writeFragment(inputs.values)}`;
}

function open({ values, notes, remarks: read }: Link): void {
  inputs = inputsOf(values, notes);
  remarks = read;
  simulation.follow(monteCarloOptions(values));
  void compute();
}

function change(next: Inputs): void {
  inputs = next;
  simulation.follow(monteCarloOptions(inputs.values));
  clearTimeout(linkTimer);
  linkTimer = setTimeout(() => history.replaceState(null, "", link()), LINK_PAUSE_MS);
  void compute();
}

async function compute(): Promise<void> {
  const asked = inputs;
  current = false;
  problem = null;
  draw();
  speakLater();
  if (!isSound(asked)) return;
  const answer = await engine.training(trainingOptions(asked.values));
  if (!answer || asked !== inputs) return;
  if (answer.ok) {
    result = answer.value;
    current = true;
  } else {
    problem = answer.problem;
  }
  draw();
}

function speakLater(): void {
  clearTimeout(speechTimer);
  speechTimer = setTimeout(() => {
    const refused = Object.values(inputs.problems)[0] ?? problem?.message;
    spoken = refused ?? (result ? headline(result.advantage) : "");
    draw();
  }, SPEECH_PAUSE_MS);
}

async function drawSeed(): Promise<void> {
  const answer = await engine.freshSeed();
  if (answer.ok) change(chosen(inputs, "seed", answer.value));
}

calculator.addEventListener("mi-field", (event) => {
  const { parameter, text } = event as FieldEvent;
  change(typed(inputs, parameter, text));
});
calculator.addEventListener("mi-given-by", (event) => change(givenBy(inputs, (event as GivenByEvent).parameter)));
calculator.addEventListener("mi-release", (event) => change(chosen(inputs, (event as ReleaseEvent).parameter, null)));
calculator.addEventListener("mi-monte-carlo", (event) => {
  const { action } = event as MonteCarloEvent;
  if (action === "start") void simulation.start(monteCarloOptions(inputs.values));
  else if (action === "cancel") simulation.cancel();
  else void drawSeed();
});
addEventListener("hashchange", () => open(readFragment(location.hash)));

open(readFragment(location.hash));
