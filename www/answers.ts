// Every question that the inputs raise, in order: the view's own first, those beside it in a second worker.
import type {
  CalibrateOptions,
  CalibrateResult,
  SweepOptions,
  SweepResult,
  TrainingOptions,
  TrainingResult,
} from "../src/wasm";
import type { ExactEngine } from "./engine";
import { Following } from "./following";
import { Relations } from "./relations";
import type { Choices } from "./state/choices";
import { type Inputs, problemIn } from "./state/inputs";
import type { Parameters } from "./state/params";
import { aroundOptions, calibrateNames, calibrateOptions, sweepOptions } from "./state/quantities";
import { trainingNames, trainingOptions } from "./state/run";
import { joinedSweep, Sweeps } from "./sweeps";
import { AttributeAnswers, GuaranteeAnswers, NoiseAnswers } from "./theorem-answers";

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
    const follow = <O, V>(ask: ConstructorParameters<typeof Following<O, V>>[0]) => new Following(ask, changed);
    this.training = follow((options) => main.latest("training", "training", options));
    this.calibration = follow((options) => main.latest("calibration", "calibrate", options));
    this.other = follow((options) => beside.latest("other", "training", options));
    const sweep = (asker: string) => {
      const sweeps = new Sweeps<SweepOptions, SweepResult>((part) => beside.latest(asker, "sweep", part), joinedSweep);
      return follow<SweepOptions, SweepResult>((options) => sweeps.ask(options));
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

function followSweep(sweep: Following<SweepOptions, SweepResult>, values: Parameters | null): void {
  const options = values && sweepOptions(values);
  if (options) void sweep.follow(options);
  else sweep.drop();
}
