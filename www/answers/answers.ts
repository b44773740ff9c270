// Every question that the inputs raise, in order: the view's own first, those beside it in a second worker.
import type {
  CalibrateOptions,
  CalibrateResult,
  SweepOptions,
  SweepResult,
  TrainingOptions,
  TrainingResult,
} from "../../src/boundary/wasm/core";
import type { ExactEngine, LatestKind } from "../engine/exact-engine";
import type { Questions } from "../engine/protocol";
import { type Inputs, problemIn } from "../state/inputs/inputs";
import type { Choices } from "../state/parameters/choices";
import type { Parameters } from "../state/parameters/table";
import { aroundOptions, calibrateNames, calibrateOptions, sweepOptions } from "../state/questions/quantity";
import { trainingNames, trainingOptions } from "../state/questions/run";
import { AttributeAnswers } from "./attributes";
import { Following } from "./following-question";
import { GuaranteeAnswers } from "./guarantee";
import { NoiseAnswers } from "./noise";
import { Relations } from "./relations";
import { joinedSweep, Sweeps } from "./sweep";

export class Answers {
  readonly training: Following<TrainingOptions, TrainingResult>;
  /** The run B. */
  readonly other: Following<TrainingOptions, TrainingResult>;
  readonly sweep: Following<SweepOptions, SweepResult>;
  readonly otherSweep: Following<SweepOptions, SweepResult>;
  readonly calibration: Following<CalibrateOptions, CalibrateResult>;
  /** The quantity around what the calibration found. */
  readonly around: Following<SweepOptions, SweepResult>;
  readonly relations: Relations;
  readonly guarantee: GuaranteeAnswers;
  readonly noise: NoiseAnswers;
  readonly attributes: AttributeAnswers;
  private view: Choices["view"] = "training";

  constructor(main: ExactEngine, beside: ExactEngine, changed: () => void) {
    const follow = <K extends LatestKind>(engine: ExactEngine, asker: string, kind: K) =>
      new Following<Questions[K]["options"], Questions[K]["answer"]>(
        (options) => engine.latest(asker, kind, options),
        changed,
        () => engine.cancel(asker),
      );
    this.training = follow(main, "training", "training");
    this.calibration = follow(main, "calibration", "calibrate");
    this.other = follow(beside, "other", "training");
    const sweep = (asker: string) => {
      const sweeps = new Sweeps<SweepOptions, SweepResult>((part) => beside.latest(asker, "sweep", part), joinedSweep);
      return new Following<SweepOptions, SweepResult>((options) => sweeps.ask(options), changed);
    };
    this.sweep = sweep("sweep");
    this.otherSweep = sweep("other sweep");
    this.around = sweep("around");
    this.relations = new Relations((options) => beside.latest("relations", "training", options), changed);
    this.guarantee = new GuaranteeAnswers(main, beside, changed);
    this.noise = new NoiseAnswers(main, beside, changed);
    this.attributes = new AttributeAnswers(main, beside, changed);
  }

  follow(inputs: Inputs): Promise<void> {
    this.view = inputs.values.view;
    if (inputs.faults.length > 0) this.drop();
    switch (inputs.values.view) {
      case "training":
        return this.followTraining(inputs);
      case "calibrate":
        return this.followCalibration(inputs);
      case "guarantee":
      case "noise":
      case "attributes":
        return this[inputs.values.view].follow(inputs);
      case "method":
        return Promise.resolve();
    }
  }

  /** The question that a view is about. */
  main(view: Choices["view"]): Following<never, unknown> | null {
    switch (view) {
      case "training":
        return this.training;
      case "calibrate":
        return this.calibration;
      case "method":
        return null;
      default:
        return this[view].main;
    }
  }

  /** Another link has been opened. */
  disown(): void {
    for (const each of [this.training, this.calibration, this.guarantee.main, this.noise.main, this.attributes.main])
      each.disown();
  }

  /** No figure of another state stays beside a damaged link. */
  private drop(): void {
    for (const each of [this.training, this.other, this.sweep, this.otherSweep, this.calibration, this.around])
      each.drop();
    for (const each of [this.relations, this.guarantee, this.noise, this.attributes]) each.drop();
  }

  private async followTraining(inputs: Inputs): Promise<void> {
    const { values, kept } = inputs;
    if (problemIn(inputs, trainingNames(values))) {
      for (const question of [this.training, this.other, this.sweep, this.otherSweep]) question.rest();
      return;
    }
    const answered = await this.training.follow(trainingOptions(values));
    if (!answered || this.view !== "training") return;
    const other = kept && { ...values, ...kept };
    if (other) void this.other.follow(trainingOptions(other));
    else this.other.drop();
    followSweep(this.sweep, values);
    followSweep(this.otherSweep, other);
    await this.relations.follow(values);
  }

  private async followCalibration(inputs: Inputs): Promise<void> {
    const { values } = inputs;
    if (problemIn(inputs, calibrateNames(values))) {
      this.calibration.rest();
      this.around.rest();
      return;
    }
    const answered = await this.calibration.follow(calibrateOptions(values));
    const { value, problem } = this.calibration;
    if (!answered || this.view !== "calibrate") return;
    const belongs = value?.solve_for === values.solve_for && value.quantity === values.target;
    if (value && belongs && !problem) await this.around.follow(aroundOptions(values, value.value));
  }
}

/** The run that other tools were asked about; its own question, beside those of the view. */
export function agreementAnswer(engine: ExactEngine, changed: () => void): Following<TrainingOptions, TrainingResult> {
  return new Following((options) => engine.latest("agreement", "training", options), changed);
}

function followSweep(sweep: Following<SweepOptions, SweepResult>, values: Parameters | null): void {
  const options = values && sweepOptions(values);
  if (options) void sweep.follow(options);
  else sweep.drop();
}
