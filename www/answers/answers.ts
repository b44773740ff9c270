// Every question that the inputs raise, in order: the view's own first, those beside it in a second worker.
import type { SweepOptions, SweepResult } from "../../src/boundary/wasm/core";
import type { ExactEngine } from "../engine/exact-engine";
import { type Inputs, problemIn } from "../state/inputs/inputs";
import type { Choices } from "../state/parameters/choices";
import type { Parameters } from "../state/parameters/table";
import { trainingPart } from "../state/parameters/training-parts";
import {
  aroundOptions,
  calibrateNames,
  calibrateOptions,
  type SweptRun,
  solvedFor,
  sweepOptions,
  sweptOver,
} from "../state/questions/quantity";
import { trainingNames, trainingOptions } from "../state/questions/run";
import { type Asked, following } from "./ask";
import { AttributeAnswers } from "./attributes";
import { AuditAnswers } from "./audit";
import { FigureAnswers } from "./figures";
import { Following } from "./following-question";
import { GuaranteeAnswers } from "./guarantee";
import type { LaboratoryAnswers } from "./laboratory";
import { NoiseAnswers } from "./noise";
import type { RegisterAnswers } from "./register";
import { Relations } from "./relations";
import { joinedSweep, Sweeps, sweepPart } from "./sweep";

export class Answers {
  readonly training: Asked<"training">;
  /** The run B. */
  readonly other: Asked<"training">;
  readonly sweep: Following<SweepOptions, SweepResult>;
  readonly otherSweep: Following<SweepOptions, SweepResult>;
  readonly calibration: Asked<"calibrate">;
  /** The quantity around what the calibration found. */
  readonly around: Following<SweepOptions, SweepResult>;
  readonly relations: Relations;
  readonly guarantee: GuaranteeAnswers;
  readonly noise: NoiseAnswers;
  readonly attributes: AttributeAnswers;
  readonly audit: AuditAnswers;
  readonly figures: FigureAnswers;
  /** Null until it is loaded, which its view asks for. */
  register: RegisterAnswers | null = null;
  /** Null until its view brings it. */
  laboratory: LaboratoryAnswers | null = null;
  /** Whether it is on its way. */
  loading = false;
  private view: Choices["view"] = "training";

  constructor(
    private readonly engine: ExactEngine,
    secondary: ExactEngine,
    private readonly changed: () => void,
    /** Where there is a register. */
    private readonly loadRegister: (() => Promise<typeof import("./register")>) | null = null,
  ) {
    this.training = following(engine, "training", changed);
    this.calibration = following(engine, "calibrate", changed);
    this.other = following(secondary, "training", changed, "other");
    const sweep = (asker: string) => {
      const sweeps = new Sweeps<SweepOptions, SweepResult>(
        (part) => secondary.latest(asker, "sweep", part),
        joinedSweep,
        sweepPart,
      );
      return new Following<SweepOptions, SweepResult>((options) => sweeps.ask(options), changed);
    };
    this.sweep = sweep("sweep");
    this.otherSweep = sweep("other sweep");
    this.around = sweep("around");
    this.relations = new Relations((options) => secondary.latest("relations", "training", options), changed);
    this.guarantee = new GuaranteeAnswers(engine, secondary, changed);
    this.noise = new NoiseAnswers(engine, secondary, changed);
    this.attributes = new AttributeAnswers(engine, secondary, changed);
    this.audit = new AuditAnswers(engine, changed);
    this.figures = new FigureAnswers(engine, changed);
  }

  follow(inputs: Inputs): Promise<void> {
    this.view = inputs.values.view;
    if (this.view !== "laboratory") this.laboratory?.leave();
    if (inputs.faults.length > 0) this.clear();
    switch (inputs.values.view) {
      case "training":
        return this.followTraining(inputs);
      case "calibrate":
        return this.followCalibration(inputs);
      case "guarantee":
      case "noise":
      case "attributes":
      case "figures":
        return this[inputs.values.view].follow(inputs);
      case "audit":
        return this.audit.followWithPlan(inputs);
      case "register":
        return this.followRegister(inputs);
      case "laboratory":
        return this.laboratory?.follow(inputs) ?? Promise.resolve();
      case "method":
        return Promise.resolve();
    }
  }

  /** Whether nothing is on its way to the main question of a view. */
  settled(view: Choices["view"]): boolean {
    return !this.loading && (this.main(view)?.settled ?? true);
  }

  /** The question that a view is about. */
  main(view: Choices["view"]): Following<never, unknown> | null {
    switch (view) {
      case "training":
        return this.training;
      case "calibrate":
        return this.calibration;
      case "register":
        return this.register?.main ?? null;
      case "laboratory":
      case "method":
        return null;
      default:
        return this[view].main;
    }
  }

  /** What the laboratory asks with comes with its view: nothing of it is there before. */
  join(make: (changed: () => void) => LaboratoryAnswers, inputs: Inputs): LaboratoryAnswers {
    if (this.laboratory) return this.laboratory;
    this.laboratory = make(this.changed);
    void this.laboratory.follow(inputs);
    return this.laboratory;
  }

  /** Another link has been opened. */
  markForeign(): void {
    const { training, calibration, guarantee, noise, attributes, audit } = this;
    for (const each of [training, calibration, guarantee.main, noise.main, attributes.main, audit.main])
      each.markForeign();
  }

  /** No figure of another state stays beside a damaged link. */
  private clear(): void {
    for (const each of [this.training, this.other, this.sweep, this.otherSweep, this.calibration, this.around])
      each.clear();
    const views = [this.guarantee, this.noise, this.attributes, this.audit, this.figures, this.register];
    for (const each of [this.relations, ...views]) each?.clear();
  }

  /** What cannot be loaded the view says of itself: it is loaded at the same time. */
  private async followRegister(inputs: Inputs): Promise<void> {
    if (!this.register && this.loadRegister) {
      this.loading = true;
      const { RegisterAnswers } = await this.loadRegister().finally(() => {
        this.loading = false;
      });
      this.register ??= new RegisterAnswers(this.engine, this.changed);
      this.changed();
    }
    if (this.view === "register") await this.register?.follow(inputs);
  }

  private async followTraining(inputs: Inputs): Promise<void> {
    const { values, runB } = inputs;
    if (problemIn(inputs, trainingNames(values))) {
      for (const question of [this.training, this.other, this.sweep, this.otherSweep]) question.pause();
      return;
    }
    const answered = await this.training.follow(trainingOptions(values));
    if (!answered || this.view !== "training") return;
    const other = runB && { ...values, ...runB };
    if (other) void this.other.follow(trainingOptions(other));
    else this.other.clear();
    // What is not looked at is not computed.
    const part = trainingPart(values);
    const over = sweptOver(values, runB);
    followSweep(this.sweep, part === "settings" ? values : null, over);
    followSweep(this.otherSweep, part === "settings" ? other : null, over);
    const settled = this.training.current || this.training.problem !== null;
    if (part === "assumptions" && settled) await this.relations.follow(values);
  }

  private async followCalibration(inputs: Inputs): Promise<void> {
    const { values } = inputs;
    if (problemIn(inputs, calibrateNames(values))) {
      this.calibration.pause();
      this.around.pause();
      return;
    }
    const answered = await this.calibration.follow(calibrateOptions(values));
    const { value, problem } = this.calibration;
    if (!answered || this.view !== "calibrate") return;
    const belongs = value?.solve_for === solvedFor(values) && value.quantity === values.target;
    if (value && belongs && !problem) await this.around.follow(aroundOptions(values, value.value));
  }
}

/** The run that other tools were asked about; its own question, beside those of the view. */
export function agreementAnswer(engine: ExactEngine, changed: () => void): Asked<"training"> {
  return following(engine, "training", changed, "agreement");
}

function followSweep(sweep: Following<SweepOptions, SweepResult>, values: Parameters | null, over: SweptRun): void {
  if (values) void sweep.follow(sweepOptions(values, over));
  else sweep.clear();
}
