// States of the page with their answers, as a reader takes them away.
import { mkdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { MonteCarloState } from "../../../www/answers/simulation";
import type { Answered, Subject } from "../../../www/share/subject";
import { inputsOf } from "../../../www/state/inputs/inputs";
import { writeFragment } from "../../../www/state/link/fragment";
import { defaults, type Parameters } from "../../../www/state/parameters/table";
import { attributesOptions } from "../../../www/state/questions/attributes";
import { auditOptions } from "../../../www/state/questions/audit";
import { guaranteeOptions } from "../../../www/state/questions/guarantee";
import { noiseOptions } from "../../../www/state/questions/noise";
import { calibrateOptions } from "../../../www/state/questions/quantity";
import { trainingOptions } from "../../../www/state/questions/run";

export const root = fileURLToPath(new URL("../../../", import.meta.url));

type Core = typeof import("../../../pkg/mi_bounds.js");
export let core: Core;

/** Before all tests of a file. */
export async function loadCore(): Promise<void> {
  mkdirSync(`${root}target`, { recursive: true });
  core = await import("../../../pkg/mi_bounds.js");
  core.initSync({ module: readFileSync(`${root}pkg/mi_bounds_bg.wasm`) });
}

export function worth<T>(outcome: { ok: true; value: T } | { ok: false; error: { message: string } }): T {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}

function answered(values: Parameters): Answered {
  switch (values.view) {
    case "guarantee": {
      const options = guaranteeOptions(values);
      return { view: "guarantee", options, result: worth(core.guarantee(options)) };
    }
    case "calibrate": {
      const options = calibrateOptions(values);
      return { view: "calibrate", options, result: worth(core.calibrate(options)) };
    }
    case "attributes": {
      const options = attributesOptions(inputsOf(values), null);
      if (!options) throw new Error("the constant distance needs no file");
      return { view: "attributes", options, result: worth(core.attributes(options)) };
    }
    case "audit": {
      const options = auditOptions(values);
      return { view: "audit", options, result: worth(core.audit(options)) };
    }
    case "noise": {
      const options = noiseOptions(values);
      return { view: "noise", options, result: worth(core.noise(options)) };
    }
    default: {
      const options = trainingOptions(values);
      return { view: "training", options, result: worth(core.training(options)) };
    }
  }
}

export const IDLE = { status: "idle", options: null, result: null, reason: null } as unknown as MonteCarloState;

export function subject(set: Partial<Parameters> = {}, simulation = IDLE): Subject & { answered: Answered } {
  const values = { ...defaults(), ...set };
  const link = `https://example.org/#${writeFragment(values)}`;
  const nothing = { runB: null, unlinked: null, published: null, experimented: null };
  return { values, link, ...nothing, answered: answered(values), simulation };
}
