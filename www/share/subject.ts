// What is taken away: the inputs with their link, the question that was asked of the core, and its answer.
import type {
  AttributesOptions,
  AttributesResult,
  AuditOptions,
  AuditResult,
  CalibrateOptions,
  CalibrateResult,
  GuaranteeOptions,
  GuaranteeResult,
  NoiseOptions,
  NoiseResult,
  PaperFigureOptions,
  PaperFigureResult,
  ScoreColumns,
  TrainingOptions,
  TrainingResult,
} from "../../src/boundary/wasm/core";
import { attributesQuestion } from "../answers/attributes";
import type { Model } from "../answers/model";
import type { MonteCarloState } from "../answers/simulation";
import type { Row } from "../register/figures";
import { problemIn } from "../state/inputs/inputs";
import { unlinkedIn } from "../state/inputs/unsaved-files";
import type { Parameters } from "../state/parameters/table";
import { attributesNames } from "../state/questions/attributes";
import { auditNames, auditOptions } from "../state/questions/audit";
import { guaranteeNames, guaranteeOptions } from "../state/questions/guarantee";
import { noiseNames, noiseOptions } from "../state/questions/noise";
import { calibrateNames, calibrateOptions } from "../state/questions/quantity";
import { type Run, trainingNames, trainingOptions } from "../state/questions/run";
import type { Experimented } from "./laboratory";

/** One question to the core, by the name of its function, and the answer. */
export type Answered =
  | { view: "training"; options: TrainingOptions; result: TrainingResult }
  | { view: "guarantee"; options: GuaranteeOptions; result: GuaranteeResult }
  | { view: "calibrate"; options: CalibrateOptions; result: CalibrateResult }
  | { view: "attributes"; options: AttributesOptions; result: AttributesResult }
  | { view: "audit"; options: AuditOptions & { columns?: ScoreColumns }; result: AuditResult }
  | { view: "noise"; options: NoiseOptions; result: NoiseResult }
  | { view: "paper_figure"; options: PaperFigureOptions; result: PaperFigureResult };

export interface Subject {
  values: Parameters;
  /** The run B that stands beside. */
  runB: Run | null;
  /** The address that shows all of it again. */
  link: string;
  /** Why there is no link to what stands in the controls; null where there is one. */
  unlinked: string | null;
  /** Null while the inputs as they stand have no answer. */
  answered: Answered | null;
  /** What the register shows, where it is open. */
  published: Row[] | null;
  /** The experiment that is open, once it has shown something. */
  experimented: Experimented | null;
  /** The newest simulation of the same run. */
  simulation: MonteCarloState;
}

export function subjectOf(model: Model): Subject {
  const { answers, inputs, sharedLink, simulation } = model;
  return {
    values: inputs.values,
    runB: inputs.runB,
    link: sharedLink(),
    unlinked: unlinkedIn(inputs),
    answered: answeredOf(model),
    published: inputs.values.view === "register" ? (answers.register?.rows ?? null) : null,
    experimented: experimentedOf(model),
    simulation: simulation.belongs ? simulation : { ...simulation, status: "idle", result: null },
  };
}

function experimentedOf({ answers: { laboratory }, inputs }: Model): Experimented | null {
  if (inputs.values.view !== "laboratory" || !laboratory?.belongs) return null;
  const { options, result } = laboratory.state;
  return options && result ? { options, result } : null;
}

function answeredOf({ answers, inputs }: Model): Answered | null {
  const { values } = inputs;
  switch (values.view) {
    case "training": {
      const { current, value: result } = answers.training;
      if (!current || !result || problemIn(inputs, trainingNames(values))) return null;
      return { view: "training", options: trainingOptions(values), result };
    }
    case "calibrate": {
      const { current, value: result } = answers.calibration;
      if (!current || !result || problemIn(inputs, calibrateNames(values))) return null;
      return { view: "calibrate", options: calibrateOptions(values), result };
    }
    case "guarantee": {
      const { current, value: result } = answers.guarantee.main;
      if (!current || !result || problemIn(inputs, guaranteeNames(values))) return null;
      return { view: "guarantee", options: guaranteeOptions(values), result };
    }
    case "audit": {
      const { current, value: result } = answers.audit.main;
      if (!current || !result || problemIn(inputs, auditNames(values))) return null;
      // The scores stay in their file; which of its columns are meant is said.
      const { source } = answers.audit;
      const columns = values.results === "scores" && source ? { columns: source.columns } : {};
      return { view: "audit", options: { ...auditOptions(values), ...columns }, result };
    }
    case "noise": {
      const { current, value: result } = answers.noise.main;
      if (!current || !result || problemIn(inputs, noiseNames(values))) return null;
      return { view: "noise", options: noiseOptions(values), result };
    }
    case "attributes": {
      const { main, distance } = answers.attributes;
      const question = attributesQuestion(inputs, distance);
      if (!main.current || !main.value || !question || problemIn(inputs, attributesNames(values))) return null;
      const { distances, ...options } = question;
      const given = distances ? { gradient_distances: Array.from(distances) } : {};
      return { view: "attributes", options: { ...options, ...given }, result: main.value };
    }
    case "figures": {
      const { current, value: result } = answers.figures.main;
      return current && result ? { view: "paper_figure", options: { figure: result.figure }, result } : null;
    }
    case "register":
      return answers.register?.answered ?? null;
    case "laboratory":
    case "method":
      return null;
  }
}
