// Where state, engine and elements meet: link → state → engine → view.

import { render } from "lit";
import { version } from "../../package.json";
import { Answers } from "../answers/answers";
import type { Model } from "../answers/model";
import { MonteCarlo } from "../answers/simulation";
import { type Expected, Forecast } from "../answers/simulation-cost";
import { listen } from "../components/controls/listen";
import type { AnswerEvent, ModelRequest, MonteCarloEvent, OfferEvent, StartEvent } from "../components/element/events";
import { parts } from "../components/element/lazily";
import { ExactEngine } from "../engine/exact-engine";
import { poolSize, SimulationPool } from "../engine/pool";
import { exactWorker, simulationWorker } from "../engine/spawn";
import type { TableDrafts } from "../state/files/table";
import { chosen, type Inputs, inputsOf, problemIn, withLocal } from "../state/inputs/inputs";
import { adopted } from "../state/inputs/same-run";
import {
  browserStore,
  forgetWork,
  keepWork,
  type Offer,
  readWork,
  substance,
  toOffer,
  type Work,
} from "../state/inputs/saved-work";
import { unkept } from "../state/inputs/unsaved-files";
import { madeWith } from "../state/link/formats";
import { type Link, readFragment, writeFragment } from "../state/link/fragment";
import { NOWHERE } from "../state/parameters/table";
import { monteCarloNames, monteCarloOptions } from "../state/questions/run";
import { hasView, Views } from "../views/registry";
import { valueToUse } from "../words/calibration";
import { descriptionOf, HEADS, type Head, settingInWords, titleOf } from "../words/title";
import { Address } from "./address";
import { Guide } from "./guide";
import { keepForOffline } from "./offline";
import { goTo } from "./place";
import { bar, spokenOf, view } from "./view";

const LINK_PAUSE_MS = 250;
const SPEECH_PAUSE_MS = 900;
const TITLE_PAUSE_MS = 300;

const place = document.querySelector<HTMLElement>("#calculator") ?? document.body;
const calculator = document.createElement("div");
const viewsPlace = document.querySelector<HTMLElement>("#views") ?? place;

const engine = new ExactEngine(exactWorker, draw);
const secondary = new ExactEngine(exactWorker, draw);
const answers = new Answers(engine, secondary, draw, () => import("../answers/register"));
const views = new Views(draw);
const cores = poolSize(navigator.hardwareConcurrency);
const pool = new SimulationPool(simulationWorker, cores);
const forecast = new Forecast(engine, simulationWorker, draw);
const simulation = new MonteCarlo(engine, pool, draw, (...run) => forecast.learn(...run));

const guide = new Guide(() => change(chosen(inputs, "view", "training")));
const address = new Address();
const store = browserStore();
const pageId = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

const drafts: TableDrafts = new Map();
let inputs: Inputs = inputsOf();
/** The newest inputs whose question has had its answer. */
let answered: Inputs | null = null;
/** The state as it was opened: what differs from it is the reader's own. */
let opened = "";
let offer: Offer | null = null;
let remarks: string[];
let spoken = "";
/** Whether the inputs have rested for long enough for something to be said of them. */
let speechDue = false;
let drawing = false;
let linkTimer: ReturnType<typeof setTimeout> | undefined;
let speechTimer: ReturnType<typeof setTimeout> | undefined;
let titleTimer: ReturnType<typeof setTimeout> | undefined;

/** Many changes in a frame are one drawing. */
function draw(): void {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    if (!calculator.isConnected) place.replaceChildren(calculator);
    clearTimeout(titleTimer);
    titleTimer = setTimeout(nameState, TITLE_PAUSE_MS);
    document.body.dataset.view = inputs.values.view;
    head(HEADS[inputs.values.view]);
    if (answers.main(inputs.values.view)?.current) answered = inputs;
    speak();
    const shown = model();
    const held = calculator.contains(document.activeElement);
    render(bar(shown, guide), viewsPlace);
    render(view(shown, views), calculator);
    if (held) requestAnimationFrame(keepFocus);
    document.body.dataset.rest = idle() ? "yes" : "no";
  });
}

/** What takes longer than the rest is said when it comes. */
function speak(): void {
  if (!speechDue || !answers.settled(inputs.values.view)) return;
  speechDue = false;
  spoken = spokenOf(inputs, answers);
}

/** Where what had the focus is gone with its view, the answer has it. */
function keepFocus(): void {
  if (document.activeElement !== document.body) return;
  calculator.querySelector<HTMLElement>(".answer, .contents a")?.focus({ preventScroll: true });
}

parts.changed = draw;

/** Whether nothing is on its way to what the inputs ask for. */
function idle(): boolean {
  const coming = views.loading.size > 0 || parts.coming > 0 || answers.loading;
  const busy = answers.figures.busy || answers.laboratory?.busy;
  return !coming && !busy && engine.idle && secondary.idle;
}

const title = document.querySelector("h1");
const lede = document.querySelector(".lede");

function head({ title: words, sentence }: Head): void {
  if (title && title.textContent !== words) title.textContent = words;
  if (lede && lede.textContent !== sentence) lede.textContent = sentence;
}

function model(): Model {
  return {
    inputs,
    previous: answered?.values.view === inputs.values.view ? answered : null,
    drafts,
    remarks,
    offer,
    answers,
    secondary,
    simulation: simulation.state,
    expected: expected(),
    spoken,
    has: hasView,
    link,
    sharedLink,
  };
}

/** The tab, the bookmark and the preview of a link say what is shown. */
function nameState(): void {
  document.title = titleOf(inputs, answers);
  document.querySelector('meta[name="description"]')?.setAttribute("content", descriptionOf(inputs, spoken));
}

/** More workers than cores finish no earlier. */
function expected(): Expected {
  const workers = inputs.values.workers ?? cores;
  const { plan, problem } = forecast;
  return { plan, problem, seconds: forecast.seconds(Math.min(workers, cores)), workers };
}

function link(values = inputs.values, made?: string): string {
  return `${location.href.split("#")[0]}#${writeFragment(values, inputs.runB, made, inputs.faults)}`;
}

/** For sending: it says which version computed what its sender saw. */
function sharedLink(): string {
  return link(inputs.values, version);
}

function open({ values, runB, faults, made, remarks: read }: Link): void {
  clearTimeout(linkTimer);
  const moved = made ? madeWith(made, version) : null;
  remarks = moved ? [...read, moved] : read;
  answers.markForeign();
  follow({ ...inputsOf(withLocal(values, inputs), runB, faults), tables: inputs.tables, scores: inputs.scores });
  opened = substance(inputs);
}

/** Another link takes the place of the state; the reader's own settings are kept and offered. */
function openLink(): void {
  const before = keepOwn();
  open(readFragment(address.read()));
  offer = address.own ? null : offerOf(toOffer(before ? [before, ...readWork(store)] : readWork(store), inputs));
}

/** Stores what the reader has changed since the state was opened; null where that is nothing. */
function keepOwn(): Work | null {
  clearTimeout(linkTimer);
  if (opened === "" || substance(inputs) === opened) return null;
  const work = present();
  keepWork(store, work);
  return work;
}

function present(): Work {
  return { id: pageId, fragment: writeFragment(inputs.values, inputs.runB), files: unkept(inputs).length > 0 };
}

function offerOf(work: Work | null): Offer | null {
  if (!work) return null;
  const words = settingInWords(readFragment(work.fragment).values);
  return { fragment: work.fragment, files: work.files, words };
}

function change(next: Inputs): void {
  clearTimeout(linkTimer);
  if (next.values.view === inputs.values.view) {
    follow(next);
    linkTimer = setTimeout(() => {
      address.replace(link());
      keepOwn();
    }, LINK_PAUSE_MS);
    return;
  }
  step(() => follow({ ...next, values: { ...next.values, ...NOWHERE } }));
}

/** Another view is a step that the browser's back button undoes; everything else is not. */
function step(go: () => void): void {
  address.replace(link());
  go();
  address.push(link());
}

/** A known setting in place of the present one, which is offered back. */
function start(values: Inputs["values"]): void {
  const work = present();
  const before = offerOf(work);
  const next = { ...inputsOf(withLocal(values, inputs)), tables: inputs.tables, scores: inputs.scores };
  keepOwn();
  step(() => follow(next));
  opened = substance(inputs);
  remarks = [];
  if (before && substance(readFragment(work.fragment)) !== opened) offer = before;
}

/** Where the offer stood there is nothing left to be focused. */
function answerOffer(answer: OfferEvent["answer"]): void {
  if (!offer) return;
  const { fragment } = offer;
  offer = null;
  if (answer === "take") step(() => open(readFragment(fragment)));
  else forgetWork(store, fragment);
  draw();
  viewsPlace.querySelector<HTMLElement>('[aria-current="page"]')?.focus();
}

function follow(next: Inputs): void {
  document.body.dataset.rest = "no";
  inputs = next;
  const { values } = inputs;
  const options = monteCarloOptions(values);
  simulation.follow(inputs.faults.length > 0 ? null : options);
  pool.resize(values.workers ?? cores);
  void answers.follow(inputs);
  void forecast.follow(values.view !== "training" || problemIn(inputs, monteCarloNames(values)) ? null : options);
  draw();
  clearTimeout(speechTimer);
  speechDue = false;
  speechTimer = setTimeout(() => {
    speechDue = true;
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
  if (simulation.state.status !== "running") forecast.resume();
}

function on<E extends Event>(name: string, hear: (event: E) => void): void {
  document.body.addEventListener(name, (event) => hear(event as E));
}

listen(document.body, { inputs: () => inputs, change });
on("mi-adopt", () => {
  const { value } = answers.calibration;
  if (value) change(adopted(inputs, { ...value, value: valueToUse(value) }));
});
on<AnswerEvent>("mi-answer", ({ action }) => {
  if (action === "back" && answered) return change(answered);
  answers.main(inputs.values.view)?.pause();
  follow(inputs);
});
on<MonteCarloEvent>("mi-monte-carlo", ({ action }) => {
  if (action === "start") void simulate();
  else if (action === "seen") forecast.watch();
  else if (action === "cancel") simulation.cancel();
  else void drawSeed();
});
on<ModelRequest>("mi-model", (request) => {
  request.model = model();
});
on<StartEvent>("mi-start", ({ values }) => start(values));
on<OfferEvent>("mi-offer", ({ answer }) => answerOffer(answer));
addEventListener("hashchange", openLink);
addEventListener("pagehide", keepOwn);

document.querySelector(".skip")?.addEventListener("click", (event) => {
  // The fragment is the state, which this leaves alone.
  event.preventDefault();
  const results = calculator.querySelector<HTMLElement>(".answer, .chapters");
  if (results) void goTo(results);
});

openLink();
keepForOffline((words) => {
  const place = document.querySelector("#newer");
  if (place) place.textContent = words;
});
