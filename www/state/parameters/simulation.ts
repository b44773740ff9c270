// Parameters of the simulation that the module has no range for. An empty field asks for none of it.
import type { Param } from "./parameter";

export type SimulationParam = "seconds" | "workers";

/** They say how much of this machine a run takes, and change no digit of a number of trainings: a link does not carry them. */
export const LOCAL_KEYS = ["seconds", "workers"] as const satisfies readonly SimulationParam[];

export const MOST_WORKERS = 16;

export const SIMULATION_PARAMS: Record<SimulationParam, Param> = {
  seconds: {
    label: "Stop after",
    unit: "seconds",
    help: "Ends the run early. What was simulated by then can be repeated. Empty: no limit.",
    default: null,
    range: { min: 0, max: 86_400, min_allowed: false, integer: false, default: null },
    slider: null,
    aliases: [],
    optional: true,
  },
  workers: {
    label: "Workers",
    unit: "at the same time",
    help: "Threads of this browser that share the work. Empty: one for each core. They never change a digit.",
    default: null,
    range: { min: 1, max: MOST_WORKERS, min_allowed: true, integer: true, default: null },
    slider: null,
    aliases: [],
    optional: true,
  },
};
