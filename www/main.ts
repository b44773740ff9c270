// Where state, engine and elements meet: link → state → engine → view.
import { render } from "lit";
import { Answers } from "./answers";
import type {
  ChoiceEvent,
  CompareEvent,
  FieldEvent,
  GivenByEvent,
  MonteCarloEvent,
  RdpEvent,
  ReleaseEvent,
  ScheduleEvent,
  TableEvent,
} from "./components/events";
import type { Expected } from "./components/mi-monte-carlo-panel";
import { ExactEngine } from "./engine";
import { Forecast } from "./forecast";
import { MonteCarlo } from "./monte-carlo";
import { keepForOffline } from "./offline";
import { adopted } from "./state/adopted";
import { givenBy } from "./state/given-by";
import {
  chosen,
  type Inputs,
  inputsOf,
  problemIn,
  rdpTyped,
  scheduled,
  swapped,
  typed,
  withLocal,
  withSchedule,
  withTable,
} from "./state/inputs";
import { monteCarloNames, monteCarloOptions, runOf } from "./state/run";
import { type Link, readFragment, writeFragment } from "./state/url";
import { spokenOf, titleOf, view } from "./view";
import { hasView, Views } from "./views/registry";
import { poolSize, SimulationPool } from "./worker/pool";
import { exactWorker, simulationWorker } from "./worker/spawn";

const LINK_PAUSE_MS = 250;
const SPEECH_PAUSE_MS = 900;

const place = document.querySelector<HTMLElement>("#calculator") ?? document.body;
const calculator = document.createElement("div");

const engine = new ExactEngine(exactWorker);
const beside = new ExactEngine(exactWorker);
const answers = new Answers(engine, beside, draw);
const views = new Views(draw);
const cores = poolSize(navigator.hardwareConcurrency);
const pool = new SimulationPool(simulationWorker, cores);
const forecast = new Forecast(engine, simulationWorker, draw);
const simulation = new MonteCarlo(engine, pool, draw, (...run) => forecast.learn(...run));

let inputs: Inputs = inputsOf();
let remarks: string[];
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
    document.title = titleOf(inputs);
    document.body.dataset.view = inputs.values.view;
    const model = {
      inputs,
      remarks,
      answers,
      beside,
      simulation: simulation.state,
      expected: expected(),
      spoken,
      has: hasView,
      link,
    };
    render(view(model, views), calculator);
  });
}

/** More workers than cores finish no earlier. */
function expected(): Expected {
  const workers = inputs.values.workers ?? cores;
  const { plan, problem } = forecast;
  return { plan, problem, seconds: forecast.seconds(Math.min(workers, cores)), workers };
}

function link(values = inputs.values): string {
  return `${location.href.split("#")[0]}#${writeFragment(values, inputs.kept)}`;
}

function open({ values, kept, notes, remarks: read }: Link): void {
  clearTimeout(linkTimer);
  remarks = read;
  follow({ ...inputsOf(withLocal(values, inputs), notes, kept), tables: inputs.tables });
}

function change(next: Inputs): void {
  clearTimeout(linkTimer);
  if (next.values.view === inputs.values.view) {
    follow(next);
    linkTimer = setTimeout(() => history.replaceState(null, "", link()), LINK_PAUSE_MS);
    return;
  }
  // Another view is a step that the browser's back button undoes; everything else is not.
  history.replaceState(null, "", link());
  follow(next);
  history.pushState(null, "", link());
}

function follow(next: Inputs): void {
  inputs = next;
  const { values } = inputs;
  const options = monteCarloOptions(values);
  simulation.follow(options);
  pool.resize(values.workers ?? cores);
  void answers.follow(inputs);
  void forecast.follow(values.view !== "training" || problemIn(inputs, monteCarloNames(values)) ? null : options);
  draw();
  clearTimeout(speechTimer);
  speechTimer = setTimeout(() => {
    spoken = spokenOf(inputs, answers);
    draw();
  }, SPEECH_PAUSE_MS);
}

async function drawSeed(): Promise<void> {
  const answer = await engine.freshSeed();
  if (answer.ok) change(chosen(inputs, "seed", answer.value));
}

async function simulate(): Promise<void> {
  const { seconds } = inputs.values;
  forecast.pause();
  await simulation.start(monteCarloOptions(inputs.values), { seconds });
  if (simulation.state.status !== "running") forecast.watch();
}

function on<E extends Event>(name: string, hear: (event: E) => void): void {
  calculator.addEventListener(name, (event) => hear(event as E));
}

on<FieldEvent>("mi-field", ({ parameter, text }) => change(typed(inputs, parameter, text)));
on<ChoiceEvent>("mi-choice", ({ parameter, value }) => change(chosen(inputs, parameter, value as never)));
on<GivenByEvent>("mi-given-by", ({ parameter }) => change(givenBy(inputs, parameter)));
on<ReleaseEvent>("mi-release", ({ parameter }) => change(chosen(inputs, parameter, null as never)));
on<ScheduleEvent>("mi-schedule", ({ action }) => {
  if (action.kind === "on") change(withSchedule(inputs));
  else if (action.kind === "off") change(chosen(inputs, "history", null));
  else change(scheduled(inputs, action));
});
on<RdpEvent>("mi-rdp", ({ text }) => change(rdpTyped(inputs, text)));
on<TableEvent>("mi-table", ({ table, content }) => change(withTable(inputs, table, content)));
on<CompareEvent>("mi-two-runs", ({ action }) => {
  if (action === "swap") change(swapped(inputs));
  else change({ ...inputs, kept: action === "keep" ? runOf(inputs.values) : null });
});
on("mi-adopt", () => {
  const { value } = answers.calibration;
  if (value) change(adopted(inputs, value));
});
on<MonteCarloEvent>("mi-monte-carlo", ({ action }) => {
  if (action === "start") void simulate();
  else if (action === "seen") forecast.watch();
  else if (action === "cancel") simulation.cancel();
  else void drawSeed();
});
addEventListener("hashchange", () => open(readFragment(location.hash)));

open(readFragment(location.hash));
keepForOffline((words) => {
  const place = document.querySelector("#newer");
  if (place) place.textContent = words;
});
