// <mi-calculator>: the Training view, with the simulation, in the state of its own.
import { html, nothing, type TemplateResult } from "lit";
import { Answers } from "../answers/answers";
import type { Model } from "../answers/model";
import { MonteCarlo } from "../answers/simulation";
import { Forecast } from "../answers/simulation-cost";
import type { MonteCarloEvent, StartEvent } from "../components/element/events";
import { shareButton } from "../components/share/answer-head";
import "../components/share/mi-share";
import { poolSize, SimulationPool } from "../engine/pool";
import type { Problem, WorkerLike } from "../engine/protocol";
import type { Controls } from "../state/embeds";
import { chosen, inputsOf, problemIn } from "../state/inputs/inputs";
import { monteCarloNames, monteCarloOptions, trainingNames } from "../state/questions/run";
import { trainingView } from "../views/training/training";
import { headline, kindInWords } from "../words/figure";
import { type Embedded, firstProblem, Session } from "./session";
import { simulationWorker } from "./static/spawn.js";
import { sharedEngine } from "./worker-ports";

const spawn = () => simulationWorker() as unknown as WorkerLike;

export class CalculatorSession extends Session {
  protected override readonly label = "Calculator: what training reveals about one record";
  private readonly engine = sharedEngine();
  private readonly secondary = sharedEngine();
  private readonly answers = new Answers(this.engine, this.secondary, this.draw);
  private readonly cores = poolSize(navigator.hardwareConcurrency);
  private readonly pool = new SimulationPool(spawn, this.cores);
  private readonly forecast = new Forecast(this.engine, spawn, this.draw);
  private readonly simulation = new MonteCarlo(this.engine, this.pool, this.draw, (...run) =>
    this.forecast.learn(...run),
  );

  constructor(embedded: Embedded) {
    super(embedded);
    embedded.place.addEventListener("mi-monte-carlo", (event) => this.act((event as MonteCarloEvent).action));
    embedded.place.addEventListener("mi-answer", () => {
      this.answers.training.pause();
      this.follow(this.inputs);
    });
    embedded.place.addEventListener("mi-start", (event) => this.follow(inputsOf((event as StartEvent).values)));
  }

  protected override ask(): void {
    const { values } = this.inputs;
    const options = monteCarloOptions(values);
    this.simulation.follow(this.inputs.faults.length > 0 ? null : options);
    this.pool.resize(values.workers ?? this.cores);
    void this.forecast.follow(problemIn(this.inputs, monteCarloNames(values)) ? null : options);
    void this.answers.follow(this.inputs);
  }

  private act(action: MonteCarloEvent["action"]): void {
    if (action === "start") void this.simulate();
    else if (action === "seen") this.forecast.watch();
    else if (action === "cancel") this.simulation.cancel();
    else void this.drawSeed();
  }

  private async simulate(): Promise<void> {
    this.forecast.pause();
    await this.simulation.start(monteCarloOptions(this.inputs.values), { seconds: this.inputs.values.seconds });
    if (this.simulation.state.status !== "running") this.forecast.resume();
  }

  private async drawSeed(): Promise<void> {
    const answer = await this.engine.freshSeed();
    if (answer.ok) this.follow(chosen(this.inputs, "seed", answer.value));
  }

  protected override get answered(): boolean {
    return this.answers.training.value !== null;
  }

  protected override get problem(): Problem | null {
    return firstProblem(this.inputs, trainingNames(this.inputs.values)) ?? this.answers.training.problem;
  }

  /** The view arranges its own controls, and says itself what is refused. */
  protected override arranged(controls: Controls, problem: Problem | null): TemplateResult {
    if (controls === "full") return this.figure();
    return super.arranged(controls, problem);
  }

  /** Without the calculator's address there is no link to share. */
  protected override figure(): TemplateResult {
    const model = this.model();
    return html`${trainingView(model)} ${this.link() ? shareButton(model) : nothing}`;
  }

  private model(): Model {
    const { plan, problem } = this.forecast;
    const workers = this.inputs.values.workers ?? this.cores;
    const link = (values = this.inputs.values) => this.link(values) ?? `#${this.fragment(values)}`;
    return {
      inputs: this.inputs,
      previous: null,
      drafts: new Map(),
      remarks: [],
      offer: null,
      answers: this.answers,
      secondary: this.secondary,
      simulation: this.simulation.state,
      expected: { plan, problem, seconds: this.forecast.seconds(Math.min(workers, this.cores)), workers },
      spoken: "",
      has: () => true,
      link,
      sharedLink: () => link(),
    };
  }

  protected override said(): string {
    const { value } = this.answers.training;
    return this.problem?.message ?? (value ? headline(value.advantage, value.parameters.prior) : "");
  }

  protected override origin(): string {
    const { value } = this.answers.training;
    return value ? `mi-bounds ${value.library_version}: ${kindInWords(value.advantage)}` : "";
  }
}
