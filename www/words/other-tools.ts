// What other tools say of a few presets: stored figures, made by the script in benches/peers, against the live core.
import type { Figure, NeighboringRelation, TrainingOptions, TrainingResult } from "../../src/boundary/wasm/core";
import { atMost } from "./figure";
import { rounded } from "./number";
import stored from "./other-tools.json";

export interface Tool {
  name: string;
  version: string;
  license?: string;
}

export interface AgreementRow {
  tool: string;
  quantity: "advantage" | "epsilon" | "tpr";
  value: number | null;
  seconds: number | null;
  /** Why it differs, or why there is no value. */
  note: string;
}

export interface Preset {
  id: string;
  label: string;
  parameters: {
    noise_multiplier: number;
    sample_rate: number;
    num_steps: number;
    neighboring_relation: NeighboringRelation;
    target_delta: number;
    fpr: number;
  };
  rows: AgreementRow[];
}

export interface Agreement {
  /** The day on which the tools ran; empty while they have not. */
  generated: string;
  tools: Tool[];
  presets: Preset[];
}

export const AGREEMENT = stored as unknown as Agreement;

export function presetOptions({ parameters }: Preset): TrainingOptions {
  const { fpr, ...run } = parameters;
  return { ...run, fpr: [fpr] };
}

/** The core's figure for what a tool gives. */
export function figureOf(result: TrainingResult, quantity: AgreementRow["quantity"]): Figure | null {
  if (quantity === "tpr") return result.tpr[0] ?? null;
  return result[quantity];
}

export interface Difference {
  absolute: string;
  relative: string;
  /** The sign in words. */
  verdict: string;
}

/** All three quantities grow with the risk: what is below the interval understates it. */
export function difference(value: number, exact: Figure): Difference {
  const [lower, upper] = [exact.lower ?? exact.estimate, atMost(exact)];
  if (value >= lower && value <= upper) return { absolute: "0", relative: "0%", verdict: "inside the exact interval" };
  const gap = value < lower ? value - lower : value - upper;
  const share = exact.estimate > 0 ? `${signed(rounded((gap / exact.estimate) * 100, 2))}%` : "–";
  return {
    absolute: signed(rounded(gap, 2)),
    relative: share,
    verdict: gap < 0 ? "understates the risk" : "overstates the risk",
  };
}

function signed(text: string): string {
  return text.startsWith("-") ? `−${text.slice(1)}` : `+${text}`;
}
